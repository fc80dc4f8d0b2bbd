import { Activity, Layers, TrendingUp, Wallet } from 'lucide-react'
import type { DashboardQuery } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useStops } from '../../gql/useStops.ts'
import { formatCount, formatFunds, formatSignedPercent } from '../../lib/formatMoney.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ModeRows } from '../../ui/ModeRows.tsx'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'
import { DayLimits } from './DayLimits.tsx'
import { fundsNote } from './fundsNote.ts'
import { openSymbols } from './legProfit.ts'
import { profitOf } from './tradeView.ts'

/** The market day in four figures for each mode that has anything today, live first, and what its limits leave. */
export function TodayStats({ dashboard: { byMode, liveTrades }, account }: Pick<DashboardQuery, 'dashboard' | 'account'>) {
  return (
    <ModeRows
      modes={byMode.map(({ mode }) => mode)}
      row={(mode, named) => (
        <StatsOfMode
          stats={byMode.find((stats) => stats.mode === mode)!}
          running={liveTrades.filter((trade) => trade.mode === mode)}
          named={named}
          account={account}
        />
      )}
    />
  )
}

interface StatsOfModeProps {
  stats: DashboardQuery['dashboard']['byMode'][number]
  running: DashboardQuery['dashboard']['liveTrades']
  named: string
  account: DashboardQuery['account']
}

/** One mode's figures; the profit moves with the prices of the running trades and is unknown while one of these is. */
function StatsOfMode({ stats, running, named, account }: StatsOfModeProps) {
  const { closedPnL, closedNetPnL, totalTrades, activeStrategies, todayFundsUsed } = stats
  const priceOf = usePrices(openSymbols(running))
  const { gross, net } = profitOf(running, priceOf, { gross: closedPnL, net: closedNetPnL })
  const percent = profitPercent(net, todayFundsUsed)
  const stops = useStops()
  const mayTrade = useMayTrade()
  return (
    <>
      <StatRow>
        <StatCard
          title={`Today's P&L${named}`}
          icon={TrendingUp}
          variant={net === null || net === 0 ? 'default' : net > 0 ? 'profit' : 'loss'}
          trend={percent === null ? null : { value: formatSignedPercent(percent), isPositive: percent >= 0 }}
          beside={
            <span className="live-price">
              <BeforeCharges gross={gross} />
            </span>
          }
          note={<NetNote {...{ gross, net }} isOpen={running.length > 0} />}
        >
          <span className="live-price">
            <ProfitLoss value={net} />
          </span>
        </StatCard>
        <StatCard title={`Today's Trades${named}`} icon={Activity} note={`${formatCount(running.length)} running`}>
          {formatCount(totalTrades)}
        </StatCard>
        <StatCard
          title={`Active Strategies${named}`}
          icon={Layers}
          variant={stops.all ? 'warning' : 'default'}
          note={stops.all ? `Stopped; ${formatCount(activeStrategies)} switched on` : 'Switched on'}
        >
          {formatCount(stops.all ? 0 : activeStrategies)}
        </StatCard>
        <StatCard title={`Today's Funds Used${named}`} icon={Wallet} note={fundsNote(running)}>
          <Rupees value={todayFundsUsed} format={formatFunds} />
        </StatCard>
      </StatRow>
      {mayTrade ? <DayLimits mode={stats.mode} net={net} account={account} /> : null}
    </>
  )
}

/** Profit in per cent of the funds used; null while the profit is unknown or nothing was used. */
export function profitPercent(profit: number | null, fundsUsed: number): number | null {
  return profit === null || fundsUsed === 0 ? null : (profit / fundsUsed) * 100
}
