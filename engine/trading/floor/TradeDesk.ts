import type { Logger } from 'pino'
import type { Paise } from '../../../schema/money.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { AccountKey, ExecutionPort, InstrumentKey, OptionContract, OrderUpdate, Tick } from '../../broker/port.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { brokersCancelFrom } from '../../../schema/market/brokerSquareOffs.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { ORDERED_EXITS, type ExitReason } from '../../../schema/trading/exits.ts'
import type { LegUpdate } from '../positions/applyUpdates.ts'
import { AccountReconciler } from './AccountReconciler.ts'
import { BatchJobs } from './BatchJobs.ts'
import { ClosingDesk } from './ClosingDesk.ts'
import { EntryStops } from './EntryStops.ts'
import { ExitLane } from './ExitLane.ts'
import { CredibleTicks } from '../positions/CredibleTicks.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { OpenLegs, type ExitRequest } from '../positions/OpenLegs.ts'
import { CLOSED_BY_HAND } from '../orders/HandOrders.ts'
import { BESIDE_STORING, inTurns } from '../orders/inTurns.ts'
import { OrderDispatch, type OrderDispatchParts } from '../orders/OrderDispatch.ts'
import type { TakenStop } from '../orders/TakenStop.ts'
import { OrderSubmission, type MarkedOrders } from './OrderSubmission.ts'
import { LiveIncidents, type LiveIncident } from './LiveIncidents.ts'
import { OrdersUnderWay } from './OrdersUnderWay.ts'
import { LiveProtection } from '../protection/LiveProtection.ts'
import { TAKEN_OVER } from '../protection/RemovedStops.ts'
import { NO_BOOK, UnitLedger, type OwnOrder } from '../orders/UnitLedger.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { CLOSED_ORDERS } from '../orders/orderStates.ts'
import type { EntryOrder, ExitOrder, Order, SentOrder } from '../orders/orders.ts'
import { isOfOneLeg } from '../positions/HeldPosition.ts'
import { PositionDesk } from './PositionDesk.ts'
import type { QuoteWatch } from './QuoteWatch.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import { LostOrders } from '../orders/LostOrders.ts'
import type { KnownOrder } from '../orders/missingUpdates.ts'
import { reopensUntil } from '../positions/reopensUntil.ts'
import type { SignalBatch } from '../signals/SignalDesk.ts'
import { refusedByLoss } from '../risk/assess.ts'
import { withOpenLoss } from '../risk/withOpenLoss.ts'
import { tellBooked } from './tellBooked.ts'
import type { Booked, TradeRecords, TriedExit } from './TradeRecords.ts'
import { basketOrderOf, isOpen, type OpenLeg, type Leg } from '../positions/legs.ts'
import { StandingFacts } from './StandingFacts.ts'
import { TakenIntake } from './TakenIntake.ts'
import { UnresolvedOrders } from './UnresolvedOrders.ts'
import { UpdateIntake } from './UpdateIntake.ts'

/** Batch size of entries: small enough that nothing waits long for one. */
const MOST_AT_ONCE = 2_000
const NO_LEGS: ReadonlySet<string> = new Set()
/** Market milliseconds for which an account is looked at after its last live trade and order are over. */
const LOOKED_AT_FOR = 30 * SECOND
/** Why an order of an expired contract ends. */
const HAS_EXPIRED = 'its contract has expired'

export interface TradeDeskParts {
  readonly records: TradeRecords
  readonly broker: ExecutionPort
  readonly rules: () => MarketRules
  readonly quotes: QuoteWatch
  readonly exitQuotes: OrderDispatchParts['exitQuotes']
  readonly queue: JobQueue
  /** The exit lane: no job in `queue` holds it up. */
  readonly exits: JobQueue
  /** For what memory does not depend on. */
  readonly beside: JobQueue
  readonly onSent?: ((order: Order) => void) | undefined
  readonly log: Logger
  /** Entry intents older than this, in market milliseconds, are given up. */
  readonly entryLife: () => number
  /** Market milliseconds after which an unfilled exit is repriced. */
  readonly repriceAfter: () => number
  /** Real milliseconds since the last quote of an option came; null: none came. */
  readonly quoteAgeOf: (contract: OptionContract) => number | null
  /** The trading symbol of a listed contract, by instrumentId(). */
  readonly symbolOf: (instrument: string) => string | null
  /** Whether the market is known well enough to reopen a leg of an index. */
  readonly mayReenter: (index: IndexSymbol) => boolean
}

/**
 * Sends committed intents to the broker, books the answers, and watches open legs until they are closed. Memory mirrors what is open; the
 * database decides, memory only makes ticks cheap.
 */
export class TradeDesk {
  readonly #parts: TradeDeskParts
  readonly #ticks = new CredibleTicks()
  readonly #legs = new OpenLegs()
  readonly #orders = new OrdersUnderWay()
  /** Why legs were cancelled while their entry was under way: by an opposite signal or by a person. */
  readonly #recalled = new Map<string, ExitReason>()
  /** Legs whose exits in the books are about to be taken up. */
  #closing: ReadonlySet<string> = NO_LEGS
  readonly #stops: EntryStops
  readonly #exits: ExitLane
  readonly #positions: PositionDesk
  readonly #updates: UpdateIntake<Booked>
  /** Decided, and to be sent. */
  readonly #entries: BatchJobs<EntryOrder, MarkedOrders>
  readonly #taken: TakenIntake
  readonly #lost: LostOrders
  readonly #dispatch: OrderDispatch
  readonly #protection: LiveProtection
  readonly #submission: OrderSubmission
  readonly #closings: ClosingDesk
  readonly #unresolved: UnresolvedOrders
  readonly #reconciler: AccountReconciler
  readonly #incidents: LiveIncidents
  readonly #standing: StandingFacts<readonly LiveIncident[]>
  /** Market time at which users last had something live open or under way. */
  readonly #liveAt = new Map<string, Instant>()
  #now: Instant
  #stopsKeptAt: Instant
  #session: Session | null = null
  /** Users whose broker accounts were connected, or got a new session, since exits were last retried for that; null: anybody. */
  readonly #reconnected = new Set<string | null>()
  #opened = 0
  #closed = 0

  /** `now`: market time. */
  constructor(parts: TradeDeskParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    this.#stopsKeptAt = now
    this.#stops = new EntryStops(parts.records)
    this.#updates = new UpdateIntake({
      queue: parts.queue,
      store: (updates) => parts.records.book(updates),
      leftOf: ({ left }) => left,
      takeUp: (booked) => this.#onBooked(booked),
    })
    this.#entries = new BatchJobs({
      ...{ queue: parts.queue, name: 'submit orders', take: wholeTrades },
      store: (entries) => this.#submission.mark(entries, this.#now),
      takeUp: async (marked) => this.#onSent(await this.#submission.send(marked)),
      // They are intents in the books: the reconciliation finds them there.
      onAbandoned: () => undefined,
    })
    const { broker, rules, exitQuotes, entryLife, repriceAfter, log } = parts
    this.#taken = new TakenIntake(parts.records, parts.beside)
    const report = (update: OrderUpdate) => this.#report(update)
    const lookNow = (userId: string) => this.#reconciler.lookNow(userId)
    const lost = (this.#lost = new LostOrders({ hear: (update) => this.#hear(update), lookNow, log }))
    const shrink = async (order: SentOrder, quantity: number) => {
      let isShrunk = false
      await parts.exits.add('shrink an exit', async () => {
        isShrunk = await (order.legId === null ? this.#closings.shrink(order, quantity) : parts.records.shrinkExit(order.id, quantity))
      })
      if (!isShrunk) throw new Error(`order ${order.id} could not be made smaller`)
    }
    this.#exits = new ExitLane({
      ...{ records: parts.records, queue: parts.queue, lane: parts.exits, orders: this.#orders, log: parts.log },
      send: (exits) => this.#sendSubmitted(exits),
      cancel: (order, reason) => this.#dispatch.cancel(order.clientOrderId, reason),
      mayRest: ({ mode, clientOrderId }) => broker.remembers(mode) && !this.#dispatch.isFilled(clientOrderId),
      end: (order) => this.#untrack(order),
      isOpen: (legId) => this.#legs.has(legId),
      mayClose: ({ legId, reason }) => {
        const leg = this.#legs.get(legId)
        return !this.#isOverAtBroker(leg) && (ORDERED_EXITS.includes(reason) || !this.#isLetGo(leg))
      },
      isBehind: (request) => this.#positions.isBehind(request, this.#legs.get(request.legId)),
      cancelEntries: ({ legId, reason }, why) => {
        const leg = this.#legs.get(legId)
        if (leg?.terms.position && !isOfOneLeg(reason)) this.#positions.cancelEntries(leg.tradeId, why)
      },
    })
    this.#positions = new PositionDesk({
      ...{ records: parts.records, queue: parts.queue, quotes: parts.quotes, exiting: this.#exits.exiting, log: parts.log },
      send: (entries) => this.#send(entries),
      cancel: (order, reason) => this.#dispatch.cancel(order.clientOrderId, reason),
      close: (requests) => this.#exits.close(requests),
      mayReenter: (leg) => this.#mayReenter(leg),
      isLetGo: (tradeId) => this.#protection.isLetGo(tradeId),
      refuse: ({ userId, mode }, account) => refusedByLoss(withOpenLoss(account, this.openLossIn(userId, mode))),
      onEnd: (positions) => void (this.#closed += positions),
    })
    const booked = (clientOrderIds: readonly string[]) => this.#updates.booked(clientOrderIds)
    this.#protection = new LiveProtection(
      {
        ...{ records: parts.records, lane: parts.exits, broker, rules, legs: this.#legs, lost, lookNow, report, booked, log },
        isClosing: (legId) => this.#exits.isUnderWay(legId) || this.#closing.has(legId),
        isOpening: (legId) => this.#orders.isOpening(legId),
        isBrokerClosing: () => this.#session === null || brokersCancelFrom(this.#session) <= this.#now,
        onLetGo: (tradeId) => this.#letGo(tradeId),
        onUnfilled: (legId) => {
          if (!this.#exits.exiting.has(legId)) this.#exits.close([{ legId, reason: 'STOP', at: this.#now }])
        },
        closeNotHeld: ({ id }) => this.#closeNotHeld(id),
        isClosedByHand: (exit) => this.#dispatch.isClosedByHand(exit),
      },
      now,
    )
    const isProtected = (exit: Order) => this.#protection.protects(exit)
    const unprotect = (exit: Order) => this.#protection.withdraw(exit)
    const doubt = (exit: Order) => this.#protection.doubt(exit)
    const takeStop = (exit: ExitOrder) => this.#protection.takeStop(exit)
    const becomeStop: OrderDispatchParts['becomeStop'] = (exit, stop, then) => this.#becomeStop(exit, stop, then)
    const legsOf = (account: AccountKey) => this.#protection.withHandSales(this.#legs.ofAccount(account))
    const stopsOf = ({ userId }: AccountKey) => this.#protection.stopsOf(userId)
    const bookedOf = (order: SentOrder) =>
      order.legId === null ? this.#closings.bookedOf(order) : (this.#orders.get(order.id)?.filledQuantity ?? 0)
    const besideOf = ({ userId, tradeId }: Order) =>
      this.#legs.liveOf(userId).flatMap((leg) => (leg.tradeId === tradeId ? basketOrderOf(leg) : []))
    const openingOf = (entry: EntryOrder) => this.#positions.openingOf(entry)
    const isOpening = (tradeId: string) => this.#positions.isOpening(tradeId)
    const hasSold = (userId: string) => this.#legs.liveOf(userId).some(({ side }) => side === 'SELL')
    const checks = {
      isProtected,
      unprotect,
      doubt,
      takeStop,
      becomeStop,
      legsOf,
      stopsOf,
      bookedOf,
      besideOf,
      openingOf,
      isOpening,
      hasSold,
      lost,
    }
    this.#dispatch = new OrderDispatch({ broker, rules, exitQuotes, report, shrink, ...checks, entryLife, repriceAfter, log }, now)
    this.#closings = new ClosingDesk({ records: parts.records, queue: parts.queue, dispatch: this.#dispatch, quotes: parts.quotes, rules })
    this.#submission = new OrderSubmission({
      ...{ records: parts.records, remembers: ({ mode }) => broker.remembers(mode), entryLife, log },
      isUnderWay: ({ id, clientOrderId }) =>
        this.#orders.has(id) && (this.#dispatch.find(clientOrderId) !== null || this.#updates.isWaiting(clientOrderId)),
      quoteAgeOf: parts.quoteAgeOf,
      isBegun: (tradeId) => this.#positions.isBegun(tradeId),
      take: (entries) => this.#positions.take(entries),
      send: (order, sentBefore) => {
        this.#track(order)
        this.#dispatch.send(order, sentBefore)
        if (!sentBefore) parts.onSent?.(order)
      },
      onUnsendable: (exit) => this.#exits.onUnsendable(exit),
    })
    this.#unresolved = new UnresolvedOrders({
      ...{ records: parts.records, beside: parts.beside },
      lostAt: (since) => lost.countsAt(since),
    })
    this.#standing = new StandingFacts({
      ...{ name: 'keep incidents', beside: parts.beside },
      keep: (incidents) => parts.records.keepIncidents(incidents),
    })
    this.#standing.hold()
    this.#incidents = new LiveIncidents(
      {
        legsOf: (userId) => this.#legs.liveOf(userId),
        ordersOf: (userId) => this.#atBroker(userId),
        byHandOf: (userId) => this.#dispatch.byHandOf({ userId, mode: 'LIVE' }),
        symbolOf: parts.symbolOf,
        isLetGo: (tradeId) => this.#protection.isLetGo(tradeId),
        isWatched: (leg) => this.#protection.isWatched(leg),
        log,
      },
      now,
    )
    this.#reconciler = new AccountReconciler(
      {
        ...{ broker, log },
        hear: (update) => this.#hear(update),
        ordersOf: ({ userId, mode }) => (mode === 'LIVE' ? this.#atBroker(userId) : []),
        lostOf: (account) => lost.of(account),
        lookUp: (clientOrderId) => {
          this.#dispatch.lookUp(clientOrderId)
          this.#protection.lookUp(clientOrderId)
        },
        onLook: (look) => this.#onLook(look),
      },
      now,
    )
    broker.onUpdate((update) => {
      this.#reconciler.heard(update)
      this.#hear(update)
    })
    broker.onByHand((account, order) => {
      this.#protection.onByHand(account, order)
      this.#dispatch.onByHand(account, order)
    })
  }

  /** The current state, and counts since the start. */
  get counts(): {
    readonly open_trades: number
    readonly open_orders: number
    readonly trades_opened: number
    readonly trades_closed: number
  } {
    return { open_trades: this.#legs.trades, open_orders: this.#orders.size, trades_opened: this.#opened, trades_closed: this.#closed }
  }

  /** Resumes from the database where the last run ended. A first start is the same with nothing open. */
  async resume(): Promise<void> {
    const { records, log } = this.#parts
    const foreign = await records.closeForeign()
    if (foreign.trades + foreign.orders > 0) log.warn({ ...foreign }, 'closed what belonged to another market')
    await this.reconcile()
    log.info({ legs: this.#legs.size, orders: this.#orders.size }, 'open legs and orders taken up')
  }

  /**
   * Rebuilds memory from the database, sends intents that were committed but never sent, and does what people requested. For the start, for
   * users taken over or given up, and after an outage: a commit may have succeeded although its answer was lost. Call it from the queue or
   * with the queue empty: it also takes a turn in the exit lane. Rejects when the books cannot be read.
   */
  async reconcile(): Promise<void> {
    const outcome = await this.#parts.exits.add('reconcile', () => this.#reconcile())
    if (outcome === 'abandoned') throw new Error('memory could not be made to agree with the books')
  }

  async #reconcile(): Promise<void> {
    const { records } = this.#parts
    this.#unresolved.forget()
    await this.#stops.read()
    await records.setAskedLevels()
    const held = await records.heldLegs()
    const legs = new Map(held.filter(isOpen).map((leg) => [leg.id, leg]))
    const orders = new Map((await records.openOrders()).filter(({ id }) => !this.#exits.isWithdrawn(id)).map((order) => [order.id, order]))
    const letGo = await this.#protection.resume([...legs.values()])
    // Before the legs: beside an exit that may be at the broker, a new stop would sell more than there is.
    this.#closing = new Set([...orders.values()].flatMap(({ purpose, legId }) => (purpose === 'EXIT' ? legId : [])))
    for (const leg of legs.values()) this.#keep(leg)
    for (const leg of [...this.#legs]) if (!legs.has(leg.id)) this.#drop(leg)
    this.#positions.reconcile(
      held.filter(({ terms }) => terms.position),
      await records.lockedProfits(),
    )
    for (const order of [...this.#orders.values()]) if (!orders.has(order.id)) this.#untrack(order)
    failpoint('mid-reconciliation')
    const live = [...orders.values()]
    // Exits first: nothing is sold to open while its hedge is closing.
    await this.#send(live.filter(({ purpose }) => purpose === 'EXIT'))
    this.#closing = NO_LEGS
    this.#exits.withdrawLeft((legId) => legs.has(legId))
    await this.#send(live.filter(({ purpose }) => purpose === 'ENTRY'))
    for (const tradeId of letGo) this.#letGo(tradeId)
    for (const failed of await records.exitTries()) if (!this.#exits.exiting.has(failed.legId)) this.#waitToRetry(failed)
    this.#enforceStops()
    await this.#exits.closeNow(await this.#requested())
    await this.#positions.endRequested()
    this.#positions.settleAll(this.#now)
    this.#exits.closeBehind()
    this.#incidents.resume(await records.incidents())
    this.#standing.release()
    await this.#closings.takeUp(this.#now)
    this.#reconciler.lookNow(null)
  }

  /** The set of this node's users has changed. */
  onUsersChanged(): void {
    this.#standing.hold()
    void this.#parts.queue.add('take users over', () => this.reconcile())
  }

  /** A person pulled or lifted a kill switch, suspended an account or let it in again, requested exits, or set levels: reads those and acts on them. */
  obey(): void {
    void this.#parts.queue.add('obey people', async () => {
      await this.#stops.read()
      this.#enforceStops()
      await this.#setAskedLevels()
      this.#exits.close(await this.#requested())
      await this.#positions.endRequested()
      await this.#closings.takeUp(this.#now)
    })
  }

  /** Stops everything by an order not in the books yet: from memory, until the books are read again. Waits for nothing. */
  stopAll(squareOff: boolean): void {
    this.#stops.stopAll(squareOff)
    this.#enforceStops()
  }

  /**
   * The accounts of users at the broker were replaced by others, and what they had is over in the books. Resolves when none of it is in memory
   * any more: the new ones get no order before. Rejects when the books are not read.
   */
  async leaveAccounts(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return
    const outcome = await this.#parts.queue.add('leave accounts', () => this.reconcile())
    if (outcome === 'abandoned') throw new Error('the books were not read: orders of accounts that were left may be in memory')
    for (const userId of userIds) this.#dispatch.forgetFunds({ userId, mode: 'LIVE' })
  }

  /** The account of a user at the broker, or of anybody, was connected or got a new session: what waited for that is tried again. */
  onBrokerChanged(userId: string | null): void {
    this.#dispatch.callBackAgain(userId)
    this.#reconnected.add(userId)
    this.#reconciler.lookNow(userId)
  }

  /** Retries closing what was left to owners whose accounts were connected since, when the exchanges are open. */
  #retryHandedOver(now: Instant, session: Session): void {
    const users = this.#reconnected
    if (users.size === 0 || now < session.open || now >= session.close) return
    const legs = this.#legs.live.filter(({ userId }) => users.has(null) || users.has(userId))
    users.clear()
    this.#exits.retryHandedOver(legs, now)
  }

  /** What people requested. A leg that is still opening is closed as far as it filled before it can be cancelled. */
  async #requested(): Promise<readonly ExitRequest[]> {
    const requests = await this.#exits.requested(this.#now)
    for (const { legId, reason } of requests) if (!this.#legs.has(legId)) this.#recalled.set(legId, reason)
    return requests
  }

  /**
   * What a user's open legs (of the trades `among` given ones) lose if they are closed at their last prices, charges of both sides
   * included; negative is a gain.
   */
  openLossOf(userId: string, among?: ReadonlySet<string>): Paise {
    return this.#legs.lossOf(userId, this.#now, this.#parts.rules(), ({ tradeId }) => !among || among.has(tradeId))
  }

  /** What contracts with open legs last traded at, by instrumentId(). */
  get lastPrices(): ReadonlyMap<string, Paise> {
    return this.#legs.lastPrices
  }

  /** The same of a user's open legs in one mode. */
  openLossIn(userId: string, mode: TradeMode): Paise {
    return this.#legs.lossOf(userId, this.#now, this.#parts.rules(), (leg) => leg.mode === mode)
  }

  /** Units that a user's open live legs have of a contract on the side opposite to a given one, or that his entries are about to open. */
  oppositeUnits(userId: string, contract: InstrumentKey, side: OrderSide): number {
    const entries = new Map([...this.#orders.liveOf(userId), ...this.#positions.waitingOf(userId)].map((order) => [order.id, order]))
    const own = [...entries.values()].map((order) => ({ ...order, booked: order.filledQuantity }))
    return new UnitLedger(this.#legs.liveOf(userId), own, NO_BOOK).opposed({ tradeId: null, contract, side }).ours
  }

  /** Cancels the entries under way that a signal of their own version contradicts; units already bought are sold. */
  recall(batch: Pick<SignalBatch, 'index' | 'signals'>): void {
    for (const order of this.#orders.against(batch)) {
      this.#recalled.set(order.legId, 'OPPOSITE_SIGNAL')
      this.#dispatch.cancel(order.clientOrderId, 'the strategy gave an opposite signal')
    }
  }

  /** Sends decisions: exits, committed as submitted, at once; entries once their intents are submitted orders. */
  submit(orders: readonly Order[]): void {
    this.#sendSubmitted(orders.filter((order) => order.purpose === 'EXIT'))
    this.#entries.add(orders.filter((order) => order.purpose === 'ENTRY'))
  }

  /** A quote: closes the legs of this contract that reached target or stop. Touches no other leg. One that its own book contradicts does nothing. */
  onTick(tick: Tick): void {
    if (!this.#ticks.isCredible(tick)) return
    this.#dispatch.onTick(tick)
    this.#protection.onTick(tick)
    this.#exits.close(this.#legs.onTick(tick, this.#exits.exiting))
    this.#positions.onTick(tick)
  }

  /** The contracts of live legs that expired by a market time while their accounts held them; ends what of their orders is left. */
  expired(by: Instant): readonly OptionContract[] {
    for (const { mode, contract, clientOrderId } of this.#orders.values())
      if (mode === 'LIVE' && this.#parts.rules().hasExpired(contract.expiry, by)) this.#dispatch.cancel(clientOrderId, HAS_EXPIRED)
    return this.#protection.expired(by)
  }

  /** Books what a unit of an expired contract was worth as the exit of its live legs. Never rejects. */
  settle(contract: OptionContract, price: Paise): Promise<void> {
    return this.#protection.settle(contract, price)
  }

  /** Market time advanced: closes the legs whose time is up. `session` is null on a day without one. */
  onTime(now: Instant, session: Session | null, rules: MarketRules): void {
    this.#now = now
    this.#dispatch.onTime(now)
    if (Math.abs(now - this.#stopsKeptAt) >= SECOND) {
      // Again and again: what a stop wanted to close may not have been this node's for a moment.
      this.#enforceStops()
      this.#keepStops()
      this.#updates.bookAgain()
      this.#taken.keepAgain()
      this.#protection.onTime(now)
      this.#watchLive(now)
      this.#unresolved.tell(now)
    }
    this.#exits.closeBusy()
    // Rereading the books, not a booking, may have ended what they waited for.
    this.#exits.closeBehind()
    this.#session = session
    if (!session) return
    const due = this.#legs.due(now, session, rules, this.#exits.exiting)
    this.#exits.close(this.#positions.withOthers(due, (legId) => this.#legs.get(legId)?.tradeId))
    this.#exits.retryDue(now, session, rules, this.#legs)
    this.#retryHandedOver(now, session)
    this.#positions.endIdle((leg) => this.#isLetGo(leg) || reopensUntil(leg, session, rules) <= now)
  }

  /** What stands on live accounts that must not last. */
  get liveIncidents(): readonly LiveIncident[] {
    return this.#incidents.standing
  }

  #isMarketOpen(): boolean {
    return this.#session !== null && this.#now >= this.#session.open && this.#now < this.#session.close
  }

  #watchLive(now: Instant): void {
    for (const userId of this.#liveUsers()) this.#liveAt.set(userId, now)
    for (const { userId } of this.#incidents.standing) this.#liveAt.set(userId, now)
    for (const [userId, at] of this.#liveAt) if (Math.abs(now - at) >= LOOKED_AT_FOR) this.#liveAt.delete(userId)
    const live = [...this.#liveAt.keys()].map((userId) => ({ userId, mode: 'LIVE' as const }))
    this.#reconciler.onTime(now, [...live, ...this.#lost.accounts])
    this.#incidents.onTime(now, this.#legs.live, (legId) => this.#exits.exiting.has(legId), this.#isMarketOpen())
    this.#standing.tell(this.#incidents.standing)
  }

  #onLook(look: AccountLook): void {
    for (const order of this.#lost.onLook(look)) {
      this.#dispatch.onFound(order)
      this.#protection.onFound(order)
    }
    if (look.mode === 'PAPER') return
    this.#protection.onLook(look)
    this.#incidents.onLook(look, this.#isMarketOpen())
  }

  /** Users with something live open or under way. */
  #liveUsers(): ReadonlySet<string> {
    return new Set([...this.#legs.live.map(({ userId }) => userId), ...this.#orders.liveUsers(), ...this.#closings.users])
  }

  /** A user's live orders that the broker has taken, closing ones too, and his stops that have not ended. */
  #atBroker(userId: string): (OwnOrder & KnownOrder)[] {
    const orders = this.#orders
      .liveOf(userId)
      .flatMap((order) =>
        this.#dispatch.isPlaced(order.clientOrderId)
          ? { ...order, booked: order.filledQuantity, isAccepted: order.status !== 'SUBMITTED' && order.status !== 'UNKNOWN' }
          : [],
      )
    return [
      ...orders,
      ...this.#closings.atBroker(userId),
      ...this.#protection.stopsOf(userId).map((stop) => ({ ...stop, isAccepted: true })),
    ]
  }

  /** Whether no order closes a leg any more: its contract has expired at the broker. On paper the order of its exit is what is settled. */
  #isOverAtBroker(leg: Leg | null): boolean {
    return leg?.mode === 'LIVE' && this.#parts.rules().hasExpired(leg.contract.expiry, this.#now)
  }

  #isLetGo(leg: Leg | null): boolean {
    return leg !== null && this.#protection.isLetGo(leg.tradeId)
  }

  /** A trade is its owner's: what is still to be opened or closed of it, and was not ordered by a person, is not. */
  #letGo(tradeId: string): void {
    for (const leg of this.#legs) if (leg.tradeId === tradeId) this.#exits.leave(leg.id)
    for (const order of this.#orders.values())
      if (order.purpose === 'ENTRY' && order.tradeId === tradeId) this.#dispatch.cancel(order.clientOrderId, TAKEN_OVER)
    this.#positions.cancelEntries(tradeId, TAKEN_OVER)
  }

  #sendSubmitted(exits: readonly ExitOrder[]): void {
    for (const exit of exits) {
      this.#track(exit)
      this.#dispatch.send(exit, false)
      this.#parts.onSent?.(exit)
      failpoint('mid-square-off')
    }
  }

  /** Cancels the entries under way that are stopped and, where a kill switch squares off, closes the open legs. */
  #enforceStops(): void {
    if (this.#stops.areLifted) return
    for (const order of this.#orders.values()) {
      const stop = order.purpose === 'ENTRY' ? this.#stops.stopOf(order) : null
      if (stop !== null) this.#dispatch.cancel(order.clientOrderId, stop)
    }
    const requests: ExitRequest[] = []
    for (const leg of this.#legs)
      if (!this.#exits.exiting.has(leg.id) && this.#stops.squaresOff(leg))
        requests.push({ legId: leg.id, reason: 'EMERGENCY', at: this.#now })
    this.#exits.close(requests)
    this.#positions.endIdle((leg) => this.#stops.squaresOff(leg))
  }

  #report(update: OrderUpdate): void {
    if (this.#closings.hear(update)) return
    if (update.type === 'placed') this.#taken.receive(update)
    else this.#updates.receive(update)
  }

  #hear(update: OrderUpdate): void {
    this.#lost.heardOf(update.clientOrderId)
    this.#dispatch.onUpdate(update)
    if (this.#protection.hear(update, this.#dispatch.find(update.clientOrderId))) this.#report(update)
  }

  async #becomeStop(exit: ExitOrder, stop: TakenStop, then: (exit: ExitOrder) => void): Promise<boolean> {
    const { exits, records } = this.#parts
    const { clientOrderId, quantity } = stop
    let isExit = false
    await exits.add('close a leg with its stop', async () => {
      isExit = await records.takeStop(exit.id, clientOrderId, quantity)
    })
    failpoint('after-stop-taken')
    if (isExit) {
      const order: ExitOrder = { ...exit, clientOrderId, quantity }
      if (this.#orders.has(exit.id)) this.#orders.set(order)
      // Its owner was faster: what is left of it is closed by what the broker's books show.
      if (this.#protection.misses(exit)) this.#dispatch.cancel(exit.clientOrderId, CLOSED_BY_HAND)
      then(order)
    }
    for (const update of this.#protection.release(stop, isExit)) this.#hear(update)
    return isExit
  }

  async #setAskedLevels(): Promise<void> {
    for (const leg of await this.#parts.records.setAskedLevels()) this.#keepLevels(leg)
  }

  /** Once per market second: a trailing stop moves with nearly every tick. */
  #keepStops(): void {
    this.#stopsKeptAt = this.#now
    const { records, queue } = this.#parts
    this.#positions.settleHeld(this.#now)
    const locks = this.#positions.takeRisenLocks()
    const raised = this.#legs.takeRaisedStops()
    if (locks.length > 0) void queue.add('keep locked profits', () => records.keepLocks(locks)).then(() => this.#exits.closeBusy())
    if (raised.length === 0 && !this.#positions.hasMovedStops) return
    void queue
      .add('keep stops', async () => {
        const moved = this.#positions.takeMovedStops()
        await records.moveStops([...raised, ...moved])
        for (const { legId, stop } of moved) {
          const leg = this.#legs.get(legId)
          if (leg) this.#keepLevels({ ...leg, stop })
        }
      })
      .then(() => this.#exits.closeBusy())
  }

  /** A leg has other levels: its order at the broker follows. */
  #keepLevels(leg: OpenLeg): void {
    this.#positions.keep(leg)
    this.#keep(leg)
  }

  async #send(orders: readonly Order[]): Promise<void> {
    await this.#onSent(await this.#submission.submit(orders, this.#now))
  }

  async #onSent(unsent: readonly Order[]): Promise<void> {
    const given = await this.#neverSent(unsent)
    for (const order of given) this.#positions.onEnded(order)
    this.#positions.settle(
      given.map(({ tradeId }) => tradeId),
      this.#now,
    )
  }

  /**
   * Entries that are no longer intents and are over. The others were committed by a call whose answer was lost; the reconciliation
   * sends them.
   */
  async #neverSent(given: readonly Order[]): Promise<Order[]> {
    const ofPositions = given.filter((order) => order.purpose === 'ENTRY' && order.terms.position)
    if (ofPositions.length === 0) return []
    const open = new Set((await this.#parts.records.openOrders()).map(({ id }) => id))
    return ofPositions.filter(({ id }) => !open.has(id))
  }

  #mayReenter(leg: Leg): boolean {
    const { rules, mayReenter } = this.#parts
    const session = this.#session
    if (!session || this.#isLetGo(leg) || this.#stops.stopOf(leg) !== null || !mayReenter(leg.index)) return false
    return this.#now < reopensUntil(leg, session, rules())
  }

  /** After all earlier reports. */
  #closeNotHeld(legId: string): void {
    const { queue, records } = this.#parts
    void queue.add('close what is not held', async () => this.#onBooked(await records.closeNotHeld(legId, this.#now)))
  }

  async #onBooked({ legUpdates, changes, failedExits, strangers }: Booked): Promise<void> {
    if (strangers.length > 0) this.#parts.log.error({ strangers }, 'the broker speaks of orders that are not in the books')
    for (const { change } of changes)
      if (change === 'opened') this.#opened++
      else if (change === 'closed') this.#closed++
    tellBooked(changes, this.#parts.log)
    const touched: string[] = []
    await inTurns(legUpdates, (some) => void touched.push(...some.flatMap((legUpdate) => this.#apply(legUpdate))), BESIDE_STORING)
    // Units of an entry that came after its leg was closed: who asked for that wants these closed, too.
    if (legUpdates.some(({ leg, change }) => change === 'opened' && leg && leg.exitQuantity > 0)) this.obey()
    for (const { tradeId, change } of changes) if (change === 'closed') this.#positions.drop(tradeId)
    for (const failed of failedExits) {
      this.#parts.log.warn(failed, 'the exit of a leg has ended without selling it')
      this.#waitToRetry(failed)
    }
    this.#exits.withdrawNeedless(legUpdates)
    this.#positions.settle(touched, this.#now)
    // Requests that came while the last leg was being closed by its stop.
    await this.#positions.endRequested(new Set(touched))
    this.#exits.closeBehind()
    this.#enforceStops()
    this.#exits.closeBusy()
  }

  #waitToRetry(failed: TriedExit): void {
    if (!this.#legs.has(failed.legId)) return
    this.#exits.onFailed(failed)
  }

  /** The trades of the orders concerned. */
  #apply({ alarms, orders, leg, change }: LegUpdate): string[] {
    for (const alarm of alarms) this.#parts.log.error({ alarm }, 'the broker’s word does not fit the books')
    const tradeIds = orders.flatMap(({ id }) => this.#orders.get(id)?.tradeId ?? [])
    const recalled = leg && this.#recalled.get(leg.id)
    for (const { id, status, filledQuantity, filledValue } of orders) {
      const order = this.#orders.get(id)
      if (!order) continue
      if (CLOSED_ORDERS.includes(status)) this.#untrack(order)
      else this.#orders.set({ ...order, status, filledQuantity, filledValue })
    }
    if (!leg || !change) return tradeIds
    this.#positions.keep(leg)
    if (isOpen(leg)) this.#keep(leg)
    else this.#drop(leg)
    if (recalled && isOpen(leg) && !this.#exits.exiting.has(leg.id)) this.#exits.close([{ legId: leg.id, reason: recalled, at: this.#now }])
    return [...tradeIds, leg.tradeId]
  }

  #track(order: Order): void {
    if (this.#orders.has(order.id)) return
    this.#orders.set(order)
    // It may be over, and its trade with it, before anybody has looked at its account.
    if (order.mode === 'LIVE') this.#liveAt.set(order.userId, this.#now)
    this.#positions.onSent(order)
    if (order.purpose === 'EXIT') this.#exits.onSent(order)
    else this.#parts.quotes.watch([order.contract], 'first')
  }

  #untrack(order: Order): void {
    if (!this.#orders.delete(order)) return
    this.#dispatch.forget(order.clientOrderId)
    this.#positions.onEnded(order)
    if (order.purpose === 'EXIT') this.#exits.onEnded(order)
    else {
      this.#recalled.delete(order.legId)
      this.#parts.quotes.unwatch([order.contract], 'first')
    }
  }

  #keep(leg: OpenLeg): void {
    if (this.#legs.keep(leg)) this.#parts.quotes.watch([leg.contract], 'first')
    this.#protection.keep(leg)
  }

  #drop(leg: Leg): void {
    this.#exits.onClosed(leg.id)
    if (this.#legs.drop(leg)) this.#parts.quotes.unwatch([leg.contract], 'first')
  }
}

/** Removes the first entries: the legs of a position go together, all are requested before the first is sent. */
function wholeTrades(waiting: EntryOrder[]): EntryOrder[] {
  let to = Math.min(MOST_AT_ONCE, waiting.length)
  while (waiting[to]?.tradeId === waiting[to - 1]?.tradeId && to < waiting.length) to++
  return waiting.splice(0, to)
}
