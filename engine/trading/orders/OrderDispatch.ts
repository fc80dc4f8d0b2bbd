import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import { OrderBudget, type OrderUrgency } from '../../broker/OrderBudget.ts'
import type {
  AccountKey,
  Answer,
  BasketOrder,
  BrokerOrder,
  ExecutionPort,
  OrderByHand,
  OrderChange,
  OrderRequest,
  OrderUpdate,
  Placement,
  Tick,
  WaitingByHand,
} from '../../broker/port.ts'
import { AccountChecks, HOLDINGS_UNKNOWN, type AccountChecksParts } from './AccountChecks.ts'
import { BusyCalls } from './BusyCalls.ts'
import { describeOrderFault } from './checkOrder.ts'
import { toDispatch, type Dispatched } from './Dispatched.ts'
import { CLOSED_BY_HAND, HandOrders } from './HandOrders.ts'
import { NOT_SHORT } from '../../../schema/trading/closingOrders.ts'
import type { LiveExitQuotes } from './LiveExitQuotes.ts'
import type { LostOrders } from './LostOrders.ts'
import { newUnitsOf } from './newUnitsOf.ts'
import { OrderPrices } from './OrderPrices.ts'
import type { ClosingOrder, EntryOrder, ExitOrder, SentOrder } from './orders.ts'
import { accountOf } from './pricedRequest.ts'
import { Recalls } from './Recalls.ts'
import type { OwnOrder } from './UnitLedger.ts'
import type { TakenStop } from './TakenStop.ts'
import { UnpricedOrders } from './UnpricedOrders.ts'

/** Market milliseconds until a stop that has not become its leg's exit is changed again. */
const CHANGED_AGAIN_AFTER = 500
/** Refusals in a row after which a stop does not become an exit: the first may have come because it was just being filled. */
const MOST_REFUSALS = 2
const ENDS: ReadonlySet<OrderUpdate['type']> = new Set(['rejected', 'cancelled', 'expired'])
/** Updates after which the broker's funds of the account include the order. */
const AT_EXCHANGE: ReadonlySet<OrderUpdate['type']> = new Set(['accepted', 'triggerPending', 'filled', 'cancelled', 'expired'])

export interface OrderDispatchParts {
  readonly broker: ExecutionPort
  readonly rules: () => MarketRules
  /** Whether a live exit may go by the quote there is. */
  readonly exitQuotes: Pick<LiveExitQuotes, 'isFresh' | 'onTime' | 'onQuote'>
  /** Receives what the broker's updates do not report: refused, never sent, or unknown. */
  readonly report: (update: OrderUpdate) => void
  readonly isProtected: AccountChecksParts['isProtected']
  readonly unprotect: AccountChecksParts['unprotect']
  readonly doubt: AccountChecksParts['doubt']
  /** The stop that rests for the leg of an exit and can become it, kept for it until `becomeStop` is called; null: there is none. */
  readonly takeStop: (exit: ExitOrder) => Promise<TakenStop | null>
  /**
   * Makes an exit that was never sent the order that a taken stop is, in the books first. Calls `then` with it as it is now, before what the broker
   * has reported of it meanwhile. False: it is not, and the stop rests on. Never rejects.
   */
  readonly becomeStop: (exit: ExitOrder, stop: TakenStop, then: (exit: ExitOrder) => void) => Promise<boolean>
  readonly legsOf: AccountChecksParts['legsOf']
  readonly stopsOf: AccountChecksParts['stopsOf']
  /** Units of an order on its way that are booked. */
  readonly bookedOf: (order: SentOrder) => number
  readonly besideOf: AccountChecksParts['besideOf']
  readonly openingOf: AccountChecksParts['openingOf']
  readonly isOpening: AccountChecksParts['isOpening']
  /** Whether a user has an open live leg that is sold. */
  readonly hasSold: (userId: string) => boolean
  /** What looks orders up whose outcome is not reported yet, protective stops among them. */
  readonly lost: Pick<LostOrders, 'watch' | 'forget' | 'has' | 'of'>
  /** Stores that an exit or a closing order closes fewer units than planned, before it is sent. */
  readonly shrink: (order: SentOrder, quantity: number) => Promise<void>
  /** Market milliseconds an entry waits, first for a quote and then at the broker. */
  readonly entryLife: () => number
  /** Market milliseconds after which an unfilled exit is repriced. */
  readonly repriceAfter: () => number
  readonly log: Logger
}

/**
 * Sends committed orders to the broker: priced by the latest quote, checked against the exchange's bounds, and within the account's budget.
 * A live exit goes by a fresh quote: until there is one, its leg's stop rests on. Where a stop rests for its leg, an exit becomes that stop
 * and changes it into a limit order: the leg is never without one. At a broker with books of its own another exit closes no more than those
 * show, and an entry goes when its margin is there, nothing of the account is unresolved, and the account has nothing of the other side. An
 * unfilled exit is repriced with the market; so is a live entry, up to its reserved amount. No order is ever sent twice.
 */
export class OrderDispatch {
  readonly #parts: OrderDispatchParts
  readonly #budget: OrderBudget
  readonly #lost: OrderDispatchParts['lost']
  readonly #prices: OrderPrices
  readonly #orders = new Map<string, Dispatched>()
  readonly #unpriced = new UnpricedOrders()
  /** Sent and not done. */
  readonly #resting = new Set<Dispatched>()
  /** Legs of which the broker has not let a stop become the exit: their next exit has an order of its own. */
  readonly #refusedStops = new Set<string>()
  readonly #byHand: HandOrders
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
    const isKnown = ({ clientOrderId }: SentOrder) => this.#orders.has(clientOrderId)
    this.#recalls = new Recalls({ broker: parts.broker, ask: (order, go) => this.#ask(order, 'EXIT', go), isKnown }, now)
    this.#lost = parts.lost
    this.#byHand = new HandOrders(parts.broker, this.#prices)
    this.#checks = new AccountChecks({
      ...parts,
      byHand: this.#byHand,
      sentOf: (account) => this.#sentOf(account),
      limitOf: (entry) => this.#prices.limit(entry, null),
    })
    parts.exitQuotes.onQuote((tick) => this.onTick(tick))
  }

  /** Sends an order whose intent is committed; `sentBefore`: an earlier engine may have sent it. */
  send(order: SentOrder, sentBefore: boolean): void {
    if (this.#orders.has(order.clientOrderId)) return
    const dispatched = toDispatch(order, this.#now)
    this.#orders.set(order.clientOrderId, dispatched)
    if (sentBefore && this.#isRemembered(order)) {
      dispatched.stage = 'PLACED'
      this.#lost.watch(order.clientOrderId, accountOf(order), this.#now)
    } else this.#queueOncePriced(dispatched)
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
    if (ENDS.has(type)) this.#recalls.forget(clientOrderId)
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    const { order } = dispatched
    const { funds } = this.#checks
    if (type === 'filled') dispatched.filled += newUnitsOf(update, dispatched.filled)
    if (type === 'modified') this.#onChanged(dispatched, update.terms)
    if (type === 'unchanged') {
      if (dispatched.isChangeTaken) this.#onRefusedChange(dispatched)
      else this.#changeAgain(dispatched)
    }
    if (type === 'rejected') funds.giveBack(accountOf(order), clientOrderId)
    else if (type === 'filled' && order.purpose === 'EXIT' && this.#mayCost(order)) funds.outdate(accountOf(order))
    else if (AT_EXCHANGE.has(type)) funds.settle(accountOf(order), clientOrderId)
  }

  /** Whether closing a leg may leave the account less to spend: it was bought back, or hedged what is sold. */
  #mayCost({ side, userId }: SentOrder): boolean {
    return side === 'BUY' || this.#parts.hasSold(userId)
  }

  /** An order that is on its way; null: none of that tag is. */
  find(clientOrderId: string): SentOrder | null {
    return this.#orders.get(clientOrderId)?.order ?? null
  }

  /** What an account's owner has waiting by hand. */
  byHandOf(account: AccountKey): readonly WaitingByHand[] {
    return this.#byHand.of(account)
  }

  /** Whether units that an exit would close are being closed by hand. */
  isClosedByHand(exit: SentOrder): boolean {
    return this.#byHand.units(exit) > 0
  }

  /** An owner has an order by hand in a contract: exits at the broker make way for one that closes the same. */
  onByHand({ userId, mode }: AccountKey, { contract, side }: Pick<OrderByHand, 'contract' | 'side'>): void {
    const id = instrumentId(contract)
    for (const { order } of this.#orders.values()) {
      const isAgainst = order.purpose === 'EXIT' && order.userId === userId && order.mode === mode && order.side === side
      if (isAgainst && instrumentId(order.contract) === id && this.isClosedByHand(order)) this.cancel(order.clientOrderId, CLOSED_BY_HAND)
    }
  }

  /** Whether the broker has taken an order, and its outcome is expected from it. */
  isPlaced(clientOrderId: string): boolean {
    return this.#orders.get(clientOrderId)?.stage === 'PLACED' && !this.#lost.has(clientOrderId)
  }

  /** The broker shows an order no more: it is looked up like one whose answer was lost. */
  lookUp(clientOrderId: string): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (dispatched?.stage === 'PLACED') this.#lost.watch(clientOrderId, accountOf(dispatched.order), this.#now)
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

  onTick(tick: Tick): void {
    this.#prices.onTick(tick)
    if (!this.#unpriced.has(tick) || !this.#prices.has(tick)) return
    for (const dispatched of this.#unpriced.take(tick)) this.#queueOncePriced(dispatched)
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    this.#now = now
    this.#prices.onTime(now)
    this.#parts.exitQuotes.onTime(now)
    this.#budget.onTime(now)
    this.#busy.onTime(now)
    this.#recalls.onTime(now)
    for (const dispatched of this.#unpriced.all) this.#waitForQuote(dispatched)
    for (const dispatched of this.#resting) {
      const { order } = dispatched
      if (order.purpose === 'ENTRY') this.#endPatience(dispatched)
      if (order.purpose === 'EXIT' || this.#isRemembered(order)) this.#reprice(dispatched)
    }
  }

  /** Puts an order into the queue, or lets it wait for a quote. */
  #queueOncePriced(dispatched: Dispatched): void {
    if (this.#isPriced(dispatched.order)) {
      this.#queue(dispatched)
      return
    }
    dispatched.stage = 'UNPRICED'
    this.#unpriced.add(dispatched)
  }

  /** Whether there is a quote to price an order by now. */
  #isPriced(order: SentOrder): boolean {
    return this.#isFresh(order) && this.#prices.has(order.contract)
  }

  /** False: the quote is too old for an exit at the broker, and another is being asked for. */
  #isFresh(order: SentOrder): boolean {
    if (order.purpose === 'ENTRY' || !this.#isRemembered(order) || this.#prices.closesExpired(order)) return true
    return this.#parts.exitQuotes.isFresh(order.contract, this.#prices.quotedAt(order.contract))
  }

  #queue(dispatched: Dispatched): void {
    dispatched.stage = 'QUEUED'
    this.#ask(dispatched.order, dispatched.order.purpose, () => {
      // Cancelled while it waited for its turn.
      const { order } = dispatched
      if (this.#orders.get(order.clientOrderId) !== dispatched) return
      if (!this.#isRemembered(order)) this.#place(dispatched)
      else if (order.purpose === 'ENTRY') this.#placeChecked(dispatched, order)
      else if (order.legId === null) this.#placeExcess(dispatched, order)
      else void this.#close(dispatched, order)
    })
  }

  /** Closes a leg: with the stop that rests for it, or with an order of its own. */
  async #close(dispatched: Dispatched, exit: ExitOrder): Promise<void> {
    dispatched.stage = 'CHECKING'
    const stop = this.#refusedStops.delete(exit.legId) ? null : await this.#parts.takeStop(exit)
    const isStop = stop !== null && (await this.#parts.becomeStop(exit, stop, (order) => this.#follow(dispatched, order, stop)))
    if (isStop) return
    if (this.#isGone(dispatched)) this.#giveUp(dispatched)
    else this.#placeWithin(dispatched, exit)
  }

  /** An exit is the stop of its leg now: what rests is repriced as any exit at the broker. */
  #follow(dispatched: Dispatched, order: ExitOrder, { changes }: TakenStop): void {
    const before = dispatched.order.clientOrderId
    const isKnown = this.#orders.get(before) === dispatched
    this.#orders.delete(before)
    // Over in memory, as its user is another node's: that one finds it in the books.
    if (!isKnown) return
    Object.assign(dispatched, { order, changes, isStop: true, stage: 'PLACED', repriceAt: this.#now } satisfies Partial<Dispatched>)
    this.#orders.set(order.clientOrderId, dispatched)
    this.#resting.add(dispatched)
    const limit = this.#prices.limit(order, null)
    if (dispatched.recalled === null && limit !== null) {
      this.#change(dispatched, limit)
      return
    }
    this.#budget.giveBack(accountId(order))
    if (dispatched.recalled !== null) this.#recalls.begin(order, dispatched.recalled)
  }

  /** Sends an exit as far as the broker's own books show units to close: an owner may have traded by hand. */
  #placeWithin(dispatched: Dispatched, exit: ExitOrder): void {
    this.#placeAfter(
      dispatched,
      this.#checks.exit(exit, (units) => this.#placeUnits(dispatched, units, 'your account holds none of it beyond what is being closed')),
    )
  }

  /** Sends a closing order as far as its account is short by an order of ours at that moment. */
  #placeExcess(dispatched: Dispatched, order: ClosingOrder): void {
    dispatched.stage = 'CHECKING'
    this.#placeAfter(
      dispatched,
      this.#checks.excess(order, (units) => this.#placeUnits(dispatched, units, NOT_SHORT)),
    )
  }

  #placeAfter(dispatched: Dispatched, check: Promise<void>): void {
    const { clientOrderId, tradeId } = dispatched.order
    check.catch((error: unknown) => {
      this.#parts.log.error({ err: error, clientOrderId, tradeId }, 'an order was not sent: what the account holds is not known')
      this.#refuse(dispatched, HOLDINGS_UNKNOWN)
    })
  }

  /** `none`: why it is refused where there are no units. */
  async #placeUnits(dispatched: Dispatched, units: number, none: string): Promise<void> {
    const { order } = dispatched
    if (this.#isGone(dispatched)) return this.#giveUp(dispatched)
    if (units === 0) return this.#refuse(dispatched, this.isClosedByHand(order) ? CLOSED_BY_HAND : none)
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
      else if (this.#lost.of(accountOf(order)).size > 0) this.#refuse(dispatched, 'the broker has not yet confirmed another order')
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
  #soldBeside(entry: EntryOrder): BasketOrder[] {
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
    dispatched.repriceAt = this.#now + this.#parts.repriceAfter()
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
      this.#lost.watch(clientOrderId, accountOf(order), this.#now, placement)
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

  /** The broker has an order of which it was not known. */
  onFound({ clientOrderId, pricing }: BrokerOrder): void {
    const dispatched = this.#orders.get(clientOrderId)
    if (!dispatched) return
    dispatched.isStop = pricing.kind === 'STOPLOSS_LIMIT'
    if (!dispatched.isStop) dispatched.repriceAt = this.#now + this.#parts.repriceAfter()
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
        if (this.#orders.get(order.clientOrderId) === dispatched) this.#queueOncePriced(dispatched)
      })
  }

  /** Reprices an order that has waited long enough. */
  #reprice(dispatched: Dispatched): void {
    const { order, stage, recalled } = dispatched
    if (stage !== 'PLACED' || recalled !== null || this.#lost.has(order.clientOrderId)) return
    const wait = this.#parts.repriceAfter()
    // A longer wait than that means the clock was set back since.
    if (dispatched.repriceAt > this.#now && dispatched.repriceAt - this.#now <= wait) return
    if (!this.#isFresh(order)) return
    const limit = this.#prices.limit(order, dispatched.firstLimit)
    // Without a quote a stop rests on.
    if (limit === null) return
    dispatched.repriceAt = this.#now + wait
    if (limit === dispatched.limit && !dispatched.isStop) return
    if (dispatched.changes >= this.#parts.broker.allowedChanges(order.mode).most) {
      // Its leg is closed by another then; an entry waits on at the price it has.
      if (order.purpose === 'EXIT') this.cancel(order.clientOrderId, 'the broker changes it no more')
      return
    }
    this.#ask(order, order.purpose, () => {
      if (!this.#isGone(dispatched)) this.#change(dispatched, limit)
    })
  }

  #change(dispatched: Dispatched, limit: Paise): void {
    const { order } = dispatched
    dispatched.repriceAt = this.#now + this.#parts.repriceAfter()
    dispatched.limit = limit
    // What the broker says of it may come before its answer.
    dispatched.isChangeTaken = true
    dispatched.changes++
    const change = { pricing: { kind: 'LIMIT', limit }, quantity: order.quantity } as const
    void this.#parts.broker.modify(accountOf(order), order.clientOrderId, change).then((answer) => this.#onChange(dispatched, answer))
  }

  #onChange(dispatched: Dispatched, { kind }: Answer): void {
    dispatched.isChangeTaken = kind === 'accepted'
    if (kind === 'busy') {
      this.#budget.giveBack(accountId(dispatched.order))
      dispatched.changes--
    }
    if (kind === 'refused') this.#onRefusedChange(dispatched)
    // Nothing was changed, or that is not known: it may be changed to the same twice.
    else if (kind !== 'accepted') this.#changeAgain(dispatched)
  }

  /** A change is in force. One that was under way when the stop was taken may have come after ours. */
  #onChanged(dispatched: Dispatched, terms: OrderChange | undefined): void {
    const wasStop = dispatched.isStop
    dispatched.isStop = terms?.pricing.kind === 'STOPLOSS_LIMIT'
    if (!dispatched.isStop) dispatched.refusals = 0
    else if (!wasStop) this.#changeAgain(dispatched)
  }

  /** The broker has refused a change. A stop that it does not let become the exit makes way for one that closes the leg. */
  #onRefusedChange(dispatched: Dispatched): void {
    const { order, isStop } = dispatched
    if (!isStop || ++dispatched.refusals < MOST_REFUSALS) {
      this.#changeAgain(dispatched)
      return
    }
    if (order.legId !== null) this.#refusedStops.add(order.legId)
    this.cancel(order.clientOrderId, 'the broker does not change it into an exit')
  }

  #changeAgain(dispatched: Dispatched): void {
    dispatched.limit = null
    if (dispatched.isStop) dispatched.repriceAt = Math.min(dispatched.repriceAt, this.#now + CHANGED_AGAIN_AFTER)
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

  /** An entry and a closing order do not wait forever; an exit of an expired contract waits for its settlement, at any price. */
  #waitForQuote(dispatched: Dispatched): void {
    const { contract, purpose, legId } = dispatched.order
    dispatched.since = Math.min(dispatched.since, this.#now)
    const waited = this.#now - dispatched.since
    if ((purpose === 'ENTRY' || legId === null) && waited > this.#parts.entryLife())
      this.#refuse(dispatched, `no quote of ${contract.tradingSymbol} after ${Math.round(waited / SECOND)} s`)
    else if (this.#prices.closesExpired(dispatched.order) || this.#isPriced(dispatched.order)) {
      this.#unpriced.delete(dispatched)
      this.#queue(dispatched)
    }
  }

  /** Whether the broker's books of it outlive this process. */
  #isRemembered({ mode }: SentOrder): boolean {
    return this.#parts.broker.remembers(mode)
  }

  #ask(order: SentOrder, urgency: OrderUrgency, go: () => void): void {
    this.#budget.ask(accountId(order), urgency, go)
  }
}
