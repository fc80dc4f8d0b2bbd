import { Activity, Layers, TrendingUp, Wallet } from 'lucide-react'
import type { DashboardQuery } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useStops } from '../../gql/useStops.ts'
import { formatCount, formatFunds, formatSignedPercent } from '../../lib/formatMoney.ts'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'
import { fundsNote } from './fundsNote.ts'
import { openSymbols } from './legProfit.ts'
import { profitOf } from './tradeView.ts'

/** The market day in four figures, on paper or live; its profit moves with the prices of the running trades and is unknown while one of these is. */
export function TodayStats({ dashboard: { todayStats, liveTrades } }: { dashboard: DashboardQuery['dashboard'] }) {
  const { mode } = todayStats
  const counted = liveTrades.filter((trade) => trade.mode === mode)
  const priceOf = usePrices(openSymbols(counted))
  const { closedPnL, closedNetPnL, activeStrategies, todayFundsUsed } = todayStats
  const { gross, net } = profitOf(counted, priceOf, { gross: closedPnL, net: closedNetPnL })
  const percent = profitPercent(gross, todayFundsUsed)
  const stops = useStops()
  return (
    <StatRow>
      <StatCard
        title={mode === 'LIVE' ? "Today's P&L, LIVE" : "Today's P&L"}
        icon={TrendingUp}
        variant={gross === null || gross === 0 ? 'default' : gross > 0 ? 'profit' : 'loss'}
        trend={percent === null ? null : { value: formatSignedPercent(percent), isPositive: percent >= 0 }}
        note={<NetNote value={net} />}
      >
        <span className="live-price">
          <ProfitLoss value={gross} />
        </span>
      </StatCard>
      <StatCard title="Today's Trades" icon={Activity} note={`${formatCount(counted.length)} running${mode === 'LIVE' ? ', LIVE' : ''}`}>
        {formatCount(todayStats.totalTrades)}
      </StatCard>
      <StatCard
        title="Active Strategies"
        icon={Layers}
        variant={stops.all ? 'warning' : 'default'}
        note={stops.all ? `Stopped; ${formatCount(activeStrategies)} switched on` : 'Switched on'}
      >
        {formatCount(stops.all ? 0 : activeStrategies)}
      </StatCard>
      <StatCard title="Today's Funds Used" icon={Wallet} note={fundsNote(counted)}>
        <Rupees value={todayFundsUsed} format={formatFunds} />
      </StatCard>
    </StatRow>
  )
}

/** Profit in per cent of the funds used; null while the profit is unknown or nothing was used. */
export function profitPercent(profit: number | null, fundsUsed: number): number | null {
  return profit === null || fundsUsed === 0 ? null : (profit / fundsUsed) * 100
}
