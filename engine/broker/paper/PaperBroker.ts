import type { Instant } from '../../../schema/time.ts'
import { instrumentId } from '../instrumentId.ts'
import type { OrderBroker, OrderRequest, OrderUpdate, Tick } from '../port.ts'
import { paperFillPrice } from './paperFillPrice.ts'

/** Market time from sending to the exchange's book: the quote after it fills the order, not the one that led to it. */
const LATENCY_MS = 300

interface WaitingOrder {
  readonly order: OrderRequest
  readonly sentAt: Instant
}

/**
 * A broker that fills against live quotes without sending anything. Market time and quotes are pushed in.
 * An order is filled whole by the first quote at least 300 ms after it was sent. A purchase that sees none within `patience`
 * is rejected; a sale waits as long as it takes, because a position must be closed.
 * Fill ids follow from order ids, so an order placed again after a restart books the same fill.
 */
export class PaperBroker implements OrderBroker {
  readonly #waiting = new Map<string, WaitingOrder[]>()
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #now: Instant
  #patience: number

  /** `now`: market time. `patience`: market milliseconds. */
  constructor(now: Instant, patience: number) {
    this.#now = now
    this.#patience = patience
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  place(order: OrderRequest): void {
    const id = instrumentId(order.contract)
    const waiting = this.#waiting.get(id) ?? []
    if (waiting.some((other) => other.order.clientOrderId === order.clientOrderId)) return
    this.#waiting.set(id, [...waiting, { order, sentAt: this.#now }])
    this.#emit({ type: 'accepted', clientOrderId: order.clientOrderId, at: this.#now })
  }

  onTick(tick: Tick): void {
    this.#now = Math.max(this.#now, tick.at)
    const id = instrumentId(tick)
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    const [due, rest] = partition(waiting, (each) => tick.at >= each.sentAt + LATENCY_MS && !this.#isTooLate(each, tick.at))
    this.#keep(id, rest)
    for (const { order } of due) {
      this.#emit({
        type: 'filled',
        clientOrderId: order.clientOrderId,
        at: tick.at,
        fillId: `${order.clientOrderId}-1`,
        quantity: order.quantity,
        price: paperFillPrice(order.side, order.contract, tick),
      })
    }
  }

  /** Market time moved on. The clock may have been asked for another speed's patience in between. */
  onTime(now: Instant, patience: number): void {
    this.#now = Math.max(this.#now, now)
    this.#patience = patience
    for (const [id, waiting] of this.#waiting) {
      const [late, rest] = partition(waiting, (each) => this.#isTooLate(each, this.#now))
      if (late.length === 0) continue
      this.#keep(id, rest)
      for (const { order, sentAt } of late) {
        const seconds = Math.round((this.#now - sentAt) / 1000)
        this.#emit({
          type: 'rejected',
          clientOrderId: order.clientOrderId,
          at: this.#now,
          reason: `no quote of ${order.contract.tradingSymbol} for ${seconds} s`,
        })
      }
    }
  }

  #isTooLate({ order, sentAt }: WaitingOrder, at: Instant): boolean {
    return order.side === 'BUY' && at - sentAt > this.#patience
  }

  #keep(id: string, waiting: WaitingOrder[]): void {
    if (waiting.length === 0) this.#waiting.delete(id)
    else this.#waiting.set(id, waiting)
  }

  #emit(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = []
  const no: T[] = []
  for (const item of items) (test(item) ? yes : no).push(item)
  return [yes, no]
}
