import { paise, type Paise } from '../../../schema/money.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/** How far a trade went against its owner, and for them, while it was open: paise of the whole trade before charges, never below zero. */
export interface Excursion {
  readonly adverse: Paise
  readonly favourable: Paise
}

/**
 * Maximum adverse and maximum favourable excursion (Sweeney, "Maximum Adverse Excursion", 1997): from the price of the entry to the worst
 * and the best price while the trade was open, the exit's included. For an option from the premiums it was watched at, for a position from
 * the gross P&L of its legs together, for the index from the minutes between entry and exit.
 */
export function excursionOf(trade: BacktestTrade, market: BacktestMarket): Excursion {
  const { side, contract, quantity, entryPrice, exitPrice, gross } = trade
  const { lowest, highest } = trade.extremes ?? extremesOf(trade, market)
  // An option is bought whichever the side.
  const direction = contract === null && side === 'SHORT' ? -1 : 1
  const gains =
    entryPrice === null || exitPrice === null
      ? [lowest, highest, gross]
      : [lowest, highest, exitPrice].map((price) => (price - entryPrice) * direction * quantity)
  return { adverse: paise(-Math.min(0, ...gains)), favourable: paise(Math.max(0, ...gains)) }
}

function extremesOf({ entryTime, exitTime }: BacktestTrade, { minutes }: BacktestMarket) {
  const { time, low, high } = minutes
  const first = firstAtOrAfter(time, entryTime, 0)
  let [lowest, highest] = [first, first]
  for (let minute = first; minute < time.length && time[minute]! < exitTime; minute++) {
    if (low[minute]! < low[lowest]!) lowest = minute
    if (high[minute]! > high[highest]!) highest = minute
  }
  return { lowest: columnPrice(low, lowest), highest: columnPrice(high, highest) }
}
