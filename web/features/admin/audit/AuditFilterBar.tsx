import { useQuery } from '@apollo/client/react'
import { X } from 'lucide-react'
import { styled } from 'styled-components'
import { AuditActionsDocument } from '../../../gql/generated/graphql.ts'
import { media } from '../../../theme/media.ts'
import { Button } from '../../../ui/Button.ts'
import { DateRange } from '../../../ui/DateRange.tsx'
import { FilterBar } from '../../../ui/FilterBar.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { NO_FILTERS, type AuditFilters } from './auditFilters.ts'

const Bar = styled(FilterBar)`
  grid-template-columns: repeat(3, minmax(0, 1fr)) repeat(3, auto);

  input,
  select {
    width: 100%;
    min-height: 44px;
    padding-right: 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-sm);
  }

  select {
    padding-left: 10px;
  }

  button {
    min-height: 44px;
  }

  @media (max-width: 80rem) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`

interface AuditFilterBarProps {
  filters: AuditFilters
  onChange: (changes: Partial<AuditFilters>, how?: { readonly replace: boolean }) => void
}

/** Which entries are shown: a choice counts at once, typing when it rests. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { data } = useQuery(AuditActionsDocument)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <Bar role="search" aria-label="Filter the audit log" onSubmit={(event) => event.preventDefault()}>
      <label>
        Action
        <select value={filters.action} onChange={({ target }) => onChange({ action: target.value })}>
          <option value="">All actions</option>
          {(data?.auditActions ?? []).map(({ name, text }) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <SearchField
        label="Account"
        placeholder="Email address of the account"
        search={filters.account}
        onSearch={(account) => onChange({ account }, { replace: true })}
      />
      <SearchField
        label="Done by"
        placeholder="owner, command line, an admin"
        search={filters.actor}
        onSearch={(actor) => onChange({ actor }, { replace: true })}
      />
      <DateRange from={filters.from} to={filters.to} onChange={onChange} />
      <Button $look="quiet" type="button" disabled={!isFiltered} onClick={() => onChange(NO_FILTERS)}>
        <X size={15} aria-hidden /> Clear
      </Button>
    </Bar>
  )
}
