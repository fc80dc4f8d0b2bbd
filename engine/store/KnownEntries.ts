import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { EntryOrder, Signal } from '../trading/orders/orders.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { LegOrigin } from '../trading/positions/legs.ts'

/** More than a signal of the most popular strategy makes, several times over. */
const MOST = 50_000

/** An entry as it was committed, the only order of its leg, and what its signal says of that trade. None of it ever changes. */
export interface KnownEntry {
  readonly order: EntryOrder
  readonly origin: Pick<LegOrigin, 'market' | 'index'> & Pick<Signal, 'side'>
}

/**
 * The entries that a store has committed itself and not booked yet, so that it need not read them again. A help for speed alone: what is
 * not here, is read; the oldest are forgotten first.
 */
export class KnownEntries {
  readonly #market: string
  readonly #entries = new Map<string, KnownEntry>()

  /** `market`: the broker port's marketId. */
  constructor(market: string) {
    this.#market = market
  }

  /** `sides`: what the signals of these entries said, by signal id. */
  keep(entries: readonly EntryOrder[], index: IndexSymbol, sides: ReadonlyMap<string, SignalSide>): void {
    const orders = new Map<string, number>()
    for (const { legId } of entries) orders.set(legId, (orders.get(legId) ?? 0) + 1)
    const origins = new Map([...sides].map(([id, side]) => [id, { market: this.#market, index, side }]))
    for (const order of entries) {
      const origin = origins.get(order.signalId)
      if (origin && orders.get(order.legId) === 1) this.#entries.set(order.clientOrderId, { order, origin })
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST) break
      this.#entries.delete(oldest)
    }
  }

  get(clientOrderId: string): KnownEntry | null {
    return this.#entries.get(clientOrderId) ?? null
  }

  /** Once they were booked. */
  forget(clientOrderIds: Iterable<string>): void {
    for (const id of clientOrderIds) this.#entries.delete(id)
  }
}
