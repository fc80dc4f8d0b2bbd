import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'

const INTERVAL_MS = 250
/** 100 tuples are some 5,000 bytes as JSON; a notification holds 7,900. */
const PRICES_PER_FLUSH = 100

/**
 * Throttles prices: the first after a pause passes at once, then at most one per symbol and 250 ms, the latest, and only when it moved.
 */
export class PriceConflator {
  readonly #flush: (prices: readonly PriceTuple[]) => void
  readonly #waiting = new Map<string, PriceTuple>()
  readonly #sent = new Map<string, Paise>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  /** `flush` gets at most 100 prices a call, each symbol once. */
  constructor(flush: (prices: readonly PriceTuple[]) => void) {
    this.#flush = flush
  }

  /** A symbol's latest price; `at` is the exchange's time. */
  put(symbol: string, price: Paise, at: Instant): void {
    if (this.#stopped) return
    if (this.#sent.get(symbol) === price) this.#waiting.delete(symbol)
    else this.#waiting.set(symbol, [symbol, price, at])
    // Not within this call: prices of one message go out together.
    this.#timer ??= setTimeout(() => this.#send(), 0)
  }

  /** The symbol is no longer followed. */
  forget(symbol: string): void {
    this.#waiting.delete(symbol)
    this.#sent.delete(symbol)
  }

  /** For good: waiting and future prices are dropped. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #send(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#waiting.size > 0) this.#send()
    }, INTERVAL_MS)
    const prices = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const [symbol, price] of prices) this.#sent.set(symbol, price)
    for (let start = 0; start < prices.length; start += PRICES_PER_FLUSH) this.#flush(prices.slice(start, start + PRICES_PER_FLUSH))
  }
}
