import { sessionHours } from '../../../schema/market/calendar.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { instrumentId } from '../instrumentId.ts'
import type { OptionContract, OrderBroker, OrderRequest, OrderUpdate, Tick } from '../port.ts'
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
 * is rejected; a sale waits as long as it takes, because a position must be closed: for a quote, or for the settlement of its
 * contract after expiry.
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
    for (const { order } of due) this.#fill(order, tick.at, paperFillPrice(order.side, order.contract, tick))
  }

  /** The contracts that expired at or before a market time and still have sales waiting. */
  expired(by: Instant): readonly OptionContract[] {
    const contracts: OptionContract[] = []
    for (const waiting of this.#waiting.values()) {
      const sale = waiting.find(({ order }) => order.side === 'SELL')
      if (sale && sessionHours(sale.order.contract.expiry).close <= by) contracts.push(sale.order.contract)
    }
    return contracts
  }

  /** Fills the waiting sales of an expired contract at what it was settled at, at the close of its expiry day. */
  settle(contract: OptionContract, price: Paise): void {
    const id = instrumentId(contract)
    const [sales, rest] = partition(this.#waiting.get(id) ?? [], ({ order }) => order.side === 'SELL')
    this.#keep(id, rest)
    for (const { order } of sales) this.#fill(order, sessionHours(contract.expiry).close, price)
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

  #fill({ clientOrderId, quantity }: OrderRequest, at: Instant, price: Paise): void {
    this.#emit({ type: 'filled', clientOrderId, at, fillId: `${clientOrderId}-1`, quantity, price })
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
