import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { paise, roundToTick, type Paise } from '../../schema/money.ts'
import type { OptionContract, OrderRequest, Tick } from '../broker/port.ts'
import { touchOf } from '../broker/touchOf.ts'

/** How far beyond the touch an order's limit lies: a fraction of the premium, and no less than so many price steps. */
const BAND = { fraction: 0.005, ticks: 2 }

/** The limit price protection of the NSE: premiums up to `near` by an amount, those above by a fraction of the last trades' average. */
const NSE_PROTECTION = { near: paise(50_00), amount: paise(20_00), fraction: 0.4 }

/** The prices between which the exchange takes orders, both included. */
export interface PriceRange {
  readonly low: Paise
  readonly high: Paise
}

/**
 * What an order is sent with: the price at which the quote's other side trades, and a band beyond it, so that it is filled at once and
 * never far from what was seen; on the contract's steps, and inside of `range`. With the other side empty the last price stands in.
 */
export function protectedLimit(
  order: Pick<OrderRequest, 'side' | 'contract'>,
  quote: Tick,
  rules: Pick<MarketRules, 'sessionHours'>,
): Paise {
  const { tick } = order.contract
  const touch = touchOf(order, quote, rules) ?? quote.lastPrice
  const band = Math.max(touch * BAND.fraction, BAND.ticks * tick)
  const range = priceRangeOf(order.contract, quote.lastPrice)
  if (order.side === 'BUY') return paise(Math.min(roundToTick(touch + band, tick, 'down'), range?.high ?? Infinity))
  return paise(Math.max(roundToTick(touch - band, tick, 'up'), range?.low ?? tick))
}

/**
 * Where a contract's exchange takes orders, around its last price in place of the last trades' average. Null where its rule is not known:
 * the BSE's of 2026 is not.
 */
export function priceRangeOf({ exchange, tick }: Pick<OptionContract, 'exchange' | 'tick'>, lastPrice: Paise): PriceRange | null {
  if (exchange !== 'NFO') return null
  const { near, amount, fraction } = NSE_PROTECTION
  const reach = lastPrice <= near ? amount : lastPrice * fraction
  return {
    low: paise(Math.max(tick, roundToTick(lastPrice - reach, tick, 'up'))),
    high: roundToTick(lastPrice + reach, tick, 'down'),
  }
}
