import { Activity, Percent, TrendingUp, Wallet } from 'lucide-react'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { StatSkeleton } from '../../ui/StatCard.tsx'
import { TopRow } from './TopRow.ts'

/** The figures of Live Trades while they are on their way. */
export function LiveTotalsSkeleton() {
  return (
    <TopRow>
      <StatSkeleton title="Total P&L" icon={TrendingUp} beside={UNKNOWN} note="Net of charges" />
      <StatSkeleton title="Total Exposure" icon={Wallet} note="Premium paid" />
      <StatSkeleton title="Active Trades" icon={Activity} note="On paper" />
      <StatSkeleton title="Win Rate" icon={Percent} note="Closed today, after charges" />
    </TopRow>
  )
}
