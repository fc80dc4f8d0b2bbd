import type { SeededRandom } from '../../schema/SeededRandom.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type {
  AccountKey,
  AllowedChanges,
  Answer,
  BasketOrder,
  ExecutionPort,
  OrderChange,
  OrderRequest,
  OrderUpdate,
  Placement,
} from '../broker/port.ts'
import type { Faults } from './Faults.ts'

interface Held {
  readonly due: Instant
  readonly update: OrderUpdate
}

/** An order broker with a faulty connection: updates are lost, late, doubled or out of order, orders are refused, calls are too many. */
export class UnreliableBroker implements ExecutionPort {
  readonly #broker: ExecutionPort
  readonly #faults: Faults
  readonly #random: SeededRandom
  readonly #onPlaced: (order: OrderRequest, isTaken: boolean) => void
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #held: Held[] = []
  /** Until when an order is not in the books. */
  readonly #hidden = new Map<string, Instant>()
  #refusingUntil: Instant = -Infinity
  /** The orders that wait at the broker, with the units left of them. */
  readonly #placed = new Map<string, { readonly account: AccountKey; readonly left: number }>()
  #now: Instant

  /** `onPlaced`: is shown every order that reaches it. `isTaken`: it is not too busy for it. */
  constructor(
    broker: ExecutionPort,
    faults: Faults,
    random: SeededRandom,
    now: Instant,
    onPlaced: (order: OrderRequest, isTaken: boolean) => void,
  ) {
    this.#broker = broker
    this.#faults = faults
    this.#random = random
    this.#now = now
    this.#onPlaced = onPlaced
    broker.onUpdate((update) => this.#pass(update))
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Nobody trades by hand here. */
  onByHand(): () => void {
    return () => undefined
  }

  waitingByHand(): readonly [] {
    return []
  }

  remembers(mode: TradeMode): boolean {
    return this.#broker.remembers(mode)
  }

  allowedChanges(mode: TradeMode): AllowedChanges {
    return this.#broker.allowedChanges(mode)
  }

  place(order: OrderRequest): Promise<Placement> {
    const { clientOrderId, quantity, filledQuantity, account } = order
    const isRefused = isExit(order) && this.#refusesExits()
    const isBusy = !isRefused && this.#faults.fires('broker busy')
    this.#onPlaced(order, !isBusy)
    if (isRefused) return Promise.resolve({ kind: 'refused', code: null, message: 'no exits for now' })
    if (isBusy) return Promise.resolve({ kind: 'busy' })
    if (this.#faults.fires('order never arrived')) return Promise.resolve({ kind: 'unknown', reason: 'timed out', doubt: 'unanswered' })
    if (this.#faults.fires('order rejected')) {
      this.#emit({ type: 'rejected', clientOrderId, at: this.#now, reason: 'turned down by the exchange' })
      return Promise.resolve({ kind: 'accepted', brokerOrderId: clientOrderId })
    }
    this.#placed.set(clientOrderId, { account, left: quantity - filledQuantity })
    if (!this.#faults.fires('placement unknown')) return this.#broker.place(order)
    // As brokers do: it is in none of the books until a minute and a half later, and may be filled by then.
    this.#hidden.set(clientOrderId, this.#now + this.#random.integer(0, 90 * SECOND))
    void this.#broker.place(order)
    return Promise.resolve({ kind: 'unknown', reason: 'timed out', doubt: 'unanswered' })
  }

  modify(account: AccountKey, clientOrderId: string, change: OrderChange): Promise<Answer> {
    if (this.#faults.fires('broker busy')) return Promise.resolve({ kind: 'busy' })
    return this.#broker.modify(account, clientOrderId, change)
  }

  cancel(account: AccountKey, clientOrderId: string, reason: string): Promise<Answer> {
    if (this.#faults.fires('broker busy')) return Promise.resolve({ kind: 'busy' })
    return this.#broker.cancel(account, clientOrderId, reason)
  }

  async orders(account: AccountKey) {
    const orders = await this.#broker.orders(account)
    return orders.filter(({ clientOrderId }) => (this.#hidden.get(clientOrderId) ?? -Infinity) <= this.#now)
  }

  fills(account: AccountKey) {
    return this.#broker.fills(account)
  }

  positions(account: AccountKey) {
    return this.#broker.positions(account)
  }

  funds(account: AccountKey) {
    return this.#broker.funds(account)
  }

  margin(account: AccountKey, basket: readonly BasketOrder[]) {
    return this.#broker.margin(account, basket)
  }

  /** Time moved on: held-back updates arrive now, and an order may end by itself. */
  onTime(now: Instant): void {
    // The clock was set back: held updates arrive as soon as they would have anyway.
    if (now < this.#now) this.#held = this.#held.map(({ due, update }) => ({ due: due - (this.#now - now), update }))
    this.#now = now
    const due = this.#held.filter((held) => held.due <= now)
    this.#held = this.#held.filter((held) => held.due > now)
    for (const { update } of due) this.#emit(update)
    for (const [clientOrderId, { account }] of [...this.#placed])
      if (this.#faults.fires('order cancelled')) void this.#broker.cancel(account, clientOrderId, 'ended by the exchange')
  }

  /** For seconds or minutes, once it has begun. */
  #refusesExits(): boolean {
    if (this.#faults.fires('exits refused')) this.#refusingUntil = this.#now + this.#random.integer(10 * SECOND, 6 * MINUTE)
    return this.#now < this.#refusingUntil && !this.#faults.isOver
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
    const placed = this.#placed.get(update.clientOrderId)
    const left = update.type === 'filled' && placed ? placed.left - update.quantity : 0
    if (placed && left > 0) this.#placed.set(update.clientOrderId, { ...placed, left })
    else this.#placed.delete(update.clientOrderId)
  }

  /**
   * Until when a fill has to wait behind fills of its order that are held back; null: none. Fills of one order come in the
   * order they were made: that is how a paper broker knows a restarted engine's from earlier ones.
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

/** By its tag: what was sold is bought back. */
function isExit({ clientOrderId }: OrderRequest): boolean {
  return clientOrderId.startsWith('X')
}
