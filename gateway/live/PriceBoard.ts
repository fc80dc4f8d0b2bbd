import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import type { PriceTuple } from '../../schema/events.ts'
import type { Price } from '../../schema/graphql/market.ts'
import { toRupees, type Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'

/** At most four messages a second to one reader. */
const FLUSH_MS = 250

interface Reader {
  readonly symbols: ReadonlySet<string>
  push(prices: Price[]): void
}

/** The last price of every index and option the engine speaks of, and who follows which. Prices are told together, four times a second. */
export class PriceBoard {
  readonly #last = new Map<string, { readonly price: Paise; readonly at: Instant }>()
  readonly #moved = new Set<string>()
  readonly #readers = new Set<Reader>()
  #timer: NodeJS.Timeout | null = null

  last(symbol: string): { readonly price: Paise; readonly at: Instant } | null {
    return this.#last.get(symbol) ?? null
  }

  apply(prices: readonly PriceTuple[]): void {
    for (const [symbol, price, at] of prices) {
      this.#last.set(symbol, { price, at })
      this.#moved.add(symbol)
    }
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS)
  }

  /** Forgets everything: another market's prices are not this one's. */
  clear(): void {
    this.#last.clear()
    this.#moved.clear()
  }

  /** First what is known now of these symbols (perhaps nothing), then whatever moved, until the reader stops. */
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
    this.#timer = null
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
