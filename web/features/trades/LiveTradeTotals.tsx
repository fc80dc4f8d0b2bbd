import { Activity, Percent, TrendingUp, Wallet } from 'lucide-react'
import { shownModes } from '../../../schema/TradeMode.ts'
import type { DayResultPartsFragment, TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { formatCount, formatRate } from '../../lib/formatMoney.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ModeRows } from '../../ui/ModeRows.tsx'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { StatCard } from '../../ui/StatCard.tsx'
import { fundsNote } from './fundsNote.ts'
import { openSymbols } from './legProfit.ts'
import { LiveTotalsSkeleton } from './LiveTotalsSkeleton.tsx'
import { TopRow } from './TopRow.ts'
import { profitOf } from './tradeView.ts'
import { useDayResults } from './useDayResults.ts'

/** The sums over the running trades and the day's win rate, of each mode that has a trade today, live first. */
export function LiveTradeTotals({ trades }: { trades: readonly TradePartsFragment[] }) {
  const results = useDayResults()
  // Not before it is known which rows there are: none comes between those that are shown.
  if (results === null) return <LiveTotalsSkeleton />
  const modes = shownModes((mode) => trades.some((trade) => trade.mode === mode) || (results[mode]?.totalTrades ?? 0) > 0)
  return (
    <ModeRows
      modes={modes}
      row={(mode, named) => <TotalsOfMode trades={trades.filter((trade) => trade.mode === mode)} result={results[mode]} named={named} />}
    />
  )
}

interface TotalsOfModeProps {
  trades: readonly TradePartsFragment[]
  result: DayResultPartsFragment | null
  named: string
}

/** One mode's figures, moving with the prices; the profit is unknown while one price is. */
function TotalsOfMode({ trades, result, named }: TotalsOfModeProps) {
  const priceOf = usePrices(openSymbols(trades))
  const { gross, net } = profitOf(trades, priceOf)
  const exposure = trades.reduce((sum, trade) => sum + trade.fundUsed, 0)
  return (
    <TopRow>
      <StatCard
        title={`Total P&L${named}`}
        icon={TrendingUp}
        beside={
          <span className="live-price">
            <BeforeCharges gross={gross} />
          </span>
        }
        note={<NetNote {...{ gross, net }} isOpen={trades.length > 0} />}
      >
        <span className="live-price">
          <ProfitLoss value={net} />
        </span>
      </StatCard>
      <StatCard title={`Total Exposure${named}`} icon={Wallet} note={fundsNote(trades)}>
        <Rupees value={exposure} />
      </StatCard>
      <StatCard
        title={`Active Trades${named}`}
        icon={Activity}
        note={trades.length === 0 ? 'No open trades' : named === '' ? 'On paper' : 'Open now'}
      >
        {formatCount(trades.length)}
      </StatCard>
      <StatCard
        title={`Win Rate${named}`}
        icon={Percent}
        note={`${result ? `${formatCount(result.totalTrades)} closed` : 'Closed'} today, after charges`}
      >
        {formatRate(result?.winRate ?? null)}
      </StatCard>
    </TopRow>
  )
}
