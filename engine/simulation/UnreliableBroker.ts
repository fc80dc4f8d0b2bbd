import type { SeededRandom } from '../../schema/SeededRandom.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import type { OrderBroker, OrderRequest, OrderUpdate } from '../broker/port.ts'
import type { Faults } from './Faults.ts'

interface Held {
  readonly due: Instant
  readonly update: OrderUpdate
}

/** An order broker between which and the engine things go wrong: updates are lost, late, doubled or out of order, orders are turned down. */
export class UnreliableBroker implements OrderBroker {
  readonly #broker: OrderBroker
  readonly #faults: Faults
  readonly #random: SeededRandom
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #held: Held[] = []
  /** Units left of the orders that wait at the broker. */
  readonly #placed = new Map<string, number>()
  #now: Instant

  constructor(broker: OrderBroker, faults: Faults, random: SeededRandom, now: Instant) {
    this.#broker = broker
    this.#faults = faults
    this.#random = random
    this.#now = now
    broker.onUpdate((update) => this.#pass(update))
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  place(order: OrderRequest): void {
    const { clientOrderId, quantity, filledQuantity } = order
    if (this.#faults.fires('order rejected')) {
      this.#emit({ type: 'rejected', clientOrderId, at: this.#now, reason: 'turned down by the exchange' })
      return
    }
    this.#placed.set(clientOrderId, quantity - filledQuantity)
    this.#broker.place(order)
  }

  cancel(clientOrderId: string, reason: string): void {
    this.#broker.cancel(clientOrderId, reason)
  }

  /** Time moved on: what was held back comes now, and an order may end by itself. */
  onTime(now: Instant): void {
    this.#now = now
    const due = this.#held.filter((held) => held.due <= now)
    this.#held = this.#held.filter((held) => held.due > now)
    for (const { update } of due) this.#emit(update)
    for (const clientOrderId of [...this.#placed.keys()])
      if (this.#faults.fires('order cancelled')) this.#broker.cancel(clientOrderId, 'ended by the exchange')
  }

  #pass(update: OrderUpdate): void {
    this.#follow(update)
    if (update.type === 'accepted' && this.#faults.fires('acknowledgement lost')) return
    const twice = this.#faults.fires('update twice')
    const behind = this.#heldFillsUntil(update)
    if (behind !== null) this.#hold(update, behind)
    else if (this.#faults.fires('update late')) this.#hold(update, this.#now + this.#random.integer(3 * SECOND, 90 * SECOND))
    else if (this.#faults.fires('updates out of order')) this.#hold(update, this.#now)
    else this.#emit(update)
    if (twice) this.#hold(update, (this.#heldFillsUntil(update) ?? this.#now) + this.#random.integer(0, 20 * SECOND))
  }

  #follow(update: OrderUpdate): void {
    if (update.type === 'accepted') return
    const left = update.type === 'filled' ? (this.#placed.get(update.clientOrderId) ?? 0) - update.quantity : 0
    if (left > 0) this.#placed.set(update.clientOrderId, left)
    else this.#placed.delete(update.clientOrderId)
  }

  /**
   * Until when a fill has to wait behind those of its order that are held back; null when none is. Fills of one order come in the
   * order they were made: that is how a paper broker tells a restarted engine's from those before.
   */
  #heldFillsUntil({ type, clientOrderId }: OrderUpdate): Instant | null {
    if (type !== 'filled') return null
    const held = this.#held.filter(({ update }) => update.type === 'filled' && update.clientOrderId === clientOrderId)
    return held.length === 0 ? null : Math.max(...held.map(({ due }) => due))
  }

  #hold(update: OrderUpdate, due: Instant): void {
    this.#held.push({ due, update })
  }

  #emit(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}
