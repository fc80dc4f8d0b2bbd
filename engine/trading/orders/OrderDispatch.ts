import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import { OrderBudget, type OrderUrgency } from '../../broker/OrderBudget.ts'
import type { AccountKey, BasketOrder, ExecutionPort, OrderRequest, OrderUpdate, Placement, Tick } from '../../broker/port.ts'
import { AccountChecks, HOLDINGS_UNKNOWN, type AccountChecksParts } from './AccountChecks.ts'
import { BusyCalls } from './BusyCalls.ts'
import { describeOrderFault } from './checkOrder.ts'
import { toDispatch, type Dispatched } from './Dispatched.ts'
import { LostOrders } from './LostOrders.ts'
import { newUnitsOf } from './newUnitsOf.ts'
import { OrderPrices } from './OrderPrices.ts'
import type { EntryOrder, Order } from './orders.ts'
import { accountOf } from './pricedRequest.ts'
import { Recalls } from './Recalls.ts'
import type { OwnOrder } from './UnitLedger.ts'
import { UnpricedOrders } from './UnpricedOrders.ts'

const ENDS: ReadonlySet<OrderUpdate['type']> = new Set(['rejected', 'cancelled', 'expired'])
/** Updates after which the broker's funds of the account include the order. */
const AT_EXCHANGE: ReadonlySet<OrderUpdate['type']> = new Set(['accepted', 'triggerPending', 'filled', 'cancelled', 'expired'])

export interface OrderDispatchParts {
  readonly broker: ExecutionPort
  readonly rules: () => MarketRules
  /** Receives what the broker's updates do not report: refused, never sent, or unknown. */
  readonly report: (update: OrderUpdate) => void
  readonly isProtected: AccountChecksParts['isProtected']
  readonly unprotect: AccountChecksParts['unprotect']
  readonly legsOf: AccountChecksParts['legsOf']
  readonly stopsOf: AccountChecksParts['stopsOf']
  /** Units of an order on its way that are booked. */
  readonly bookedOf: (order: Order) => number
  readonly besideOf: AccountChecksParts['besideOf']
  readonly openingOf: AccountChecksParts['openingOf']
  readonly isOpening: AccountChecksParts['isOpening']
  /** Whether a user has an open live leg that is sold. */
  readonly hasSold: (userId: string) => boolean
  /** Whether the outcome of a user's protective stop is not reported yet. */
  readonly hasLostStop: (userId: string) => boolean
  /** Stores that an exit closes fewer units than planned, before it is sent. */
  readonly shrink: (order: Order, quantity: number) => Promise<void>
  /** Market milliseconds an entry waits, first for a quote and then at the broker. */
  readonly entryLife: () => number
  /** Market milliseconds after which an unfilled exit is repriced. */
  readonly repriceAfter: () => number
  readonly log: Logger
}

/**
 * Sends committed orders to the broker: priced by the latest quote, checked against the exchange's bounds, and within the account's budget.
 * At a broker with books of its own an exit closes no more than those show, and an entry goes when its margin is there and nothing of the
 * account is unresolved, and the account has nothing of the other side. An unfilled exit is repriced with the market; so is a live entry, up to its reserved amount. No order is ever
 * sent twice.
 */
export class OrderDispatch {
  readonly #parts: OrderDispatchParts
  readonly #budget: OrderBudget
  readonly #lost: LostOrders
  readonly #prices: OrderPrices
  readonly #orders = new Map<string, Dispatched>()
  readonly #unpriced = new UnpricedOrders()
  /** Sent and not done. */
  readonly #resting = new Set<Dispatched>()
  readonly #checks: AccountChecks
  readonly #busy: BusyCalls
  readonly #recalls: Recalls
  #now: Instant

  /** `now`: market time. */
  constructor(parts: OrderDispatchParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    this.#prices = new OrderPrices(parts.rules, now)
    this.#budget = new OrderBudget(now)
    this.#busy = new BusyCalls(now)
    const isKnown = ({ clientOrderId }: Order) => this.#orders.has(clientOrderId)
    this.#recalls = new Recalls({ broker: parts.broker, ask: (order, go) => this.#ask(order, 'EXIT', go), isKnown }, now)
    this.#lost = new LostOrders(parts.broker, parts.report, parts.log)
    this.#checks = new AccountChecks({
      ...parts,
      sentOf: (account) => this.#sentOf(account),
      limitOf: (entry) => this.#prices.limit(entry, null),
    })
  }

  /** Sends an order whose intent is committed; `sentBefore`: an earlier engine may have sent it. */
  send(order: Order, sentBefore: boolean): void {
    if (this.#orders.has(order.clientOrderId)) return
    const dispatched = toDispatch(order, this.#now)
    this.#orders.set(order.clientOrderId, dispatched)
    if (sentBefore && this.#isRemembered(order)) {
      dispatched.stage = 'PLACED'
      this.#lost.watch(order.clientOrderId, accountOf(order), this.#now)
    } else if (this.#prices.has(order.contract)) this.#queue(dispatched)
    else this.#unpriced.add(dispatched)
  }

  /**
   * Cancels an order, and retries until it has ended; the unfilled rest comes back as cancelled. Ignores one that is not on its
   * way.
   */
  cancel(clientOrderId: string, reason: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched || dispatched.recalled !== null) return
    if (dispatched.stage === 'UNPRICED' || dispatched.stage === 'QUEUED') {
      this.forget(clientOrderId)
      this.#parts.report({ type: 'cancelled', clientOrderId, at: this.#now, reason })
      return
    }
    dispatched.recalled = reason
    if (dispatched.stage === 'PLACED' && !this.#lost.has(clientOrderId)) this.#recalls.begin(dispatched.order, reason)
  }

  /** The order is done. */
  forget(clientOrderId: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    this.#orders.delete(clientOrderId)
    this.#checks.funds.settle(accountOf(dispatched.order), clientOrderId)
    this.#resting.delete(dispatched)
    this.#lost.forget(clientOrderId)
    this.#unpriced.delete(dispatched)
  }

  /** An account is another one now: what is known of its funds is the other's. */
  forgetFunds(account: AccountKey): void {
    this.#checks.funds.forget(account)
  }

  /** The broker has reported on an order. */
  onUpdate(update: OrderUpdate): void {
    const { clientOrderId, type } = update
    this.#lost.heardOf(clientOrderId)
    if (ENDS.has(type)) this.#recalls.forget(clientOrderId)
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    const { order } = dispatched
    const { funds } = this.#checks
    if (type === 'filled') dispatched.filled += newUnitsOf(update, dispatched.filled)
    // Nothing was changed: the next check of its price retries.
    if (type === 'unchanged') dispatched.limit = null
    if (type === 'rejected') funds.giveBack(accountOf(order), clientOrderId)
    else if (type === 'filled' && order.purpose === 'EXIT' && this.#mayCost(order)) funds.outdate(accountOf(order))
    else if (AT_EXCHANGE.has(type)) funds.settle(accountOf(order), clientOrderId)
  }

  /** Whether closing a leg may leave the account less to spend: it was bought back, or hedged what is sold. */
  #mayCost({ side, userId }: Order): boolean {
    return side === 'BUY' || this.#parts.hasSold(userId)
  }

  /** Whether the broker has filled an order whole. False for one that is not on its way. */
  isFilled(clientOrderId: string): boolean {
    const dispatched = this.#orders.get(clientOrderId)
    return dispatched !== undefined && dispatched.filled >= dispatched.order.quantity
  }

  /** What kept the broker from taking cancellations of a user, or of anybody, may be over. */
  callBackAgain(userId: string | null): void {
    this.#recalls.hurry(userId)
  }

  /** Orders whose outcome the broker has not reported since a market time or longer, by user. */
  lostAt(since: Instant): ReadonlyMap<string, number> {
    return this.#lost.countsAt(since)
  }

  onTick(tick: Tick): void {
    this.#prices.onTick(tick)
    if (!this.#unpriced.has(tick) || !this.#prices.has(tick)) return
    for (const dispatched of this.#unpriced.take(tick)) this.#queue(dispatched)
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    this.#now = now
    this.#prices.onTime(now)
    this.#budget.onTime(now)
    this.#busy.onTime(now)
    this.#recalls.onTime(now)
    for (const dispatched of this.#unpriced.all) this.#waitForQuote(dispatched)
    for (const dispatched of this.#resting) {
      const { order } = dispatched
      if (order.purpose === 'ENTRY') this.#endPatience(dispatched)
      if (order.purpose === 'EXIT' || this.#isRemembered(order)) this.#reprice(dispatched)
    }
    void this.#lost.onTime(now).then((found) => {
      for (const { clientOrderId } of found) this.#onFound(clientOrderId)
    })
  }

  #queue(dispatched: Dispatched): void {
    dispatched.stage = 'QUEUED'
    this.#ask(dispatched.order, dispatched.order.purpose, () => {
      // Cancelled while it waited for its turn.
      const { order } = dispatched
      if (this.#orders.get(order.clientOrderId) !== dispatched) return
      if (!this.#isRemembered(order)) this.#place(dispatched)
      else if (order.purpose === 'EXIT') this.#placeWithin(dispatched)
      else this.#placeChecked(dispatched, order)
    })
  }

  /** Sends an exit as far as the broker's own books show units to close: an owner may have traded by hand. */
  #placeWithin(dispatched: Dispatched): void {
    const { order } = dispatched
    dispatched.stage = 'CHECKING'
    void this.#checks
      .exit(order, (units) => this.#placeUnits(dispatched, units))
      .catch((error: unknown) => {
        this.#parts.log.error(
          { err: error, clientOrderId: order.clientOrderId, tradeId: order.tradeId },
          'an exit was not sent: what the account holds is not known',
        )
        this.#refuse(dispatched, HOLDINGS_UNKNOWN)
      })
  }

  async #placeUnits(dispatched: Dispatched, units: number): Promise<void> {
    const { order } = dispatched
    if (this.#isGone(dispatched)) return this.#giveUp(dispatched)
    if (units === 0) return this.#refuse(dispatched, 'the account holds none of it that is not being closed')
    if (units < order.quantity) {
      await this.#parts.shrink(order, units)
      dispatched.order = { ...order, quantity: units }
      if (this.#isGone(dispatched)) return this.#giveUp(dispatched)
    }
    this.#place(dispatched)
  }

  /** Sends an entry whose margin the account has and whose other side it has not, while the broker's word on all its orders is known. */
  #placeChecked(dispatched: Dispatched, order: EntryOrder): void {
    const priced = this.#price(dispatched)
    if (!priced) return
    dispatched.stage = 'CHECKING'
    const underWay = () => this.#soldBeside(order)
    void this.#checks.entry(order, priced, underWay, (refusal) => {
      if (this.#isGone(dispatched)) this.#giveUp(dispatched)
      else if (this.#lost.ofAccount(accountId(order)) || this.#parts.hasLostStop(order.userId))
        this.#refuse(dispatched, 'the broker has not said yet what became of another order')
      else if (refusal !== null) this.#refuse(dispatched, refusal)
      else return this.#place(dispatched)
      return false
    })
  }

  #isGone(dispatched: Dispatched): boolean {
    return this.#orders.get(dispatched.order.clientOrderId) !== dispatched || dispatched.recalled !== null
  }

  #sentOf(account: AccountKey): OwnOrder[] {
    const id = accountId(account)
    return [...this.#orders.values()].flatMap(({ order, stage }) => {
      const isSent = stage === 'PLACING' || stage === 'PLACED'
      return isSent && accountId(order) === id ? { ...order, booked: this.#parts.bookedOf(order) } : []
    })
  }

  /** Sent entries of an entry's position that sell. */
  #soldBeside(entry: Order): BasketOrder[] {
    return [...this.#orders.values()].flatMap(({ order, stage, ...limits }) => {
      const isSent = stage === 'PLACING' || stage === 'PLACED'
      const limit = limits.limit ?? limits.firstLimit
      if (!isSent || limit === null || order.tradeId !== entry.tradeId || order.purpose !== 'ENTRY' || order.side === 'BUY') return []
      const { contract, side, quantity } = order
      return { contract, side, quantity, pricing: { kind: 'LIMIT', limit } }
    })
  }

  /** An order cancelled before it was sent. */
  #giveUp(dispatched: Dispatched): void {
    const { order, recalled } = dispatched
    if (recalled === null || this.#orders.get(order.clientOrderId) !== dispatched) return
    this.forget(order.clientOrderId)
    this.#parts.report({ type: 'cancelled', clientOrderId: order.clientOrderId, at: this.#now, reason: recalled })
  }

  /** The request for an order at the latest quote. Null: it waits for a quote again, or was refused, which is reported. */
  #price(dispatched: Dispatched): OrderRequest | null {
    const { order } = dispatched
    const { clientOrderId } = order
    const priced = this.#prices.request(order)
    if (!priced) {
      // The quote to price it by was dropped while it waited for its turn.
      dispatched.stage = 'UNPRICED'
      this.#unpriced.add(dispatched)
      return null
    }
    if (priced.ok) return priced.value
    this.#parts.log.error({ clientOrderId, tradeId: order.tradeId, ...priced.error }, 'an order was not sent: the exchange would refuse it')
    this.#refuse(dispatched, describeOrderFault(priced.error))
    return null
  }

  /** False: it was not sent, for want of a quote or because it was refused. */
  #place(dispatched: Dispatched): boolean {
    const request = this.#price(dispatched)
    if (!request) return false
    dispatched.stage = 'PLACING'
    dispatched.pricedAt = this.#now
    dispatched.limit = request.pricing.limit
    dispatched.firstLimit ??= request.pricing.limit
    this.#resting.add(dispatched)
    const mayLeave = () => !this.#isGone(dispatched)
    void this.#parts.broker.place(request, mayLeave).then((placement) => this.#onPlaced(dispatched, placement))
    return true
  }

  #onPlaced(dispatched: Dispatched, placement: Placement): void {
    const { order, recalled } = dispatched
    const { clientOrderId } = order
    const isForgotten = this.#orders.get(clientOrderId) !== dispatched
    if (placement.kind === 'refused' || placement.kind === 'busy') this.#checks.funds.giveBack(accountOf(order), clientOrderId)
    if (placement.kind === 'busy') this.#budget.giveBack(accountId(order))
    if (isForgotten && (recalled === null || placement.kind === 'refused' || placement.kind === 'busy')) return
    if (placement.kind === 'refused') {
      this.#refuse(dispatched, placement.code === null ? placement.message : `${placement.message} (${placement.code})`)
      return
    }
    if (placement.kind === 'busy') {
      this.#placeAgain(dispatched)
      return
    }
    dispatched.stage = 'PLACED'
    if (placement.kind === 'unknown') {
      this.#parts.log.error(
        { clientOrderId, tradeId: order.tradeId, reason: placement.reason },
        'the broker did not answer: the order is looked for in its books',
      )
      this.#orders.set(clientOrderId, dispatched)
      this.#lost.watch(clientOrderId, accountOf(order), this.#now)
      this.#parts.report({ type: 'unknown', clientOrderId, at: this.#now })
      return
    }
    // Ids of a broker whose books end with this process mean nothing elsewhere.
    if (this.#isRemembered(order) && dispatched.limit !== null) {
      const known = { brokerOrderId: placement.brokerOrderId, exchangeOrderId: null, limit: dispatched.limit }
      this.#parts.report({ type: 'placed', clientOrderId, at: this.#now, known })
    }
    if (recalled !== null) this.#recalls.begin(order, recalled)
  }

  #onFound(clientOrderId: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    if (dispatched.recalled !== null) this.#recalls.begin(dispatched.order, dispatched.recalled)
    else this.#resting.add(dispatched)
  }

  /** The broker was too busy. An entry is retried as long as it would wait there, an exit until it is accepted. */
  #placeAgain(dispatched: Dispatched): void {
    const { order, recalled } = dispatched
    this.#resting.delete(dispatched)
    dispatched.stage = 'QUEUED'
    if (recalled !== null) this.#giveUp(dispatched)
    else
      this.#busy.add(() => {
        if (this.#orders.get(order.clientOrderId) === dispatched) this.#queue(dispatched)
      })
  }

  /** Reprices an order that has waited long enough. */
  #reprice(dispatched: Dispatched): void {
    const { order, stage, recalled, pricedAt } = dispatched
    if (pricedAt > this.#now) dispatched.pricedAt = this.#now
    if (stage !== 'PLACED' || recalled !== null || this.#lost.has(order.clientOrderId)) return
    if (this.#now - dispatched.pricedAt < this.#parts.repriceAfter()) return
    dispatched.pricedAt = this.#now
    const limit = this.#prices.limit(order, dispatched.firstLimit)
    if (limit === null || limit === dispatched.limit) return
    this.#ask(order, order.purpose, () => {
      if (this.#orders.get(order.clientOrderId) !== dispatched || dispatched.recalled !== null) return
      dispatched.limit = limit
      const change = { pricing: { kind: 'LIMIT', limit }, quantity: order.quantity } as const
      void this.#parts.broker.modify(accountOf(order), order.clientOrderId, change).then(({ kind }) => {
        if (kind === 'busy') this.#budget.giveBack(accountId(order))
        // Nothing was changed, or it is unknown: the next check retries.
        if (kind !== 'accepted') dispatched.limit = null
      })
    })
  }

  /** The entry's decision is stale. Paper ends it earlier. */
  #endPatience(dispatched: Dispatched): void {
    dispatched.since = Math.min(dispatched.since, this.#now)
    if (this.#now - dispatched.since > this.#parts.entryLife()) this.cancel(dispatched.order.clientOrderId, 'not filled in time')
  }

  #refuse({ order: { clientOrderId } }: Dispatched, reason: string): void {
    this.forget(clientOrderId)
    this.#parts.report({ type: 'rejected', clientOrderId, at: this.#now, reason })
  }

  /** An entry does not wait forever; an exit of an expired contract waits for its settlement, at any price. */
  #waitForQuote(dispatched: Dispatched): void {
    const { contract, purpose } = dispatched.order
    dispatched.since = Math.min(dispatched.since, this.#now)
    const waited = this.#now - dispatched.since
    if (purpose === 'ENTRY' && waited > this.#parts.entryLife())
      this.#refuse(dispatched, `no quote of ${contract.tradingSymbol} after ${Math.round(waited / SECOND)} s`)
    else if (this.#prices.closesExpired(dispatched.order)) {
      this.#unpriced.delete(dispatched)
      this.#queue(dispatched)
    }
  }

  /** Whether the broker's books of it outlive this process. */
  #isRemembered({ mode }: Order): boolean {
    return this.#parts.broker.remembers(mode)
  }

  #ask(order: Order, urgency: OrderUrgency, go: () => void): void {
    this.#budget.ask(accountId(order), urgency, go)
  }
}
