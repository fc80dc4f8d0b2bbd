import { INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import { formatRupees } from '../../schema/money.ts'
import { formatTimeOfDay, istDate, istMinuteOfDay, type Instant } from '../../schema/time.ts'
import { EXIT_TEXTS } from '../../schema/trading/exits.ts'
import type { BacktestTrade } from './BacktestResult.ts'

/** Why a trade was opened and why it was closed, for a person: times in India, prices in rupees. */
export function describeTrade(trade: BacktestTrade, index: IndexSymbol): { readonly opened: string; readonly closed: string } {
  const { side, candleTime, indexPrice, contract, quantity, entryTime, entryPrice, exitTime, exitPrice, exitReason, charges, net } = trade
  const what = contract ? contract.tradingSymbol : INDICES[index].label
  const verb = side === 'SHORT' && !contract ? 'Sold' : 'Bought'
  return {
    opened:
      `${verb} ${quantity} ${what} at ${formatRupees(entryPrice)} on ${istDate(entryTime)} at ${timeOf(entryTime)}: ` +
      `${side} signal on the ${timeOf(candleTime)} bar, ${INDICES[index].label} at ${formatRupees(indexPrice)}.`,
    closed:
      `Closed at ${formatRupees(exitPrice)} on ${istDate(exitTime)} at ${timeOf(exitTime)}: ${EXIT_TEXTS[exitReason]}. ` +
      `Net ${formatRupees(net)} after ${formatRupees(charges)} of charges.`,
  }
}

function timeOf(at: Instant): string {
  return formatTimeOfDay(istMinuteOfDay(at))
}
