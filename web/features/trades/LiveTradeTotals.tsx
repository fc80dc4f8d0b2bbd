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

/** The sums over the running trades, of the live ones alone where there are any, moving with their prices; the profit is unknown while one price is. */
export function LiveTradeTotals({ trades }: { trades: readonly TradePartsFragment[] }) {
  const live = trades.filter(({ mode }) => mode === 'LIVE')
  const counted = live.length > 0 ? live : trades
  const which = live.length > 0 ? ', LIVE' : ''
  const priceOf = usePrices(openSymbols(counted))
  const { gross, net } = profitOf(counted, priceOf)
  const exposure = counted.reduce((sum, trade) => sum + trade.fundUsed, 0)
  return (
    <StatRow>
      <StatCard title={`Total P&L${which}`} icon={TrendingUp} note={<NetNote value={net} />}>
        <span className="live-price">
          <ProfitLoss value={gross} />
        </span>
      </StatCard>
      <StatCard title={`Total Exposure${which}`} icon={Wallet} note={fundsNote(counted)}>
        <Rupees value={exposure} />
      </StatCard>
      <StatCard title="Active Trades" icon={Activity} note={modeNote(trades)}>
        {formatCount(trades.length)}
      </StatCard>
      <DayWinRate />
    </StatRow>
  )
}
