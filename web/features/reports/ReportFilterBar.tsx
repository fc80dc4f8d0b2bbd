import { useQuery } from '@apollo/client/react'
import { X } from 'lucide-react'
import { styled } from 'styled-components'
import { istDate } from '../../../schema/time.ts'
import { TradedStrategiesDocument } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useNow } from '../../lib/useNow.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { FilterBar } from '../../ui/FilterBar.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.ts'
import { periods } from './periods.ts'
import { ALL_TRADES, type FilterChange, type ReportChoice } from './useReportFilters.ts'

const DATE_MS = 60_000

const Bar = styled(FilterBar)`
  grid-template-columns: auto repeat(4, minmax(0, 1fr)) auto;

  button {
    min-height: 38px;
  }

  & > button {
    min-height: 44px;
  }

  @media (max-width: 80rem) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    & > [role='group'],
    & > button {
      grid-column: 1 / -1;
    }

    & > button:disabled {
      display: none;
    }
  }

  @media print {
    display: none;
  }
`

const MODES = [
  { value: 'PAPER', label: 'Paper' },
  { value: 'LIVE', label: 'Live' },
] as const

interface ReportFilterBarProps {
  filters: ReportChoice
  onChange: (changes: FilterChange) => void
}

/** The report's filters: paper or live, exit dates, and strategy. A choice takes effect at once. */
export function ReportFilterBar({ filters, onChange }: ReportFilterBarProps) {
  const { data } = useQuery(TradedStrategiesDocument)
  const market = useMarket()
  const now = useNow(DATE_MS)
  const offered = periods(market && istDate(market.timeAt(now)))
  const chosen = offered.findIndex(({ from, to }) => from === filters.from && to === filters.to)
  // Other bounds have other days in them.
  const bound = (changes: FilterChange) => onChange({ ...changes, day: '', month: '' })
  const filtered = Object.keys(ALL_TRADES).some((name) => Reflect.get(filters, name) !== '')
  return (
    <Bar role="search" aria-label="Filter the report" onSubmit={(event) => event.preventDefault()}>
      <SegmentedControl label="Mode" value={filters.mode} options={MODES} onChange={(mode) => onChange({ mode, day: '', month: '' })} />
      <label>
        Period
        <Select
          value={chosen}
          onChange={({ target }) => {
            const period = offered[Number(target.value)]
            if (period) bound({ from: period.from, to: period.to })
          }}
        >
          {offered.map(({ label }, i) => (
            <option key={label} value={i}>
              {label}
            </option>
          ))}
          {chosen === -1 ? <option value={-1}>From – to</option> : null}
        </Select>
      </label>
      <DateRange from={filters.from} to={filters.to} onChange={bound} />
      <label>
        Strategy
        <Select value={filters.strategy} onChange={({ target }) => bound({ strategy: target.value })}>
          <option value="">All Strategies</option>
          {(data?.tradedStrategies ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      <Button $look="quiet" type="button" disabled={!filtered} onClick={() => onChange({ ...ALL_TRADES, month: '' })}>
        <X size={15} aria-hidden /> Clear
      </Button>
    </Bar>
  )
}
