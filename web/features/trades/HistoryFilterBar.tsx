import { useQuery } from '@apollo/client/react'
import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { TradedStrategiesDocument } from '../../gql/generated/graphql.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { FilterBar } from '../../ui/FilterBar.ts'
import { CLOSED_STATUSES, NO_FILTERS, type HistoryFilters } from './useHistoryFilters.ts'

/** How long typing must rest before it is searched for. */
const TYPING_MS = 300

const Bar = styled(FilterBar)`
  grid-template-columns: minmax(12rem, 1fr) repeat(4, auto) auto;

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

  .search {
    position: relative;
  }

  .search svg {
    position: absolute;
    bottom: 14px;
    left: 12px;
  }

  .search input {
    padding-left: 38px;
  }

  @media (max-width: 80rem) {
    grid-template-columns: repeat(4, minmax(0, 1fr)) auto;

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
      <SearchField search={filters.search} onChange={onChange} />
      <label>
        Status
        <select value={filters.status} onChange={({ target }) => onChange({ status: target.value })}>
          <option value="">All Statuses</option>
          {Object.entries(CLOSED_STATUSES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
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
      <DateRange from={filters.from} to={filters.to} onChange={onChange} />
      <Button $look="quiet" type="button" disabled={!filtered} onClick={() => onChange(NO_FILTERS)}>
        <X size={15} aria-hidden /> Clear
      </Button>
    </Bar>
  )
}

function SearchField({ search, onChange }: { search: string; onChange: HistoryFilterBarProps['onChange'] }) {
  const [text, setText] = useState(search)
  const [known, setKnown] = useState({ search, sent: search })
  if (known.search !== search) {
    setKnown({ search, sent: search })
    // Changed from elsewhere, as by Back; what this field has sent may be behind what has been typed since.
    if (known.sent !== search) setText(search)
  }
  useEffect(() => {
    if (text === known.sent) return
    const timer = window.setTimeout(() => {
      setKnown((before) => ({ ...before, sent: text }))
      onChange({ search: text }, { replace: true })
    }, TYPING_MS)
    return () => window.clearTimeout(timer)
  }, [text, known.sent, onChange])
  return (
    <label className="search">
      Search
      <Search size={16} aria-hidden />
      <input type="search" placeholder="Symbol or strategy" value={text} onChange={({ target }) => setText(target.value)} />
    </label>
  )
}
