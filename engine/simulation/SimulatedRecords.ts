import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { istDate, istInstant, MINUTE, type Instant } from '../../schema/time.ts'
import type { Denial, DenialReason, KillScope } from '../../schema/trading/denials.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { StoredStrategy, StrategyVersion } from '../trading/signals/ActiveStrategies.ts'
import type { Account, Candidate, TradeSettings } from '../trading/risk/assess.ts'
import { bookedTrade } from '../trading/positions/bookedTrade.ts'
import { applyUpdates, type LegUpdate, type Fill } from '../trading/positions/applyUpdates.ts'
import type { DailyLoss } from '../trading/risk/DailyLossWatch.ts'
import { afterFailedExit, failedExitOf, type ExitTries } from '../trading/positions/exitTries.ts'
import { entrySlices } from '../trading/signals/entrySlices.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import { OPEN_ORDERS } from '../trading/orders/orderStates.ts'
import { clientOrderIdOf, type EntryOrder, type ExitOrder, type Order, type Signal } from '../trading/orders/orders.ts'
import type { Decided, SignalBatch, StrategySignal } from '../trading/signals/SignalDesk.ts'
import { largestOrder, slicesOf } from '../trading/orders/slices.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import { reentryOrders } from '../trading/positions/reentryOrders.ts'
import { summaryOf, type TradeSummary } from '../trading/positions/summaryOf.ts'
import { takeSignals, type AddressedSignal, type DeniedSignal, type Judge } from '../trading/signals/takeSignals.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { Booked, Kill, Reentered, RefuseReentry, TriedExit } from '../trading/floor/TradeRecords.ts'
import { originOfEntry } from '../trading/positions/originOfEntry.ts'
import { isOpen, openQuantityOf, oppositeOf, outcomeOf, type Leg, type LegOrigin } from '../trading/positions/legs.ts'

/** A user's account as it is stored. */
export interface SimulatedUser {
  readonly id: string
  readonly funds: Paise
  readonly maxOpenTrades: number
  readonly maxDailyLoss: Paise | null
  readonly squareOffAtDailyLoss: boolean
}

export interface SimulatedSubscription {
  readonly id: string
  readonly userId: string
  readonly strategyId: string
  readonly version: number
  readonly settings: TradeSettings
}

/** An order as it is stored. */
export type OrderRow = Order & { readonly firstFillAt: Instant | null }

/** Called with every row that a commit writes, after the write. `before` is null for a new row. */
export interface RecordsWitness {
  onOrder(before: OrderRow | null, after: OrderRow): void
  onFill(fill: Fill): void
  onLeg(before: Leg | null, after: Leg): void
}

export interface SimulatedRecordsParts {
  readonly rules: MarketRules
  readonly strategies: readonly StoredStrategy[]
  readonly users: readonly SimulatedUser[]
  readonly subscriptions: readonly SimulatedSubscription[]
  readonly newId: () => string
  readonly witness: RecordsWitness
}

const WIDEST_FIRST: readonly KillScope[] = ['GLOBAL', 'STRATEGY', 'USER']

/**
 * The tables of a market day in memory. Every method is one transaction: it does all its work at once, or it throws before it does
 * anything. The rules are the store's: its decisions are the same pure functions, only its tables are plain maps.
 */
export class SimulatedRecords {
  readonly #parts: SimulatedRecordsParts
  /** By what makes them unique. */
  readonly #signals = new Map<string, Signal>()
  readonly #signalOf = new Map<string, Signal>()
  readonly #answered = new Set<string>()
  readonly #orders = new Map<string, OrderRow>()
  readonly #orderIds = new Map<string, string>()
  /** By subscription. */
  readonly #entryIds = new Map<string, Set<string>>()
  readonly #orderIdsOfLeg = new Map<string, Set<string>>()
  readonly #fillIds = new Set<string>()
  readonly #legs = new Map<string, Leg>()
  readonly #exitsAtBroker = new Map<string, ExitAtBroker>()
  /** The sum of each trade's legs. */
  readonly #trades = new Map<string, TradeSummary>()
  /** The profits that positions have locked, by trade. */
  readonly #locks = new Map<string, Paise>()
  readonly #tries = new Map<string, ExitTries>()
  readonly #requested = new Map<string, ExitRequest['reason']>()
  /** The losses that closed users' legs, by user and day. */
  readonly #lostDays = new Map<string, Paise>()
  readonly #realised = new Map<string, Paise>()
  readonly #denials = new Map<DenialReason, number>()
  #kills: readonly Kill[] = []
  /** Of the node that owns the users. */
  #token = 0

  constructor(parts: SimulatedRecordsParts) {
    this.#parts = parts
  }

  /** A node takes all users over: the one before it writes nothing for them any more. Returns the new fencing token. */
  takeOver(): number {
    return ++this.#token
  }

  /** Whether no other node has taken over since a token was given. */
  isOwnedBy(token: number): boolean {
    return token === this.#token
  }

  get orders(): Iterable<OrderRow> {
    return this.#orders.values()
  }

  get legs(): Iterable<Leg> {
    return this.#legs.values()
  }

  get trades(): Iterable<TradeSummary> {
    return this.#trades.values()
  }

  /** How often each reason was given. */
  get denials(): Readonly<Partial<Record<DenialReason, number>>> {
    return Object.fromEntries(this.#denials)
  }

  get killsInForce(): readonly Kill[] {
    return this.#kills
  }

  tradeOf(tradeId: string): TradeSummary | null {
    return this.#trades.get(tradeId) ?? null
  }

  orderOf(clientOrderId: string): OrderRow | null {
    return this.#orders.get(this.#orderIds.get(clientOrderId) ?? '') ?? null
  }

  /** Net of the user's closed legs, as the account keeps it. */
  realisedOf(userId: string): Paise {
    return this.#realised.get(userId) ?? paise(0)
  }

  /** Whether a leg is open and nothing is under way that sells it. */
  isLeftOpen(legId: string): boolean {
    return this.#isOpen(legId) && !this.#hasLiveExit(legId)
  }

  /** How many exits of a leg were intended so far. */
  exitsOf(legId: string): number {
    return this.#ordersOf(legId).filter(({ purpose }) => purpose === 'EXIT').length
  }

  /** A person's doing. Pulling a switch that is in force, and asking for an exit twice, change nothing. */
  pullKill(kill: Kill): void {
    if (!this.#kills.some((other) => isSameSwitch(other, kill))) this.#kills = [...this.#kills, kill]
  }

  liftKill(kill: Kill): void {
    this.#kills = this.#kills.filter((other) => !isSameSwitch(other, kill))
  }

  requestExit(tradeId: string): void {
    this.#requested.set(tradeId, 'MANUAL')
  }

  dailyLosses(now: Instant): readonly DailyLoss[] {
    return this.#parts.users.flatMap(({ id: userId, maxDailyLoss, squareOffAtDailyLoss }) => {
      const open = this.#runningTrades().filter((trade) => trade.userId === userId)
      if (!squareOffAtDailyLoss || maxDailyLoss === null || open.every(({ id }) => this.#requested.has(id))) return []
      const openTrades = new Set(open.map(({ id }) => id))
      const [closedLoss, stoppedAt] = [this.#closedLossOf(userId, now), this.lossThatStopped(userId, now)]
      return { userId, mode: 'PAPER', maxDailyLoss, closedLoss, stoppedAt, openTrades }
    })
  }

  /** On paper: nothing is simulated live. */
  stopForToday(userId: string, loss: Paise, now: Instant): void {
    const key = dayOf(userId, now)
    if (!this.#lostDays.has(key)) this.#lostDays.set(key, loss)
    for (const trade of this.#runningTrades()) if (trade.userId === userId) this.#requested.set(trade.id, 'DAILY_LOSS')
  }

  /** The loss that closed a user's legs on a day; null: none did. */
  lossThatStopped(userId: string, now: Instant): Paise | null {
    return this.#lostDays.get(dayOf(userId, now)) ?? null
  }

  /**
   * Whether a user wants no leg open any more on a day, for what closed legs have lost, with what open ones have (negative: a gain) and
   * without it, or for what was lost before.
   */
  wantsNothingOpen(userId: string, now: Instant, openLoss: number): boolean {
    const user = this.#parts.users.find(({ id }) => id === userId)
    if (!user?.squareOffAtDailyLoss || user.maxDailyLoss === null) return false
    return this.lossThatStopped(userId, now) !== null || this.#closedLossOf(userId, now) + Math.min(0, openLoss) >= user.maxDailyLoss
  }

  /** How often a user's legs were closed by a loss of the day. */
  get lostDays(): number {
    return this.#lostDays.size
  }

  tradedStrategies(): readonly StoredStrategy[] {
    return this.#parts.strategies
  }

  refuse(batch: SignalBatch, now: Instant, denialOf: (candidate: Candidate) => Denial): number {
    const addressed = batch.signals.flatMap((spoken) => this.#addressedBy(this.#signal(batch, spoken), now))
    this.#deny(addressed.map((each) => ({ ...each, denial: denialOf(each.candidate) })))
    for (const { signalId, candidate } of addressed) this.#answered.add(`${signalId} ${candidate.subscriptionId}`)
    return addressed.length
  }

  #deny(denied: readonly DeniedSignal[]): void {
    for (const { denial } of denied) this.#denials.set(denial.reason, (this.#denials.get(denial.reason) ?? 0) + 1)
  }

  decide(batch: SignalBatch, now: Instant, judge: Judge): Decided {
    const signals = batch.signals.map((spoken) => this.#signal(batch, spoken))
    const against = [...this.#legs.values()].filter((leg) =>
      signals.some((signal) => isOfSameVersion(leg, signal) && leg.index === batch.index && leg.signal !== signal.side),
    )
    const { exits } = this.submitExits(against.map(({ id }) => ({ legId: id, reason: 'OPPOSITE_SIGNAL', at: now })))
    this.#cancelEntriesAgainst(batch, signals)
    const addressed = signals.flatMap((signal) => this.#addressedBy(signal, now))
    const asked = new Set(addressed.map(({ candidate }) => candidate.userId))
    const accounts = new Map(this.#parts.users.filter(({ id }) => asked.has(id)).map((user) => [user.id, this.#accountOf(user, now)]))
    const { taken, denied } = takeSignals(addressed, { PAPER: accounts, LIVE: new Map() }, judge)
    for (const { signalId, candidate } of addressed) this.#answered.add(`${signalId} ${candidate.subscriptionId}`)
    this.#deny(denied)
    const slices = entrySlices(taken, this.#parts.newId, this.#freezeAt(now))
    const entries = slices.map(({ signalId, candidate, part, tradeId, legId }): EntryOrder => {
      const { userId, subscriptionId, strategyId, version, mode } = candidate
      const id = this.#parts.newId()
      return {
        ...{ id, clientOrderId: clientOrderIdOf('ENTRY', id), userId, subscriptionId, strategyId, tradeId, legId, mode },
        ...{ purpose: 'ENTRY', signalId, version, ...part, filledQuantity: 0, filledValue: paise(0), status: 'INTENT', intendedAt: now },
      }
    })
    for (const entry of entries) this.#put({ ...entry, firstFillAt: null })
    return { entries, exits, denied: denied.length }
  }

  heldLegs(): readonly Leg[] {
    return [...this.#legs.values()].filter(({ tradeId }) => this.#isRunning(tradeId))
  }

  openOrders(): readonly Order[] {
    return [...this.#orders.values()].filter(isLive)
  }

  requestedExits(): readonly Pick<ExitRequest, 'legId' | 'reason'>[] {
    const entering = [...this.#orders.values()].filter(
      (order) => order.purpose === 'ENTRY' && isLive(order) && !this.#legs.has(order.legId),
    )
    const running = [...this.#legs.values()].filter(({ id }) => this.#isOpen(id) && !this.hasLiveExit(id))
    const legs = new Map([
      ...running.map(({ id, tradeId }) => [id, tradeId] as const),
      ...entering.map(({ legId, tradeId }) => [legId, tradeId] as const),
    ])
    return [...legs].flatMap(([legId, tradeId]) => {
      const reason = this.#requested.get(tradeId)
      return reason && this.#isRunning(tradeId) ? { legId, reason } : []
    })
  }

  markSubmitted(orderIds: readonly string[]): readonly string[] {
    const intents = orderIds.flatMap((id) => this.#orders.get(id) ?? []).filter(({ status }) => status === 'INTENT')
    const stopped = (order: Order) => order.purpose === 'ENTRY' && this.killOf(order) !== null
    for (const order of intents) this.#put({ ...order, status: stopped(order) ? 'CANCELLED' : 'SUBMITTED' })
    return intents.filter((order) => !stopped(order)).map(({ id }) => id)
  }

  expire(orderIds: readonly string[]): void {
    for (const order of orderIds.flatMap((id) => this.#orders.get(id) ?? []).filter(isLive)) this.#put({ ...order, status: 'EXPIRED' })
  }

  submitExits(requests: readonly ExitRequest[]): { readonly exits: readonly ExitOrder[]; readonly busy: readonly string[] } {
    const exits = requests.flatMap(({ legId, reason, at }) => {
      const leg = this.#legs.get(legId)
      if (!leg || !isOpen(leg) || openQuantityOf(leg) === 0 || this.hasLiveExit(legId)) return []
      const { tradeId, userId, subscriptionId, strategyId, mode, contract } = leg
      const largest = largestOrder(this.#freezeAt(at)(contract.index), contract.lotSize)
      return slicesOf(openQuantityOf(leg), largest).map((quantity): ExitOrder => {
        const id = this.#parts.newId()
        const exit: ExitOrder = {
          ...{ id, clientOrderId: clientOrderIdOf('EXIT', id), userId, subscriptionId, strategyId, tradeId, legId, mode, contract },
          ...{ side: oppositeOf(leg.side), quantity, filledQuantity: 0, filledValue: paise(0) },
          ...{ status: 'SUBMITTED', intendedAt: at, purpose: 'EXIT', exitReason: reason },
        }
        this.#put({ ...exit, firstFillAt: null })
        return exit
      })
    })
    return { exits, busy: [] }
  }

  keepExitAtBroker(exit: ExitAtBroker): boolean {
    if (!this.#isOpen(exit.legId)) return false
    this.#exitsAtBroker.set(exit.clientOrderId, exit)
    return true
  }

  resizeExitAtBroker(clientOrderId: string, quantity: number): boolean {
    const exit = this.#exitsAtBroker.get(clientOrderId)
    if (!exit) return false
    this.#exitsAtBroker.set(clientOrderId, { ...exit, quantity })
    return true
  }

  endExitsAtBroker(clientOrderIds: readonly string[]): void {
    for (const id of clientOrderIds) this.#exitsAtBroker.delete(id)
  }

  exitsAtBroker(): readonly ExitAtBroker[] {
    return [...this.#exitsAtBroker.values()].filter(({ clientOrderId }) => clientOrderId.startsWith('S'))
  }

  shrinkExit(orderId: string, quantity: number): void {
    const order = this.#orders.get(orderId)
    if (order?.purpose === 'EXIT' && isLive(order) && order.filledQuantity === 0 && order.quantity > quantity)
      this.#put({ ...order, quantity })
  }

  moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): void {
    for (const { legId, stop } of stops) {
      const leg = this.#legs.get(legId)
      if (leg && isOpen(leg) && leg.stop !== null && (leg.terms.position || stop > leg.stop)) this.#putLeg({ ...leg, stop })
    }
  }

  lockedProfits(): ReadonlyMap<string, Paise> {
    return new Map([...this.#locks].filter(([tradeId]) => this.#isRunning(tradeId)))
  }

  keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): void {
    for (const { tradeId, kept } of locks)
      if (this.#isRunning(tradeId)) this.#locks.set(tradeId, paise(Math.max(kept, this.#locks.get(tradeId) ?? kept)))
  }

  reenter(reentries: readonly Reentry[], refuse: RefuseReentry): Reentered {
    const refused = reentries.flatMap(({ first, at }) => {
      const user = this.#parts.users.find(({ id }) => id === first.userId)
      const denial = user ? refuse(first, this.#accountOf(user, at)) : null
      return denial ? { first, denial } : []
    })
    const allowed = reentries.filter(({ first }) => refused.every((each) => each.first !== first))
    return { entries: this.#reopen(allowed), refused }
  }

  #reopen(reentries: readonly Reentry[]): readonly EntryOrder[] {
    return reentries.flatMap((reentry) => {
      const { tradeId, terms } = reentry.first
      const entries = this.#ordersOfTrade(tradeId).filter((order) => order.purpose === 'ENTRY')
      const ofLeg = entries.filter((entry) => entry.terms.position?.leg === terms.position?.leg)
      const allowed = terms.position?.rule.legs[terms.position.leg]?.reentries ?? 0
      const isSpent = new Set(ofLeg.map(({ legId }) => legId)).size > allowed
      const [first] = entries
      const isStopped = !first || this.#requested.has(tradeId) || this.killOf(first) !== null
      if (isStopped || ofLeg.some(isLive) || isSpent || !this.#isRunning(tradeId)) return []
      const orders = reentryOrders(reentry, first.signalId, this.#parts.newId, this.#freezeAt(reentry.at))
      for (const order of orders) this.#put({ ...order, firstFillAt: null })
      return orders
    })
  }

  endTrades(tradeIds: readonly string[], onlyRequested: boolean): readonly string[] {
    return tradeIds.filter((tradeId) => {
      const [first, ...others] = this.#legsOf(tradeId)
      const isIdle =
        this.#isRunning(tradeId) && !this.#ordersOfTrade(tradeId).some(isLive) && ![first, ...others].some((leg) => leg && isOpen(leg))
      if (!first || !isIdle || (onlyRequested && !this.#requested.has(tradeId))) return false
      this.#trades.set(tradeId, summaryOf([first, ...others], true))
      return true
    })
  }

  exitTries(): readonly TriedExit[] {
    return [...this.#tries].filter(([legId]) => this.#isOpen(legId)).map(([legId, tries]) => ({ legId, tries }))
  }

  /** How often the exit of a leg has failed; null: not yet. */
  triesOf(legId: string): ExitTries | null {
    return this.#tries.get(legId) ?? null
  }

  book(updates: readonly OrderUpdate[]): Booked {
    this.#adoptExits(updates)
    const byLeg = new Map<string, OrderUpdate[]>()
    const strangers: string[] = []
    for (const update of updates) {
      const order = this.orderOf(update.clientOrderId)
      if (order) byLeg.set(order.legId, [...(byLeg.get(order.legId) ?? []), update])
      else strangers.push(update.clientOrderId)
    }
    const failedExits: TriedExit[] = []
    const tradeIds = new Set(updates.flatMap(({ clientOrderId }) => this.orderOf(clientOrderId)?.tradeId ?? []))
    const before = new Map([...tradeIds].map((id) => [id, { legs: this.#legsOf(id), orders: this.#ordersOfTrade(id) }]))
    const legUpdates = [...byLeg].map(([legId, ofLeg]) => this.#bookOf(legId, ofLeg, failedExits))
    const changes = [...before].flatMap(([tradeId, trade]) => {
      const booked = bookedTrade(
        trade,
        legUpdates.filter(({ legId }) => this.#ordersOfTrade(tradeId).some((order) => order.legId === legId)),
      )
      if (!booked) return []
      this.#trades.set(tradeId, booked.summary)
      return { tradeId, userId: booked.summary.userId, change: booked.change }
    })
    return { legUpdates, changes, failedExits, strangers }
  }

  #adoptExits(updates: readonly OrderUpdate[]): void {
    for (const { type, clientOrderId, at } of updates) {
      const exit = this.#exitsAtBroker.get(clientOrderId)
      const leg = exit && this.#legs.get(exit.legId)
      if (type !== 'filled' || !leg || this.orderOf(clientOrderId)) continue
      const { tradeId, userId, subscriptionId, strategyId, mode, contract } = leg
      this.#put({
        ...{ id: this.#parts.newId(), clientOrderId, userId, subscriptionId, strategyId, tradeId, legId: leg.id, mode, contract },
        ...{ side: exit.side, quantity: exit.quantity, filledQuantity: 0, filledValue: paise(0), firstFillAt: null },
        ...{ status: 'SUBMITTED', intendedAt: at, purpose: 'EXIT', exitReason: exit.reason },
      })
    }
  }

  /** The widest kill switch in force for an order or a subscription. */
  protected killOf({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }): KillScope | null {
    const scopes = this.#kills
      .filter((kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId))
      .map(({ scope }) => scope)
    return WIDEST_FIRST.find((scope) => scopes.includes(scope)) ?? null
  }

  protected get knownFills(): ReadonlySet<string> {
    return this.#fillIds
  }

  protected hasAnswered(signalId: string, subscriptionId: string): boolean {
    return this.#answered.has(`${signalId} ${subscriptionId}`)
  }

  protected hasLiveExit(legId: string): boolean {
    return this.#hasLiveExit(legId)
  }

  #hasLiveExit(legId: string): boolean {
    return this.#ordersOf(legId).some((order) => order.purpose === 'EXIT' && isLive(order))
  }

  #bookOf(legId: string, updates: readonly OrderUpdate[], failedExits: TriedExit[]): LegUpdate {
    const leg = this.#legs.get(legId) ?? null
    const orders = this.#ordersOf(legId)
    const bookable = { origin: leg ?? this.#originOf(orders), leg, orders }
    const legUpdate = applyUpdates(this.#parts.rules, bookable, updates, this.knownFills)
    const failed = failedExitOf(bookable, legUpdate, updates.at(-1)?.at ?? 0)
    if (failed) {
      const tries = afterFailedExit(this.triesOf(legId), failed)
      this.#tries.set(legId, tries)
      failedExits.push({ legId, tries })
    }
    for (const { id, status, filledQuantity, filledValue } of legUpdate.orders) {
      const order = this.#orders.get(id)!
      const firstFillAt = order.firstFillAt ?? legUpdate.fills.find(({ orderId }) => orderId === id)?.filledAt ?? null
      this.#put({ ...order, status, filledQuantity, filledValue, firstFillAt })
    }
    for (const fill of legUpdate.fills) {
      this.#fillIds.add(fill.id)
      this.#parts.witness.onFill(fill)
    }
    if (legUpdate.leg && legUpdate.change) {
      const net = (each: Leg | null) => (each?.closing ? outcomeOf(each).net : 0)
      const { userId } = legUpdate.leg
      this.#realised.set(userId, paise(this.realisedOf(userId) + net(legUpdate.leg) - net(leg)))
      this.#putLeg(legUpdate.leg)
    }
    return legUpdate
  }

  #freezeAt(at: Instant): (index: IndexSymbol) => number {
    return (index) => this.#parts.rules.freezeFor(index, istDate(at))
  }

  #originOf(orders: readonly Order[]): LegOrigin {
    const entry = orders.find((order) => order.purpose === 'ENTRY')
    const signal = entry?.purpose === 'ENTRY' ? this.#signalOf.get(entry.signalId) : undefined
    if (entry?.purpose !== 'ENTRY' || !signal) throw new RangeError('a leg without an entry of a signal')
    return originOfEntry(entry, { market: 'simulation', index: signal.index, side: signal.side })
  }

  #signal({ index, interval, candleTime, price }: SignalBatch, { strategyId, version, side }: StrategySignal): Signal {
    const key = `${strategyId} ${version} ${index} ${interval} ${candleTime}`
    const known = this.#signals.get(key)
    if (known) return known
    const signal = { id: this.#parts.newId(), strategyId, version, index, interval, candleTime, side, price }
    this.#signals.set(key, signal)
    this.#signalOf.set(signal.id, signal)
    return signal
  }

  #cancelEntriesAgainst({ index }: SignalBatch, signals: readonly Signal[]): void {
    for (const order of [...this.#orders.values()]) {
      if (order.purpose !== 'ENTRY' || order.status !== 'INTENT') continue
      const made = this.#signalOf.get(order.signalId)
      if (made?.index === index && signals.some((signal) => isOfSameVersion(order, signal) && made.side !== signal.side))
        this.#put({ ...order, status: 'CANCELLED' })
    }
  }

  #addressedBy(signal: Signal, now: Instant): AddressedSignal[] {
    return this.#parts.subscriptions
      .filter((subscription) => isOfSameVersion(subscription, signal) && !this.hasAnswered(signal.id, subscription.id))
      .map((subscription) => ({ signalId: signal.id, side: signal.side, candidate: this.#candidateOf(subscription, signal, now) }))
  }

  #candidateOf({ id, userId, strategyId, version, settings }: SimulatedSubscription, { index, side }: Signal, now: Instant): Candidate {
    const entries = this.#entriesOf(id)
    const dayStart = istInstant(istDate(now), 0)
    const today = entries.filter(
      (order) => order.intendedAt >= dayStart && (isLive(order) || order.status === 'FILLED' || order.filledQuantity > 0),
    )
    const isHere = (order: EntryOrder) => order.contract.index === index && this.#signalOf.get(order.signalId)?.side === side
    const open = entries.filter((order) => isHere(order) && this.#isPosition(order))
    const killed = this.killOf({ userId, strategyId })
    const counts = { tradesToday: tradesOf(today), openTrades: tradesOf(open) }
    return { subscriptionId: id, userId, strategyId, version, mode: 'PAPER', unmetGates: [], settings, killed, ...counts }
  }

  /** Of the legs closed on the market day. */
  #closedLossOf(userId: string, now: Instant): Paise {
    let loss = 0
    const dayStart = istInstant(istDate(now), 0)
    for (const leg of this.#legs.values())
      if (leg.userId === userId && leg.closing && leg.closing.exitTime >= dayStart) loss -= outcomeOf(leg).net
    return paise(loss)
  }

  #accountOf({ id, funds, maxOpenTrades, maxDailyLoss, squareOffAtDailyLoss }: SimulatedUser, now: Instant): Account {
    const entries = this.#parts.subscriptions.flatMap((subscription) =>
      subscription.userId === id ? this.#entriesOf(subscription.id) : [],
    )
    const made = entries.filter((entry) => isLive(entry) || entry.filledQuantity > 0)
    const madeSince = (from: Instant) => tradesOf(made.filter(({ intendedAt }) => intendedAt >= from))
    let used = 0
    for (const tradeId of new Set(entries.map((entry) => entry.tradeId))) used += this.#trades.get(tradeId)?.blocked ?? 0
    for (const entry of entries) if (isLive(entry)) used += entry.reserved
    const dayStart = istInstant(istDate(now), 0)
    return {
      available: paise(funds + this.realisedOf(id) - used),
      openTrades: tradesOf(entries.filter((entry) => this.#isPosition(entry))),
      ...{ entriesLastMinute: madeSince(now - MINUTE), entriesToday: madeSince(dayStart) },
      ...{ maxOpenTrades, maxDailyLoss, lossToday: this.#closedLossOf(id, now) },
      lossThatStopped: squareOffAtDailyLoss ? this.lossThatStopped(id, now) : null,
    }
  }

  /** Whether an entry is a position, or may still become one. */
  #isPosition(entry: Order): boolean {
    return isLive(entry) || this.#isRunning(entry.tradeId)
  }

  #isRunning(tradeId: string): boolean {
    const trade = this.#trades.get(tradeId)
    return trade !== undefined && trade.closing === null
  }

  #runningTrades(): TradeSummary[] {
    return [...this.#trades.values()].filter(({ closing }) => closing === null)
  }

  /** The first one opened first. */
  #legsOf(tradeId: string): Leg[] {
    return [...this.#legs.values()].filter((leg) => leg.tradeId === tradeId)
  }

  #ordersOfTrade(tradeId: string): OrderRow[] {
    return [...this.#orders.values()].filter((order) => order.tradeId === tradeId)
  }

  #isOpen(legId: string): boolean {
    const leg = this.#legs.get(legId)
    return leg !== undefined && isOpen(leg)
  }

  #entriesOf(subscriptionId: string): (OrderRow & EntryOrder)[] {
    const rows = [...(this.#entryIds.get(subscriptionId) ?? [])].flatMap((id) => this.#orders.get(id) ?? [])
    return rows.filter((row): row is OrderRow & EntryOrder => row.purpose === 'ENTRY')
  }

  #ordersOf(legId: string): OrderRow[] {
    return [...(this.#orderIdsOfLeg.get(legId) ?? [])].flatMap((id) => this.#orders.get(id) ?? [])
  }

  #put(order: OrderRow): void {
    const before = this.#orders.get(order.id) ?? null
    this.#orders.set(order.id, order)
    this.#orderIds.set(order.clientOrderId, order.id)
    if (order.purpose === 'ENTRY')
      this.#entryIds.set(order.subscriptionId, (this.#entryIds.get(order.subscriptionId) ?? new Set()).add(order.id))
    this.#orderIdsOfLeg.set(order.legId, (this.#orderIdsOfLeg.get(order.legId) ?? new Set()).add(order.id))
    this.#parts.witness.onOrder(before, order)
  }

  #putLeg(leg: Leg): void {
    const before = this.#legs.get(leg.id) ?? null
    this.#legs.set(leg.id, leg)
    this.#parts.witness.onLeg(before, leg)
  }
}

/** Whether an order may still be filled. */
export function isLive({ status }: Pick<Order, 'status'>): boolean {
  return OPEN_ORDERS.includes(status)
}

function dayOf(userId: string, now: Instant): string {
  return `${userId} ${istDate(now)}`
}

function isSameSwitch(one: Kill, other: Kill): boolean {
  return one.scope === other.scope && (one.scope === 'GLOBAL' || other.scope === 'GLOBAL' || one.scopeId === other.scopeId)
}

function isOfSameVersion(one: StrategyVersion, other: StrategyVersion): boolean {
  return one.strategyId === other.strategyId && one.version === other.version
}

/** How many trades the orders are of. */
function tradesOf(orders: readonly Order[]): number {
  return new Set(orders.map(({ tradeId }) => tradeId)).size
}
