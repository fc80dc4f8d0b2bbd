import type { Instant } from '../../schema/time.ts'
import { serverNow } from './serverClock.ts'

/** A last price in rupees, when the exchange made it, and which way it went. */
export interface LivePrice {
  readonly price: number
  readonly at: Instant
  readonly direction: 'up' | 'down' | 'same'
}

export interface PriceUpdate {
  readonly symbol: string
  /** Rupees. */
  readonly price: number
  readonly at: Instant
}

/** Subscribes to prices of these symbols; returns the unsubscribe function. */
export type OpenPrices = (symbols: readonly string[], onPrices: (updates: readonly PriceUpdate[]) => void) => () => void

/**
 * Last prices by symbol, outside React and outside the Apollo cache. Prices that arrive between two frames are painted once: listeners run
 * in one animation frame, only those of symbols whose price moved. It subscribes to the symbols that have listeners, and resubscribes when
 * that set changes.
 */
export class PriceStore {
  readonly #open: OpenPrices
  readonly #prices = new Map<string, LivePrice>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #pending = new Map<string, PriceUpdate>()
  #openSymbols = ''
  #closeDelivery: (() => void) | null = null
  #reopenQueued = false
  #frameQueued = false
  #receivedAt: Instant | null = null
  #version = 0

  constructor(open: OpenPrices) {
    this.#open = open
  }

  /** The last painted price; undefined when none came yet. The same object until the next price. */
  get(symbol: string): LivePrice | undefined {
    return this.#prices.get(symbol)
  }

  /** Grows with every painted frame: a snapshot for readers of several prices. */
  get version(): number {
    return this.#version
  }

  /** Real time of the last change: a first price, or one that differs from the known one (repeats do not count). Null before it. */
  get receivedAt(): Instant | null {
    return this.#receivedAt
  }

  /** Calls `listener` once per frame in which one of the symbols moved. Returns the unsubscribe function. */
  subscribe(symbols: readonly string[], listener: () => void): () => void {
    for (const symbol of symbols) {
      const listeners = this.#listeners.get(symbol)
      if (listeners) listeners.add(listener)
      else this.#listeners.set(symbol, new Set([listener]))
    }
    this.#queueReopen()
    return () => {
      for (const symbol of symbols) {
        const listeners = this.#listeners.get(symbol)
        listeners?.delete(listener)
        if (listeners?.size === 0) this.#listeners.delete(symbol)
      }
      this.#queueReopen()
    }
  }

  // Components mount one by one: the set of a whole screen is settled first, then opened once.
  #queueReopen(): void {
    if (this.#reopenQueued) return
    this.#reopenQueued = true
    queueMicrotask(() => {
      this.#reopenQueued = false
      const symbols = [...this.#listeners.keys()].sort()
      const key = symbols.join(',')
      if (key === this.#openSymbols) return
      this.#openSymbols = key
      this.#closeDelivery?.()
      this.#closeDelivery = symbols.length === 0 ? null : this.#open(symbols, (updates) => this.#receive(updates))
    })
  }

  #receive(updates: readonly PriceUpdate[]): void {
    if (updates.length > 0 && (this.#receivedAt === null || updates.some((update) => this.#isNews(update)))) this.#receivedAt = serverNow()
    for (const update of updates) this.#pending.set(update.symbol, update)
    if (this.#frameQueued) return
    this.#frameQueued = true
    requestAnimationFrame(() => this.#flush())
  }

  #isNews({ symbol, price, at }: PriceUpdate): boolean {
    const known = this.#pending.get(symbol) ?? this.#prices.get(symbol)
    return known !== undefined && (known.price !== price || known.at !== at)
  }

  #flush(): void {
    this.#frameQueued = false
    const due = new Set<() => void>()
    for (const { symbol, price, at } of this.#pending.values()) {
      const before = this.#prices.get(symbol)
      if (before && at === before.at && price === before.price) continue
      const direction = !before || price === before.price ? 'same' : price > before.price ? 'up' : 'down'
      this.#prices.set(symbol, { price, at, direction })
      for (const listener of this.#listeners.get(symbol) ?? []) due.add(listener)
    }
    this.#pending.clear()
    if (due.size === 0) return
    this.#version += 1
    for (const listener of due) listener()
  }
}
