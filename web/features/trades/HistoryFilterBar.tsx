import { useQuery } from '@apollo/client/react'
import { X } from 'lucide-react'
import { styled } from 'styled-components'
import { EXIT_NAMES, EXIT_REASONS } from '../../../schema/trading/exits.ts'
import { TradedStrategiesDocument } from '../../gql/generated/graphql.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { FilterBar } from '../../ui/FilterBar.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { CLOSED_STATUSES, NO_FILTERS, type HistoryFilters } from './useHistoryFilters.ts'

const Bar = styled(FilterBar)`
  grid-template-columns: minmax(12rem, 1fr) repeat(5, auto) auto;

  input,
  select {
    width: 100%;
    min-height: 44px;
    padding: 0 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-sm);
  }

  select {
    min-width: 9rem;
    max-width: 13rem;
  }

  button {
    min-height: 44px;
  }

  @media (max-width: 96rem) {
    grid-template-columns: repeat(5, minmax(0, 1fr)) auto;

    .search {
      grid-column: 1 / -1;
    }

    select {
      min-width: 0;
      max-width: none;
    }
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    button {
      grid-column: 1 / -1;
    }

    button:disabled {
      display: none;
    }
  }
`

interface HistoryFilterBarProps {
  filters: HistoryFilters
  onChange: (changes: Partial<HistoryFilters>, how?: { readonly replace: boolean }) => void
}

/** The history's filters: a choice counts at once, typing when it rests. */
export function HistoryFilterBar({ filters, onChange }: HistoryFilterBarProps) {
  const { data } = useQuery(TradedStrategiesDocument)
  const filtered = Object.values(filters).some((value) => value !== '')
  return (
    <Bar role="search" aria-label="Filter trades" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        label="Search"
        className="search"
        placeholder="Symbol or strategy"
        search={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <label>
        Status
        <select value={filters.reason || filters.status} onChange={({ target }) => onChange(endOf(target.value))}>
          <option value="">All Statuses</option>
          {Object.entries(CLOSED_STATUSES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <optgroup label="Exit reason">
            {EXIT_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {EXIT_NAMES[reason]}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label>
        Strategy
        <select value={filters.strategy} onChange={({ target }) => onChange({ strategy: target.value })}>
          <option value="">All Strategies</option>
          {(data?.tradedStrategies ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Mode
        <select value={filters.mode} onChange={({ target }) => onChange({ mode: target.value })}>
          <option value="">Paper and live</option>
          <option value="PAPER">Paper</option>
          <option value="LIVE">Live</option>
        </select>
      </label>
      <DateRange from={filters.from} to={filters.to} onChange={onChange} />
      <Button $look="quiet" type="button" disabled={!filtered} onClick={() => onChange(NO_FILTERS)}>
        <X size={15} aria-hidden /> Clear
      </Button>
    </Bar>
  )
}

/** A status, or a reason: either says how a trade ended. */
function endOf(chosen: string): Pick<HistoryFilters, 'status' | 'reason'> {
  return EXIT_REASONS.some((reason) => reason === chosen) ? { status: '', reason: chosen } : { status: chosen, reason: '' }
}
