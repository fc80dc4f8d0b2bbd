import { useQuery } from '@apollo/client/react'
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SCREENS } from '../../../schema/paths.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { ReportDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ALL_TRADES, toInput, type FilterChange, type ReportFilters } from './useReportFilters.ts'

interface NoTradesProps {
  filters: ReportFilters
  onChange: (changes: FilterChange) => void
}

const WORDS = {
  PAPER: {
    title: 'No paper trades',
    none: 'No trades were closed on paper that match your filters.',
    there: 'on paper',
    show: 'Show paper trades',
  },
  LIVE: { title: 'No live trades', none: 'No trades were closed live that match your filters.', there: 'live', show: 'Show live trades' },
} as const satisfies Record<TradeMode, object>

/** Why there is nothing to report, and the way to something: the other mode where it has such trades. */
export function NoTrades({ filters, onChange }: NoTradesProps) {
  const other = filters.mode === 'LIVE' ? 'PAPER' : 'LIVE'
  const { data, loading } = useQuery(ReportDocument, { variables: { input: toInput({ ...filters, mode: other }) } })
  if (loading) return null
  const { title, none } = WORDS[filters.mode]
  const elsewhere = data?.report.trades ?? 0
  if (elsewhere > 0)
    return (
      <EmptyState
        icon={ChartColumn}
        title={title}
        text={`${none} There ${elsewhere === 1 ? 'is' : 'are'} ${formatCount(elsewhere)} ${WORDS[other].there}.`}
      >
        <Button $look="quiet" type="button" onClick={() => onChange({ mode: other })}>
          {WORDS[other].show}
        </Button>
      </EmptyState>
    )
  if (Object.keys(ALL_TRADES).some((name) => Reflect.get(filters, name) !== ''))
    return (
      <EmptyState icon={ChartColumn} title={title} text={none}>
        <Button $look="quiet" type="button" onClick={() => onChange({ ...ALL_TRADES, month: '' })}>
          Clear filters
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={ChartColumn} title="Nothing to report yet" text="Your reports begin with your first closed trade.">
      <Button as={Link} to={SCREENS.strategies} $look="quiet">
        Browse Strategies
      </Button>
    </EmptyState>
  )
}
