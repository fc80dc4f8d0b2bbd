import { Multimap } from '../../../schema/Multimap.ts'
import type { SignalBatch } from '../signals/SignalDesk.ts'
import { versionKey } from '../signals/ActiveStrategies.ts'
import type { EntryOrder, Order } from '../orders/orders.ts'

/** The orders of a desk that have not ended, by id, by leg, and the live ones by user. */
export class OrdersUnderWay {
  readonly #byId = new Map<string, Order>()
  /** Ids, by leg. */
  readonly #ofLegs = new Multimap<string, string>()
  /** Ids of live ones, by user. */
  readonly #liveOfUsers = new Multimap<string, string>()

  get size(): number {
    return this.#byId.size
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  get(id: string): Order | undefined {
    return this.#byId.get(id)
  }

  values(): IterableIterator<Order> {
    return this.#byId.values()
  }

  /** Adds an order, or replaces it by what it has become. */
  set(order: Order): void {
    this.#byId.set(order.id, order)
    this.#ofLegs.add(order.legId, order.id)
    if (order.mode === 'LIVE') this.#liveOfUsers.add(order.userId, order.id)
  }

  /** False: it is not there. */
  delete({ id, legId, userId }: Order): boolean {
    this.#ofLegs.delete(legId, id)
    this.#liveOfUsers.delete(userId, id)
    return this.#byId.delete(id)
  }

  /** Whether more of a leg is being opened. */
  isOpening(legId: string): boolean {
    return this.#withIds(this.#ofLegs.of(legId)).some(({ purpose }) => purpose === 'ENTRY')
  }

  /** A user's live orders. */
  liveOf(userId: string): Order[] {
    return this.#withIds(this.#liveOfUsers.of(userId))
  }

  /** Users with live orders. */
  liveUsers(): Iterable<string> {
    return this.#liveOfUsers.keys()
  }

  /** The entries that a signal of their own version contradicts; those of positions follow no direction. */
  against({ index, signals }: Pick<SignalBatch, 'index' | 'signals'>): EntryOrder[] {
    const sides = new Map(signals.map((signal) => [versionKey(signal), signal.side]))
    return [...this.#byId.values()].flatMap((order) => {
      if (order.purpose !== 'ENTRY' || order.contract.index !== index || order.terms.position) return []
      const side = sides.get(versionKey(order))
      return side && side !== (order.contract.optionType === 'CE' ? 'LONG' : 'SHORT') ? order : []
    })
  }

  #withIds(ids: Iterable<string>): Order[] {
    return [...ids].flatMap((id) => this.#byId.get(id) ?? [])
  }
}
