import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { EntryOrder, Signal } from '../trading/orders/orders.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { LegOrigin } from '../trading/positions/legs.ts'

/** Several times what a signal of the most popular strategy makes. */
const MOST = 50_000

/** A committed entry, the only order of its leg, and its signal's data on that trade. Immutable. */
export interface KnownEntry {
  readonly order: EntryOrder
  readonly origin: Pick<LegOrigin, 'market' | 'index'> & Pick<Signal, 'side'>
  /** Whether it is also the only order that its trade begins with. */
  readonly isWholeTrade: boolean
}

/**
 * A cache of the entries that this store committed and has not booked yet, which saves reading them again. A miss is read from the
 * database; the oldest are evicted first.
 */
export class KnownEntries {
  readonly #market: string
  readonly #entries = new Map<string, KnownEntry>()

  /** `market`: the broker port's marketId. */
  constructor(market: string) {
    this.#market = market
  }

  /** Those of a trade, and of a leg, come one after another. `sides`: by signal id, for the signals of these entries. */
  keep(entries: readonly EntryOrder[], index: IndexSymbol, sides: ReadonlyMap<string, SignalSide>): void {
    const origins = new Map([...sides].map(([id, side]) => [id, { market: this.#market, index, side }]))
    for (const [i, order] of entries.entries()) {
      const origin = origins.get(order.signalId)
      const [before, after] = [entries[i - 1], entries[i + 1]]
      if (!origin || order.legId === before?.legId || order.legId === after?.legId) continue
      const isWholeTrade = order.tradeId !== before?.tradeId && order.tradeId !== after?.tradeId
      this.#entries.set(order.clientOrderId, { order, origin, isWholeTrade })
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST) break
      this.#entries.delete(oldest)
    }
  }

  get(clientOrderId: string): KnownEntry | null {
    return this.#entries.get(clientOrderId) ?? null
  }

  /** Call once they are booked. */
  forget(clientOrderIds: Iterable<string>): void {
    for (const id of clientOrderIds) this.#entries.delete(id)
  }
}
