import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SCREENS } from '../../../schema/paths.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ALL_TRADES, type FilterChange, type ReportFilters } from './useReportFilters.ts'

interface NoTradesProps {
  filters: ReportFilters
  onChange: (changes: FilterChange) => void
}

/** Why there is nothing to report, and the way to something. */
export function NoTrades({ filters, onChange }: NoTradesProps) {
  if (filters.mode === 'LIVE')
    return (
      <EmptyState icon={ChartColumn} title="No live trades" text="No trades were closed live that match your filters.">
        <Button $look="quiet" type="button" onClick={() => onChange({ mode: 'PAPER' })}>
          Show paper trades
        </Button>
      </EmptyState>
    )
  if (Object.keys(ALL_TRADES).some((name) => Reflect.get(filters, name) !== ''))
    return (
      <EmptyState icon={ChartColumn} title="No closed trades" text="No trades were closed that match your filters.">
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
