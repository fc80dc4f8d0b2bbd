import { Activity, TrendingUp, Wallet } from 'lucide-react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'
import { DayWinRate } from './DayWinRate.tsx'
import { fundsNote } from './fundsNote.ts'
import { openSymbols } from './legProfit.ts'
import { modeNote } from './modeNote.ts'
import { profitOf } from './tradeView.ts'

/** The sums over the running trades, moving with their prices; the profit is unknown while one price is. */
export function LiveTradeTotals({ trades }: { trades: readonly TradePartsFragment[] }) {
  const priceOf = usePrices(openSymbols(trades))
  const { gross, net } = profitOf(trades, priceOf)
  const exposure = trades.reduce((sum, trade) => sum + trade.fundUsed, 0)
  return (
    <StatRow>
      <StatCard title="Total P&L" icon={TrendingUp} note={<NetNote value={net} />}>
        <span className="live-price">
          <ProfitLoss value={gross} />
        </span>
      </StatCard>
      <StatCard title="Total Exposure" icon={Wallet} note={fundsNote(trades)}>
        <Rupees value={exposure} />
      </StatCard>
      <StatCard title="Active Trades" icon={Activity} note={modeNote(trades)}>
        {formatCount(trades.length)}
      </StatCard>
      <DayWinRate />
    </StatRow>
  )
}
