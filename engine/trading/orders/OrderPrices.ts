import type { Result } from '../../../schema/errors.ts'
import { ENTRY_LIMITS } from '../../../schema/limits.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { InstrumentKey, OrderRequest, Tick, WaitingByHand } from '../../broker/port.ts'
import type { OrderFault } from './checkOrder.ts'
import { DayQuotes } from './DayQuotes.ts'
import { OrderLimits } from './OrderLimits.ts'
import type { SentOrder } from './orders.ts'
import { pricedRequest } from './pricedRequest.ts'
import { protectedLimit } from './protectedLimit.ts'

/** Prices orders by the latest quotes of the market day, within the exchange's bounds. Quotes and market time are pushed in. */
export class OrderPrices {
  readonly #rules: () => MarketRules
  readonly #quotes: DayQuotes
  readonly #limits: OrderLimits
  #now: Instant

  constructor(rules: () => MarketRules, now: Instant) {
    this.#rules = rules
    this.#now = now
    this.#quotes = new DayQuotes(now)
    this.#limits = new OrderLimits(rules)
  }

  onTick(tick: Tick): void {
    this.#quotes.onTick(tick)
  }

  onTime(now: Instant): void {
    this.#now = now
    this.#quotes.onTime(now)
  }

  /** Whether a contract was quoted today. */
  has(contract: InstrumentKey): boolean {
    return this.#quotes.of(contract) !== null
  }

  /** Market time of the latest quote of a contract; null without one today. */
  quotedAt(contract: InstrumentKey): Instant | null {
    return this.#quotes.of(contract)?.at ?? null
  }

  /** Whether an order by hand trades at the latest quote: it is at the market, or its limit is reached. Without a quote it may. */
  isReached({ contract, side, pricing }: Pick<WaitingByHand, 'contract' | 'side' | 'pricing'>): boolean {
    if (pricing.kind !== 'LIMIT') return false
    const quote = this.#quotes.of(contract)
    // The broker shows an order at the market as one with a limit, or with none.
    if (!quote || pricing.limit === 0) return true
    return side === 'SELL' ? pricing.limit <= (quote.bid ?? quote.lastPrice) : pricing.limit >= (quote.ask ?? quote.lastPrice)
  }

  /** Whether it closes an expired contract: that waits for its settlement, at any price and without a quote. */
  closesExpired({ purpose, contract: { expiry } }: SentOrder): boolean {
    return purpose === 'EXIT' && this.#rules().sessionHours(expiry).close <= this.#now
  }

  /** The request for an order, or why an exchange would refuse it; null while there is no quote to price it by. */
  request(order: SentOrder): Result<OrderRequest, OrderFault> | null {
    const quote = this.#quotes.of(order.contract)
    if (!quote && !this.closesExpired(order)) return null
    return pricedRequest(order, quote, this.#rules(), this.#limits.of(order.contract, this.#now))
  }

  /**
   * The limit that an order at the broker must have now; null without a quote. `first`: the limit it was first sent with: an entry costs no
   * more than was set aside for it then.
   */
  limit(order: SentOrder, first: Paise | null): Paise | null {
    const quote = this.#quotes.of(order.contract)
    if (!quote) return null
    const { protection } = this.#limits.of(order.contract, this.#now)
    const limit = protectedLimit(order, quote, this.#rules(), protection)
    if (order.purpose === 'EXIT' || first === null) return limit
    const room = (first * ENTRY_LIMITS.reservePercent) / 100
    const { tick } = order.contract
    return order.side === 'BUY'
      ? paise(Math.min(limit, roundToTick(first + room, tick, 'down')))
      : paise(Math.max(limit, roundToTick(first - room, tick, 'up')))
  }
}
