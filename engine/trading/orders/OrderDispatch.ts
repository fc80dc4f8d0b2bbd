import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import { OrderBudget, type OrderUrgency } from '../../broker/OrderBudget.ts'
import type { ExecutionPort, OrderUpdate, Placement, Tick } from '../../broker/port.ts'
import { AccountTurns } from './AccountTurns.ts'
import { BusyCalls } from './BusyCalls.ts'
import { describeOrderFault } from './checkOrder.ts'
import { DayQuotes } from './DayQuotes.ts'
import { LostOrders } from './LostOrders.ts'
import { OrderLimits } from './OrderLimits.ts'
import type { Order } from './orders.ts'
import { accountOf, pricedRequest } from './pricedRequest.ts'
import { protectedLimit } from './protectedLimit.ts'
import { sellableAtBroker } from './sellableUnits.ts'

/** An order on its way: it waits for a quote to be priced by, for its turn in the budget, for what the account holds, for the broker's answer, or at the broker. */
interface Dispatched {
  order: Order
  since: Instant
  stage: 'UNPRICED' | 'QUEUED' | 'CHECKING' | 'PLACING' | 'PLACED'
  limit: Paise | null
  pricedAt: Instant
  /** It is to be called back as soon as the broker has it. */
  recalled: string | null
}

export interface OrderDispatchParts {
  readonly broker: ExecutionPort
  readonly rules: () => MarketRules
  /** Takes what the broker's updates do not say: what was refused, never sent, or is unknown. */
  readonly report: (update: OrderUpdate) => void
  /** Writes down that an exit sells fewer units than it was to, before it is sent. */
  readonly shrink: (order: Order, quantity: number) => Promise<void>
  /** Market milliseconds that an entry waits, for a quote to be priced by and then at the broker. */
  readonly entryLife: () => number
  /** Market milliseconds after which an exit that is not filled gets a new price. */
  readonly repriceAfter: () => number
  readonly log: Logger
}

/**
 * Brings committed orders to the broker: priced by the latest quote, held against the exchange's bounds, and never more of an account
 * than its budget. An exit that is not filled follows the market with new prices; what was sent is never sent again.
 */
export class OrderDispatch {
  readonly #parts: OrderDispatchParts
  readonly #budget: OrderBudget
  readonly #lost: LostOrders
  readonly #quotes: DayQuotes
  readonly #orders = new Map<string, Dispatched>()
  /** Of each contract without a quote. */
  readonly #unpriced = new Map<string, Set<Dispatched>>()
  /** What was sent and is not done. */
  readonly #resting = new Set<Dispatched>()
  /** Checks of what an account holds. */
  readonly #checks = new AccountTurns()
  readonly #limits: OrderLimits
  readonly #busy: BusyCalls
  #now: Instant

  /** `now`: market time. */
  constructor(parts: OrderDispatchParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    this.#quotes = new DayQuotes(now)
    this.#budget = new OrderBudget(now)
    this.#busy = new BusyCalls(now)
    this.#limits = new OrderLimits(parts.rules)
    this.#lost = new LostOrders(parts.broker, parts.report, parts.log)
  }

  /** Sends an order whose intent is committed; `sentBefore`: it may have been sent by an engine that ran before this one. */
  send(order: Order, sentBefore: boolean): void {
    if (this.#orders.has(order.clientOrderId)) return
    const dispatched: Dispatched = { order, since: this.#now, stage: 'UNPRICED', limit: null, pricedAt: this.#now, recalled: null }
    this.#orders.set(order.clientOrderId, dispatched)
    if (sentBefore && this.#parts.broker.remembers) {
      dispatched.stage = 'PLACED'
      this.#lost.watch(order.clientOrderId, accountOf(order), this.#now)
    } else if (this.#quotes.of(order.contract)) this.#queue(dispatched)
    else this.#unpricedOf(order).add(dispatched)
  }

  /** Calls an order back; what is left of it comes back as cancelled. Nothing happens to one that is not on its way. */
  cancel(clientOrderId: string, reason: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched || dispatched.recalled !== null) return
    if (dispatched.stage === 'UNPRICED' || dispatched.stage === 'QUEUED') {
      this.forget(clientOrderId)
      this.#parts.report({ type: 'cancelled', clientOrderId, at: this.#now, reason })
      return
    }
    dispatched.recalled = reason
    if (dispatched.stage === 'PLACED' && !this.#lost.has(clientOrderId)) this.#callBack(dispatched, reason)
  }

  /** The order is done. */
  forget(clientOrderId: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    this.#orders.delete(clientOrderId)
    this.#resting.delete(dispatched)
    this.#lost.forget(clientOrderId)
    this.#unpriced.get(instrumentId(dispatched.order.contract))?.delete(dispatched)
  }

  /** The broker has said what became of an order. */
  onUpdate({ clientOrderId }: OrderUpdate): void {
    this.#lost.heardOf(clientOrderId)
  }

  onTick(tick: Tick): void {
    this.#quotes.onTick(tick)
    const id = instrumentId(tick)
    const waiting = this.#unpriced.get(id)
    if (!waiting || !this.#quotes.of(tick)) return
    this.#unpriced.delete(id)
    for (const dispatched of waiting) this.#queue(dispatched)
  }

  /** Market time moved on. */
  onTime(now: Instant): void {
    this.#now = now
    this.#quotes.onTime(now)
    this.#budget.onTime(now)
    this.#busy.onTime(now)
    for (const waiting of [...this.#unpriced.values()]) for (const dispatched of waiting) this.#waitForQuote(dispatched)
    for (const dispatched of this.#resting)
      if (dispatched.order.purpose === 'EXIT') this.#reprice(dispatched)
      else this.#endPatience(dispatched)
    void this.#lost.onTime(now).then((found) => {
      for (const clientOrderId of found) this.#onFound(clientOrderId)
    })
  }

  #queue(dispatched: Dispatched): void {
    dispatched.stage = 'QUEUED'
    this.#ask(dispatched.order, dispatched.order.purpose, () => {
      // Called back while it waited for its turn.
      if (this.#orders.get(dispatched.order.clientOrderId) !== dispatched) return
      if (dispatched.order.purpose === 'EXIT' && this.#parts.broker.remembers) this.#placeWithin(dispatched)
      else this.#place(dispatched)
    })
  }

  /** Sends an exit as far as the broker's own books say that there is something to sell: an owner may have sold by hand. */
  #placeWithin(dispatched: Dispatched): void {
    const { order } = dispatched
    dispatched.stage = 'CHECKING'
    void this.#checks
      .take(accountId(order), () => this.#bound(dispatched))
      .catch((error: unknown) => {
        this.#parts.log.error(
          { err: error, clientOrderId: order.clientOrderId },
          'an exit was not sent: what the account holds is not known',
        )
        this.#refuse(dispatched, 'what the account holds is not known')
      })
  }

  async #bound(dispatched: Dispatched): Promise<void> {
    const { order } = dispatched
    const { clientOrderId, quantity } = order
    const isGone = () => this.#orders.get(clientOrderId) !== dispatched || dispatched.recalled !== null
    if (isGone()) return this.#giveUp(dispatched)
    const units = await sellableAtBroker(this.#parts.broker, accountOf(order), order, this.#salesOf(order))
    if (isGone()) return this.#giveUp(dispatched)
    if (units < quantity) this.#parts.log.error({ clientOrderId, quantity, units }, 'the account holds less than its books say')
    if (units === 0) return this.#refuse(dispatched, 'the account holds none of it that is not being sold')
    if (units < quantity) {
      await this.#parts.shrink(order, units)
      dispatched.order = { ...order, quantity: units }
      if (isGone()) return this.#giveUp(dispatched)
    }
    this.#place(dispatched)
  }

  /** The exits of an order's account that were sent, and are maybe not in the broker's book yet. */
  #salesOf(exit: Order): Order[] {
    const account = accountId(exit)
    return [...this.#orders.values()].flatMap(({ order, stage }) => {
      const isSent = stage === 'PLACING' || stage === 'PLACED'
      return isSent && order.purpose === 'EXIT' && accountId(order) === account ? order : []
    })
  }

  /** An order that was called back before it was sent. */
  #giveUp(dispatched: Dispatched): void {
    const { order, recalled } = dispatched
    if (recalled === null || this.#orders.get(order.clientOrderId) !== dispatched) return
    this.forget(order.clientOrderId)
    this.#parts.report({ type: 'cancelled', clientOrderId: order.clientOrderId, at: this.#now, reason: recalled })
  }

  #place(dispatched: Dispatched): void {
    const { order } = dispatched
    const { clientOrderId, contract } = order
    const quote = this.#quotes.of(contract)
    if (!quote && !this.#closesExpired(order)) {
      // The quote it was to be priced by was forgotten while it waited for its turn.
      dispatched.stage = 'UNPRICED'
      this.#unpricedOf(order).add(dispatched)
      return
    }
    const priced = pricedRequest(order, quote, this.#parts.rules(), this.#limits.of(contract, this.#now))
    if (!priced.ok) {
      this.#parts.log.error({ clientOrderId, ...priced.error }, 'an order was not sent: the exchange would refuse it')
      this.#refuse(dispatched, describeOrderFault(priced.error))
      return
    }
    dispatched.stage = 'PLACING'
    dispatched.pricedAt = this.#now
    dispatched.limit = priced.value.pricing.limit
    this.#resting.add(dispatched)
    void this.#parts.broker.place(priced.value).then((placement) => this.#onPlaced(dispatched, placement))
  }

  #onPlaced(dispatched: Dispatched, placement: Placement): void {
    const { order, recalled } = dispatched
    const { clientOrderId } = order
    const isForgotten = this.#orders.get(clientOrderId) !== dispatched
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
      this.#parts.log.error({ clientOrderId, reason: placement.reason }, 'the broker did not answer: the order is looked for in its books')
      this.#orders.set(clientOrderId, dispatched)
      this.#lost.watch(clientOrderId, accountOf(order), this.#now)
      this.#parts.report({ type: 'unknown', clientOrderId, at: this.#now })
      return
    }
    // The ids of a broker whose books end with this process say nothing to anyone.
    if (this.#parts.broker.remembers && dispatched.limit !== null) {
      const known = { brokerOrderId: placement.brokerOrderId, exchangeOrderId: null, limit: dispatched.limit }
      this.#parts.report({ type: 'placed', clientOrderId, at: this.#now, known })
    }
    if (recalled !== null) this.#callBack(dispatched, recalled)
  }

  #onFound(clientOrderId: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    if (dispatched.recalled !== null) this.#callBack(dispatched, dispatched.recalled)
    else this.#resting.add(dispatched)
  }

  #callBack(dispatched: Dispatched, reason: string): void {
    const { order } = dispatched
    const { clientOrderId } = order
    this.#ask(order, 'EXIT', () => {
      void this.#parts.broker.cancel(accountOf(order), clientOrderId, reason).then(({ kind }) => {
        if (kind === 'busy') this.#busy.add(() => this.#callBack(dispatched, reason))
      })
    })
  }

  /** The broker was too busy for it: an entry is tried as long as it would wait there, an exit until it is taken. */
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

  /** An exit that has waited long enough at its price gets the price of the moment. */
  #reprice(dispatched: Dispatched): void {
    const { order, stage, recalled, pricedAt } = dispatched
    if (pricedAt > this.#now) dispatched.pricedAt = this.#now
    if (stage !== 'PLACED' || recalled !== null || this.#lost.has(order.clientOrderId)) return
    if (this.#now - dispatched.pricedAt < this.#parts.repriceAfter()) return
    dispatched.pricedAt = this.#now
    const quote = this.#quotes.of(order.contract)
    if (!quote) return
    const { protection } = this.#limits.of(order.contract, this.#now)
    const limit = protectedLimit(order, quote, this.#parts.rules(), protection)
    if (limit === dispatched.limit) return
    this.#ask(order, 'EXIT', () => {
      if (this.#orders.get(order.clientOrderId) !== dispatched || dispatched.recalled !== null) return
      dispatched.limit = limit
      const change = { pricing: { kind: 'LIMIT', limit }, quantity: order.quantity } as const
      void this.#parts.broker.modify(accountOf(order), order.clientOrderId, change).then(({ kind }) => {
        // Nothing has changed: the next look at it asks again.
        if (kind === 'busy') dispatched.limit = null
      })
    })
  }

  /** What an entry was decided on is no longer so. Paper ends it before. */
  #endPatience(dispatched: Dispatched): void {
    dispatched.since = Math.min(dispatched.since, this.#now)
    if (this.#now - dispatched.since > this.#parts.entryLife()) this.cancel(dispatched.order.clientOrderId, 'not filled in time')
  }

  #refuse({ order: { clientOrderId } }: Dispatched, reason: string): void {
    this.forget(clientOrderId)
    this.#parts.report({ type: 'rejected', clientOrderId, at: this.#now, reason })
  }

  /** An entry does not wait for ever; the exit of what has expired waits for its settlement, at whatever that is. */
  #waitForQuote(dispatched: Dispatched): void {
    const { contract, purpose } = dispatched.order
    dispatched.since = Math.min(dispatched.since, this.#now)
    const waited = this.#now - dispatched.since
    if (purpose === 'ENTRY' && waited > this.#parts.entryLife())
      this.#refuse(dispatched, `no quote of ${contract.tradingSymbol} after ${Math.round(waited / SECOND)} s`)
    else if (this.#closesExpired(dispatched.order)) {
      this.#unpricedOf(dispatched.order).delete(dispatched)
      this.#queue(dispatched)
    }
  }

  /** Whether it closes what has expired. */
  #closesExpired({ purpose, contract: { expiry } }: Order): boolean {
    return purpose === 'EXIT' && this.#parts.rules().sessionHours(expiry).close <= this.#now
  }

  #unpricedOf({ contract }: Order): Set<Dispatched> {
    const id = instrumentId(contract)
    const waiting = this.#unpriced.get(id) ?? new Set()
    this.#unpriced.set(id, waiting)
    return waiting
  }

  #ask(order: Order, urgency: OrderUrgency, go: () => void): void {
    this.#budget.ask(accountId(order), urgency, go)
  }
}
