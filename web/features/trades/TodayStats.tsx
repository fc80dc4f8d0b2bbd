import { Activity, Layers, TrendingUp, Wallet } from 'lucide-react'
import type { DashboardQuery } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { formatCount, formatSignedPercent } from '../../lib/formatMoney.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'
import { grossProfit } from './tradeView.ts'

/** The market day in four figures; its profit moves with the prices of the running trades and is unknown while one of these is. */
export function TodayStats({ dashboard: { todayStats, liveTrades } }: { dashboard: DashboardQuery['dashboard'] }) {
  const priceOf = usePrices(liveTrades.map((trade) => trade.option))
  const total = liveTrades.reduce<number | null>((sum, trade) => {
    const profit = grossProfit(trade, priceOf(trade.option) ?? trade.ltp)
    return sum === null || profit === null ? null : sum + profit
  }, todayStats.closedPnL)
  const trend = profitPercent(total, todayStats.todayFundsUsed)
  return (
    <StatRow>
      <StatCard
        title="Today's P&L"
        icon={TrendingUp}
        note={trend === null ? 'Before charges' : `${formatSignedPercent(trend)} of funds used`}
      >
        <span className="live-price">
          <ProfitLoss value={total} />
        </span>
      </StatCard>
      <StatCard title="Today's Trades" icon={Activity} note={`${formatCount(liveTrades.length)} running`}>
        {formatCount(todayStats.totalTrades)}
      </StatCard>
      <StatCard title="Active Strategies" icon={Layers} note="Switched on">
        {formatCount(todayStats.activeStrategies)}
      </StatCard>
      <StatCard title="Today's Funds Used" icon={Wallet} note="Premium paid">
        <Rupees value={todayStats.todayFundsUsed} />
      </StatCard>
    </StatRow>
  )
}

/** Profit in per cent of the funds used; null while the profit is unknown or nothing was used. */
export function profitPercent(profit: number | null, fundsUsed: number): number | null {
  return profit === null || fundsUsed === 0 ? null : (profit / fundsUsed) * 100
}
