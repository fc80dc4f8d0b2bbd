import { SESSION_LIMITS } from '../../../schema/limits.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { Multimap } from '../../../schema/Multimap.ts'
import { formatRupees, paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { accountId } from '../accountId.ts'
import { instrumentId } from '../instrumentId.ts'
import { mistakeIn } from '../mistakeIn.ts'
import type {
  AccountKey,
  AllowedChanges,
  Answer,
  BasketOrder,
  BrokerFill,
  BrokerOrder,
  BrokerPosition,
  ExecutionPort,
  Funds,
  OptionContract,
  OrderChange,
  OrderRequest,
  OrderUpdate,
  Placement,
  Tick,
} from '../port.ts'
import { paperFill } from './paperFill.ts'
import { PaperLedger } from './PaperLedger.ts'
import { blockedBy, isTriggered, isWaiting, isWithinLimit, type PaperOrder } from './PaperOrder.ts'

/** Market time from sending to the exchange's book: the quote after it fills the order, not the one that led to it. */
export const LATENCY_MS = 300

/** Orders that a quote is offered to at once: of ten thousand, stops would wait for the last. */
const MOST_AT_ONCE = 500

/** A quote, and the orders it has still to be offered to. */
interface Offer {
  readonly tick: Tick
  readonly orders: PaperOrder[]
}

/**
 * A broker that fills against live quotes without sending anything. Market time and quotes are pushed in.
 * An order is accepted with the first quote from 300 ms after it was sent, and filled by that and the following, by each as far as its
 * depth goes and never beyond the limit: what is accepted and filled at once can be booked at once. An entry that is not fully filled
 * within `patience` ends there; an exit waits as long as it takes, because a position must be closed: for a quote within its limit, or for
 * the settlement of its contract after expiry. A fill's id follows from its order and its earlier fills, so an order placed
 * again after a restart books no fill twice. A quote that thousands wait for fills exits first, and lets everything else of its thread have
 * its turn in between; later quotes of the contract wait until it is through. Changes and cancellations are in force at once; what an
 * exchange would refuse is refused.
 */
export class PaperBroker implements ExecutionPort {
  readonly #rules: () => MarketRules
  /** The orders that wait, by contract. */
  readonly #waiting = new Multimap<string, PaperOrder>()
  /** Quotes that are not through yet, by contract, oldest first. */
  readonly #offers = new Map<string, Offer[]>()
  readonly #ledger: PaperLedger
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #now: Instant
  #patience: number

  /** `now`: market time. `patience`: market milliseconds. `opening`: what an account begins with. */
  constructor(
    rules: () => MarketRules,
    now: Instant,
    patience: number,
    opening: (account: AccountKey) => Promise<Paise> = async () => paise(0),
  ) {
    this.#rules = rules
    this.#now = now
    this.#patience = patience
    this.#ledger = new PaperLedger(rules, opening, now)
  }

  remembers(): boolean {
    return false
  }

  allowedChanges(): AllowedChanges {
    return { stopIntoLimit: true, most: Infinity }
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

  place(request: OrderRequest): Promise<Placement> {
    const { clientOrderId, contract, pricing, quantity, filledQuantity: filled } = request
    const known = this.#ledger.get(clientOrderId)
    const mistake = known ? null : mistakeIn(request)
    if (mistake !== null) return Promise.resolve({ kind: 'refused', code: null, message: mistake })
    if (known) known.filled = Math.max(known.filled, filled)
    else {
      const [sentAt, quotesFrom] = [this.#now, this.#now + LATENCY_MS]
      const order: PaperOrder = { request, pricing, quantity, filled, sentAt, quotesFrom, state: 'PENDING', reason: null, fills: [] }
      this.#ledger.add(order)
      this.#waiting.add(instrumentId(contract), order)
    }
    return Promise.resolve({ kind: 'accepted', brokerOrderId: clientOrderId })
  }

  modify(account: AccountKey, clientOrderId: string, { pricing, quantity }: OrderChange): Promise<Answer> {
    const order = this.#found(account, clientOrderId)
    if (!order) return Promise.resolve(NOT_WAITING)
    if (quantity <= order.filled)
      return Promise.resolve({ kind: 'refused', code: null, message: `${order.filled} units are filled already` })
    order.pricing = pricing
    order.quantity = quantity
    order.quotesFrom = this.#now + LATENCY_MS
    return Promise.resolve({ kind: 'accepted' })
  }

  cancel(account: AccountKey, clientOrderId: string, reason: string): Promise<Answer> {
    const order = this.#found(account, clientOrderId)
    if (!order) return Promise.resolve(NOT_WAITING)
    this.#end(order, 'CANCELLED', reason)
    return Promise.resolve({ kind: 'accepted' })
  }

  orders(account: AccountKey): Promise<readonly BrokerOrder[]> {
    return Promise.resolve(this.#ledger.orders(account))
  }

  fills(account: AccountKey): Promise<readonly BrokerFill[]> {
    return Promise.resolve(this.#ledger.fills(account))
  }

  positions(account: AccountKey): Promise<readonly BrokerPosition[]> {
    return Promise.resolve(this.#ledger.positions(account))
  }

  funds(account: AccountKey): Promise<Funds> {
    return this.#ledger.funds(account, this.#now)
  }

  margin(_account: AccountKey, basket: readonly BasketOrder[]): Promise<Paise> {
    return Promise.resolve(paise(basket.reduce((sum, order) => sum + blockedBy(order, this.#now, this.#rules()), 0)))
  }

  onTick(tick: Tick): void {
    this.#now = Math.max(this.#now, tick.at)
    const id = instrumentId(tick)
    if (!this.#waiting.has(id)) return
    const offer: Offer = { tick, orders: exitsFirst(this.#waiting.of(id)) }
    const earlier = this.#offers.get(id)
    if (earlier) earlier.push(offer)
    else this.#goOn(id, [offer])
  }

  /** The contracts that expired at or before a market time and still have exits waiting. */
  expired(by: Instant): readonly OptionContract[] {
    const contracts: OptionContract[] = []
    for (const id of this.#waiting.keys()) {
      const contract = [...this.#waiting.of(id)].find(({ request }) => request.purpose === 'EXIT')?.request.contract
      if (contract && this.#rules().hasExpired(contract.expiry, by)) contracts.push(contract)
    }
    return contracts
  }

  /** Fills the waiting exits of an expired contract at its settlement price, whatever their limits, at the close of its expiry day. */
  settle(contract: OptionContract, price: Paise): void {
    const at = this.#rules().sessionHours(contract.expiry).close
    for (const order of [...this.#waiting.of(instrumentId(contract))])
      if (order.request.purpose === 'EXIT') this.#fill(order, at, order.quantity - order.filled, price)
  }

  /** Market time moved on. `patience`: the clock's speed may have changed it in between. */
  onTime(now: Instant, patience: number): void {
    if (this.#now - now > SESSION_LIMITS.clockStepMs) this.#setBack(now)
    this.#now = Math.max(this.#now, now)
    this.#patience = patience
    this.#ledger.onTime(this.#now)
    const late = [...this.#waiting.values()].filter((order) => this.#isTooLate(order, this.#now))
    for (const order of late) {
      const { state, filled, quantity, sentAt, pricing, request } = order
      const after = `after ${Math.round((this.#now - sentAt) / 1000)} s`
      if (filled > 0) this.#end(order, 'CANCELLED', `${filled} of ${quantity} units filled ${after}`)
      else if (state === 'PENDING') this.#end(order, 'REJECTED', `no quote of ${request.contract.tradingSymbol} ${after}`)
      else if (request.side === 'SELL') this.#end(order, 'CANCELLED', `nothing wanted at ${formatRupees(pricing.limit)} or more ${after}`)
      else this.#end(order, 'CANCELLED', `nothing offered at ${formatRupees(pricing.limit)} or less ${after}`)
    }
  }

  #found(account: AccountKey, clientOrderId: string): PaperOrder | null {
    const order = this.#ledger.get(clientOrderId)
    return order && isWaiting(order) && accountId(order.request.account) === accountId(account) ? order : null
  }

  /** The clock was set back: orders sent at a time now in the future must not wait for it. */
  #setBack(now: Instant): void {
    this.#now = now
    for (const order of this.#waiting.values()) {
      order.sentAt = Math.min(order.sentAt, now)
      order.quotesFrom = Math.min(order.quotesFrom, now + LATENCY_MS)
    }
  }

  /** Offers the oldest of a contract's quotes to its next orders, and comes back for the rest. */
  #goOn(id: string, offers: Offer[]): void {
    const [oldest] = offers
    if (!oldest) return
    for (const order of oldest.orders.splice(0, MOST_AT_ONCE)) this.#offer(order, oldest.tick)
    if (oldest.orders.length === 0) offers.shift()
    if (offers.length === 0) {
      this.#offers.delete(id)
      return
    }
    this.#offers.set(id, offers)
    setImmediate(() => this.#goOn(id, offers))
  }

  #offer(order: PaperOrder, tick: Tick): void {
    if (!isWaiting(order) || tick.at < order.quotesFrom || this.#isTooLate(order, tick.at)) return
    this.#accept(order, tick)
    if (order.state !== 'OPEN') return
    const fill = paperFill(order.request, order.quantity - order.filled, tick, this.#rules())
    if (fill && isWithinLimit(order, fill.price)) this.#fill(order, tick.at, fill.quantity, fill.price)
  }

  #accept(order: PaperOrder, tick: Tick): void {
    const next = order.state === 'OPEN' || isTriggered(order, tick) ? 'OPEN' : 'TRIGGER_PENDING'
    if (order.state === next) return
    order.state = next
    const type = next === 'OPEN' ? 'accepted' : 'triggerPending'
    this.#emit({ type, clientOrderId: order.request.clientOrderId, at: tick.at })
  }

  #fill(order: PaperOrder, at: Instant, quantity: number, price: Paise): void {
    const { clientOrderId, side, product } = order.request
    const { exchange, token } = order.request.contract
    const fillId = `${clientOrderId}-${order.filled}`
    order.filled += quantity
    order.fills.push({ fillId, clientOrderId, contract: { exchange, token }, side, product, quantity, price, at })
    if (order.filled === order.quantity) this.#leave(order, 'FILLED')
    this.#emit({ type: 'filled', clientOrderId, at, fillId, quantity, price })
  }

  #isTooLate({ request, sentAt }: PaperOrder, at: Instant): boolean {
    return request.purpose === 'ENTRY' && at - sentAt > this.#patience
  }

  #end(order: PaperOrder, state: 'CANCELLED' | 'REJECTED', reason: string): void {
    this.#leave(order, state)
    order.reason = reason
    const type = state === 'CANCELLED' ? 'cancelled' : 'rejected'
    this.#emit({ type, clientOrderId: order.request.clientOrderId, at: this.#now, reason })
  }

  #leave(order: PaperOrder, state: PaperOrder['state']): void {
    order.state = state
    this.#waiting.delete(instrumentId(order.request.contract), order)
  }

  #emit(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

function exitsFirst(orders: Iterable<PaperOrder>): PaperOrder[] {
  const [exits, entries]: [PaperOrder[], PaperOrder[]] = [[], []]
  for (const order of orders) (order.request.purpose === 'EXIT' ? exits : entries).push(order)
  return [...exits, ...entries]
}

const NOT_WAITING: Answer = { kind: 'refused', code: null, message: 'no such order waits' }
