import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { formatRupees, type Paise } from '../../../schema/money.ts'
import { formatTimeOfDay, istDate, istMinuteOfDay, type Instant } from '../../../schema/time.ts'
import { EXIT_TEXTS } from '../../../schema/trading/exits.ts'
import type { BacktestLeg, BacktestTrade } from '../trades/BacktestResult.ts'

/** Why a trade was opened and why it was closed, for a person: times in India, prices in rupees. */
export function describeTrade(trade: BacktestTrade, index: IndexSymbol): { readonly opened: string; readonly closed: string } {
  const { side, candleTime, indexPrice, entryTime, exitTime, exitPrice, exitReason, charges, net, legs } = trade
  const what =
    legs.length > 0
      ? legs
          .filter((leg) => leg.entryTime === entryTime)
          .map(describeLeg)
          .join(', ')
      : describeOption(trade, index)
  return {
    opened:
      `${what} on ${istDate(entryTime)} at ${timeOf(entryTime)}: ` +
      `${side} signal on the ${timeOf(candleTime)} bar, ${INDICES[index].label} at ${formatRupees(indexPrice)}.`,
    closed:
      `Closed${priceText(exitPrice)} on ${istDate(exitTime)} at ${timeOf(exitTime)}: ${EXIT_TEXTS[exitReason]}. ` +
      `Net ${formatRupees(net)} after ${formatRupees(charges)} of charges.`,
  }
}

function describeOption({ side, option, quantity, entryPrice }: BacktestTrade, index: IndexSymbol): string {
  const verb = side === 'SHORT' && option === null ? 'Sold' : 'Bought'
  return `${verb} ${quantity} ${option ?? INDICES[index].label}${priceText(entryPrice)}`
}

function describeLeg({ side, quantity, contract, entryPrice }: BacktestLeg): string {
  return `${side === 'BUY' ? 'Bought' : 'Sold'} ${quantity} ${contract.tradingSymbol}${priceText(entryPrice)}`
}

function priceText(price: Paise | null): string {
  return price === null ? '' : ` at ${formatRupees(price)}`
}

function timeOf(at: Instant): string {
  return formatTimeOfDay(istMinuteOfDay(at))
}
