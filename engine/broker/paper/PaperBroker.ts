import { SESSION_LIMITS } from '../../../schema/limits.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { instrumentId } from '../instrumentId.ts'
import type { OptionContract, OrderBroker, OrderRequest, OrderUpdate, Tick } from '../port.ts'
import { paperFill } from './paperFill.ts'

/** Market time from sending to the exchange's book: the quote after it fills the order, not the one that led to it. */
export const LATENCY_MS = 300

interface WaitingOrder {
  readonly order: OrderRequest
  sentAt: Instant
  accepted: boolean
  /** Units filled so far. */
  filled: number
}

/**
 * A broker that fills against live quotes without sending anything. Market time and quotes are pushed in.
 * An order is accepted with the first quote from 300 ms after it was sent, and filled by that and the following, by each as far as its
 * depth goes: what is accepted and filled at once can be booked at once. A purchase that is not filled whole within `patience` ends there;
 * a sale waits as long as it takes, because a position must be closed: for a quote, or for the settlement of its contract after expiry.
 * A fill's id follows from its order and from what was filled before, so an order placed again after a restart books no fill twice.
 */
export class PaperBroker implements OrderBroker {
  readonly #rules: () => MarketRules
  readonly #waiting = new Map<string, Map<string, WaitingOrder>>()
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #now: Instant
  #patience: number

  /** `now`: market time. `patience`: market milliseconds. */
  constructor(rules: () => MarketRules, now: Instant, patience: number) {
    this.#rules = rules
    this.#now = now
    this.#patience = patience
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  place(order: OrderRequest): void {
    const id = instrumentId(order.contract)
    const waiting = this.#waiting.get(id) ?? new Map<string, WaitingOrder>()
    const known = waiting.get(order.clientOrderId)
    if (known) {
      known.filled = Math.max(known.filled, order.filledQuantity)
      return
    }
    this.#waiting.set(id, waiting.set(order.clientOrderId, { order, sentAt: this.#now, accepted: false, filled: order.filledQuantity }))
  }

  cancel(clientOrderId: string, reason: string): void {
    for (const waiting of this.#waiting.values()) {
      const found = waiting.get(clientOrderId)
      if (found) this.#end(found, { type: 'cancelled', clientOrderId, at: this.#now, reason })
    }
  }

  onTick(tick: Tick): void {
    this.#now = Math.max(this.#now, tick.at)
    for (const each of [...(this.#waiting.get(instrumentId(tick))?.values() ?? [])]) {
      const { order, sentAt, filled } = each
      if (tick.at < sentAt + LATENCY_MS || this.#isTooLate(each, tick.at)) continue
      if (!each.accepted) {
        each.accepted = true
        this.#emit({ type: 'accepted', clientOrderId: order.clientOrderId, at: tick.at })
      }
      const fill = paperFill(order, order.quantity - filled, tick, this.#rules())
      if (fill) this.#fill(each, tick.at, fill.quantity, fill.price)
    }
  }

  /** The contracts that expired at or before a market time and still have sales waiting. */
  expired(by: Instant): readonly OptionContract[] {
    const contracts: OptionContract[] = []
    for (const waiting of this.#waiting.values()) {
      const sale = [...waiting.values()].find(({ order }) => order.side === 'SELL')
      if (sale && this.#rules().sessionHours(sale.order.contract.expiry).close <= by) contracts.push(sale.order.contract)
    }
    return contracts
  }

  /** Fills the waiting sales of an expired contract at what it was settled at, at the close of its expiry day. */
  settle(contract: OptionContract, price: Paise): void {
    const at = this.#rules().sessionHours(contract.expiry).close
    for (const each of [...(this.#waiting.get(instrumentId(contract))?.values() ?? [])])
      if (each.order.side === 'SELL') this.#fill(each, at, each.order.quantity - each.filled, price)
  }

  /** Market time moved on. The clock may have been asked for another speed's patience in between. */
  onTime(now: Instant, patience: number): void {
    if (this.#now - now > SESSION_LIMITS.clockStepMs) this.#setBack(now)
    this.#now = Math.max(this.#now, now)
    this.#patience = patience
    const late = [...this.#waiting.values()].flatMap((waiting) => [...waiting.values()].filter((each) => this.#isTooLate(each, this.#now)))
    for (const each of late) {
      const { clientOrderId, contract, quantity } = each.order
      const after = `after ${Math.round((this.#now - each.sentAt) / 1000)} s`
      if (each.filled > 0) {
        const reason = `${each.filled} of ${quantity} units filled ${after}`
        this.#end(each, { type: 'cancelled', clientOrderId, at: this.#now, reason })
      } else this.#end(each, { type: 'rejected', clientOrderId, at: this.#now, reason: `no quote of ${contract.tradingSymbol} ${after}` })
    }
  }

  /** The clock was set back: what was sent at a time that is yet to come must not wait for it. */
  #setBack(now: Instant): void {
    this.#now = now
    for (const waiting of this.#waiting.values()) for (const each of waiting.values()) each.sentAt = Math.min(each.sentAt, now)
  }

  #fill(waiting: WaitingOrder, at: Instant, quantity: number, price: Paise): void {
    const { clientOrderId } = waiting.order
    const fillId = `${clientOrderId}-${waiting.filled}`
    waiting.filled += quantity
    const update: OrderUpdate = { type: 'filled', clientOrderId, at, fillId, quantity, price }
    if (waiting.filled === waiting.order.quantity) this.#end(waiting, update)
    else this.#emit(update)
  }

  #isTooLate({ order, sentAt }: WaitingOrder, at: Instant): boolean {
    return order.side === 'BUY' && at - sentAt > this.#patience
  }

  #end({ order }: WaitingOrder, update: OrderUpdate): void {
    const id = instrumentId(order.contract)
    const waiting = this.#waiting.get(id)
    waiting?.delete(order.clientOrderId)
    if (waiting?.size === 0) this.#waiting.delete(id)
    this.#emit(update)
  }

  #emit(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}
