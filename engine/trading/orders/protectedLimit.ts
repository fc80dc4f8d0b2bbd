import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { PriceProtection } from '../../../schema/market/MarketTables.ts'
import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { OptionContract, OrderRequest, Tick } from '../../broker/port.ts'
import { touchOf } from '../../broker/touchOf.ts'

/** How far beyond the touch an order's limit lies: a fraction of the premium, and at least so many price steps. */
const BAND = { fraction: 0.005, ticks: 2 }

/** The exchange's price range for orders, bounds included. */
export interface PriceRange {
  readonly low: Paise
  readonly high: Paise
}

/**
 * The limit an order is sent with: the quote's opposite side plus a band, so that it fills at once and never far from the price seen;
 * rounded to the contract's steps and clamped to `protection`. The last price stands in for an empty opposite side.
 */
export function protectedLimit(
  order: Pick<OrderRequest, 'side' | 'contract'>,
  quote: Tick,
  rules: Pick<MarketRules, 'sessionHours'>,
  protection: PriceProtection | null,
): Paise {
  const { tick } = order.contract
  const touch = touchOf(order, quote, rules) ?? quote.lastPrice
  const band = Math.max(touch * BAND.fraction, BAND.ticks * tick)
  const range = priceRangeOf(order.contract, protection, quote.lastPrice)
  if (order.side === 'BUY') return paise(Math.min(roundToTick(touch + band, tick, 'down'), range?.high ?? Infinity))
  return paise(Math.max(roundToTick(touch - band, tick, 'up'), range?.low ?? tick))
}

/**
 * The price range of a contract's exchange, around its last price in place of the average of its last trades. Null when its rule is
 * unknown.
 */
export function priceRangeOf(
  { tick }: Pick<OptionContract, 'tick'>,
  protection: PriceProtection | null,
  lastPrice: Paise,
): PriceRange | null {
  if (!protection) return null
  const { nearPaise, amountPaise, percent } = protection
  const reach = lastPrice <= nearPaise ? amountPaise : (lastPrice * percent) / 100
  return {
    low: paise(Math.max(tick, roundToTick(lastPrice - reach, tick, 'up'))),
    high: roundToTick(lastPrice + reach, tick, 'down'),
  }
}
