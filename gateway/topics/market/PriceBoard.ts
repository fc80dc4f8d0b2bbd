import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import type { PriceTuple } from '../../../schema/events/SakhaEvent.ts'
import type { Price } from '../../../schema/graphql/market.ts'
import { bucketStart } from '../../../schema/market/candles.ts'
import { toRupees, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'

/**
 * At most ten messages a second per reader. Well below the engine's 250 ms between prices: one late price must not delay those that come in
 * time after it.
 */
const FLUSH_MS = 100

/** The minute a price belongs to, as far as prices were published. */
interface FormingMinute {
  readonly time: Instant
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
}

interface LastPrice {
  readonly price: Paise
  readonly at: Instant
  readonly minute: FormingMinute
  /** Whether the minute was followed from its beginning. */
  readonly whole: boolean
}

interface Reader {
  readonly symbols: ReadonlySet<string>
  push(prices: Price[]): void
}

/**
 * The last price of every index and option the engine publishes, and who follows which. Prices go out in batches: at once after a pause,
 * then ten times a second.
 */
export class PriceBoard {
  readonly #last = new Map<string, LastPrice>()
  readonly #moved = new Set<string>()
  readonly #readers = new Set<Reader>()
  #timer: NodeJS.Timeout | null = null

  last(symbol: string): { readonly price: Paise; readonly at: Instant } | null {
    return this.#last.get(symbol) ?? null
  }

  /** The forming minute; null when its beginning was missed. */
  forming(symbol: string): (FormingMinute & { readonly close: Paise }) | null {
    const last = this.#last.get(symbol)
    return last?.whole ? { ...last.minute, close: last.price } : null
  }

  apply(prices: readonly PriceTuple[]): void {
    for (const [symbol, price, at] of prices) {
      this.#last.set(symbol, afterPrice(this.#last.get(symbol), price, at))
      this.#moved.add(symbol)
    }
    // Not within this call: what arrives together is sent together.
    this.#timer ??= setTimeout(() => this.#flush(), 0)
  }

  /** Clears everything: another market's prices are not this one's. */
  clear(): void {
    this.#last.clear()
    this.#moved.clear()
  }

  /** First the known prices of these symbols (maybe none), then whatever moves, until the reader stops. */
  stream(symbols: ReadonlySet<string>): AsyncIterable<Price[]> {
    return new Repeater<Price[]>(async (push, stop) => {
      const reader = { symbols, push: (prices: Price[]) => void push(prices) }
      this.#readers.add(reader)
      reader.push(this.#of(symbols))
      await stop
      this.#readers.delete(reader)
    }, new SlidingBuffer(64))
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#moved.size > 0) this.#flush()
    }, FLUSH_MS)
    for (const reader of this.#readers) {
      const moved = this.#of([...reader.symbols].filter((symbol) => this.#moved.has(symbol)))
      if (moved.length > 0) reader.push(moved)
    }
    this.#moved.clear()
  }

  #of(symbols: Iterable<string>): Price[] {
    const prices: Price[] = []
    for (const symbol of symbols) {
      const known = this.#last.get(symbol)
      if (known) prices.push({ symbol, price: toRupees(known.price), time: new Date(known.at) })
    }
    return prices
  }
}

function afterPrice(before: LastPrice | undefined, price: Paise, at: Instant): LastPrice {
  const time = bucketStart(at, 1)
  if (before?.minute.time === time) {
    const { open, high, low } = before.minute
    const minute = { time, open, high: price > high ? price : high, low: price < low ? price : low }
    return { price, at, minute, whole: before.whole }
  }
  const whole = before !== undefined && before.minute.time < time
  return { price, at, minute: { time, open: price, high: price, low: price }, whole }
}
