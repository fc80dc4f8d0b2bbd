import { CalendarDays, Divide, Percent, TrendingUp } from 'lucide-react'
import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, UNKNOWN } from '../../lib/formatMoney.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { StatCard, StatRow, StatSkeleton } from '../../ui/StatCard.tsx'
import { unproven } from './unproven.ts'

/**
 * Four figures of the agent's day and its last seven days: of live trades where there are any, and of the exploratory ones where there are no
 * proven ones, and then they say so.
 */
export function AgentStats({ status: { todayStats, weekStats } }: { status: AgentStatusPartsFragment }) {
  return (
    <StatRow>
      <StatCard
        title="Today's PnL"
        icon={TrendingUp}
        variant={variantOf(todayStats.totalNet)}
        beside={<BeforeCharges gross={todayStats.totalPnL} />}
        note={`${counted(todayStats.totalTrades, 'trade')}${ofWhich(todayStats)}`}
      >
        <ProfitLoss value={todayStats.totalNet} />
      </StatCard>
      <StatCard
        title="Win Rate (Today)"
        icon={Percent}
        note={`${formatCount(todayStats.completedTrades)} completed${ofWhich(todayStats)}, after charges`}
      >
        {formatRate(todayStats.winRate)}
      </StatCard>
      <StatCard
        title="Weekly PnL"
        icon={CalendarDays}
        variant={variantOf(weekStats.totalNet)}
        beside={<BeforeCharges gross={weekStats.totalPnL} />}
        note={`${counted(weekStats.totalTrades, 'trade')}${ofWhich(weekStats)}`}
      >
        <ProfitLoss value={weekStats.totalNet} />
      </StatCard>
      <StatCard
        title="Avg Per Trade"
        icon={Divide}
        beside={<BeforeCharges gross={weekStats.averagePnL} />}
        note={`Last 7 days${ofWhich(weekStats)}`}
      >
        <ProfitLoss value={weekStats.averageNet} />
      </StatCard>
    </StatRow>
  )
}

/** What the figures say about themselves: paper needs no label. */
const ofWhich = ({ mode, kind }: Pick<AgentStatusPartsFragment['todayStats'], 'mode' | 'kind'>) =>
  `${mode === 'LIVE' ? ', LIVE' : ''}${unproven(kind)}`

/** Before they are loaded. */
export function AgentStatsSkeleton() {
  return (
    <StatRow>
      <StatSkeleton title="Today's PnL" icon={TrendingUp} beside={UNKNOWN} note="0 trades" />
      <StatSkeleton title="Win Rate (Today)" icon={Percent} note="0 completed" />
      <StatSkeleton title="Weekly PnL" icon={CalendarDays} beside={UNKNOWN} note="0 trades" />
      <StatSkeleton title="Avg Per Trade" icon={Divide} beside={UNKNOWN} note="Last 7 days" />
    </StatRow>
  )
}

const variantOf = (profit: number) => (profit === 0 ? 'default' : profit > 0 ? 'profit' : 'loss')

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
