import { Activity, Percent, TrendingUp, Wallet } from 'lucide-react'
import { StatRow, StatSkeleton } from '../../ui/StatCard.tsx'

/** The figures of Live Trades while they are on their way. */
export function LiveTotalsSkeleton() {
  return (
    <StatRow>
      <StatSkeleton title="Total P&L" icon={TrendingUp} note="Net of charges" />
      <StatSkeleton title="Total Exposure" icon={Wallet} note="Premium paid" />
      <StatSkeleton title="Active Trades" icon={Activity} note="On paper" />
      <StatSkeleton title="Win Rate" icon={Percent} note="Closed today" />
    </StatRow>
  )
}
