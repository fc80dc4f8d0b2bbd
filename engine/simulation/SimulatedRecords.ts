import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { Multimap } from '../../schema/Multimap.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { DenialReason } from '../../schema/trading/denials.ts'
import { OPEN_ORDERS } from '../trading/orders/orderStates.ts'
import type { EntryOrder, Order, Signal } from '../trading/orders/orders.ts'
import type { Fill } from '../trading/positions/applyUpdates.ts'
import type { ExitTries } from '../trading/positions/exitTries.ts'
import { isOpen, type Leg } from '../trading/positions/legs.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { TradeSummary } from '../trading/positions/summaryOf.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { TradeSettings } from '../trading/risk/assess.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'
import { SimulatedKills } from './SimulatedKills.ts'

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
}

/**
 * The tables of a market day in memory: plain maps, and the questions that all who use them ask. What is written follows the store's rules:
 * `SimulatedDecisions` decides as `DecisionStore` does, `SimulatedTrades`, `SimulatedBooking` and `SimulatedExitsAtBroker` as `TradeStore`
 * does, `SimulatedDailyLosses` as `DailyLosses` does. They keep no state, so every life of an engine has its own over the same tables.
 */
export class SimulatedRecords {
  readonly rules: MarketRules
  readonly strategies: readonly StoredStrategy[]
  readonly users: readonly SimulatedUser[]
  readonly subscriptions: readonly SimulatedSubscription[]
  readonly newId: () => string
  readonly kills = new SimulatedKills()
  /** The sum of each trade's legs. */
  readonly trades = new Map<string, TradeSummary>()
  /** The profits that positions have locked, by trade. */
  readonly locks = new Map<string, Paise>()
  /** How often the exit of a leg has failed. */
  readonly exitTries = new Map<string, ExitTries>()
  /** By trade. */
  readonly exitRequests = new Map<string, ExitRequest['reason']>()
  /** By client order id. */
  readonly exitsAtBroker = new Map<string, ExitAtBroker>()
  /** Net of users' closed legs, as their accounts keep it. */
  readonly realised = new Map<string, Paise>()
  /** The losses that closed users' legs, by user and day. */
  readonly lostDays = new Map<string, Paise>()
  /** How often each reason was given. */
  readonly denials = new Map<DenialReason, number>()
  /** By what makes them unique, and by id. */
  readonly #signals = new Map<string, Signal>()
  readonly #signalOf = new Map<string, Signal>()
  readonly #answered = new Set<string>()
  readonly #orders = new Map<string, OrderRow>()
  readonly #orderIds = new Map<string, string>()
  /** By subscription. */
  readonly #entryIds = new Multimap<string, string>()
  readonly #orderIdsOfLeg = new Multimap<string, string>()
  /** Their units, by id. */
  readonly #fills = new Map<string, number>()
  readonly #legs = new Map<string, Leg>()
  #witness: RecordsWitness | null = null
  /** Of the node that owns the users. */
  #token = 0

  constructor({ rules, strategies, users, subscriptions, newId }: SimulatedRecordsParts) {
    this.rules = rules
    this.strategies = strategies
    this.users = users
    this.subscriptions = subscriptions
    this.newId = newId
  }

  /** Shows a witness every row from now on. */
  showTo(witness: RecordsWitness): void {
    this.#witness = witness
  }

  /** A node takes all users over: the one before it writes nothing for them any more. Returns the new fencing token. */
  takeOver(): number {
    return ++this.#token
  }

  /** Whether no other node has taken over since a token was given. */
  isOwnedBy(token: number): boolean {
    return token === this.#token
  }

  /** The freeze quantities of the market day of an instant. */
  freezeAt(at: Instant): (index: IndexSymbol) => number {
    return (index) => this.rules.freezeFor(index, istDate(at))
  }

  signalOf(signalId: string): Signal | null {
    return this.#signalOf.get(signalId) ?? null
  }

  /** The signal as it is stored: the first one that its strategy gave on its candle. */
  storeSignal(given: Omit<Signal, 'id'>): Signal {
    const { strategyId, version, index, interval, candleTime } = given
    const key = `${strategyId} ${version} ${index} ${interval} ${candleTime}`
    const known = this.#signals.get(key)
    if (known) return known
    const signal = { id: this.newId(), ...given }
    this.#signals.set(key, signal)
    this.#signalOf.set(signal.id, signal)
    return signal
  }

  hasAnswered(signalId: string, subscriptionId: string): boolean {
    return this.#answered.has(`${signalId} ${subscriptionId}`)
  }

  storeAnswer(signalId: string, subscriptionId: string): void {
    this.#answered.add(`${signalId} ${subscriptionId}`)
  }

  get orders(): Iterable<OrderRow> {
    return this.#orders.values()
  }

  orderOf(clientOrderId: string): OrderRow | null {
    return this.#orders.get(this.#orderIds.get(clientOrderId) ?? '') ?? null
  }

  /** Those that exist. */
  ordersWith(ids: Iterable<string>): OrderRow[] {
    return [...ids].flatMap((id) => this.#orders.get(id) ?? [])
  }

  ordersOfTrade(tradeId: string): OrderRow[] {
    return [...this.#orders.values()].filter((order) => order.tradeId === tradeId)
  }

  ordersOfLeg(legId: string): OrderRow[] {
    return this.ordersWith(this.#orderIdsOfLeg.of(legId))
  }

  entriesOf(subscriptionId: string): (OrderRow & EntryOrder)[] {
    const rows = this.ordersWith(this.#entryIds.of(subscriptionId))
    return rows.filter((row): row is OrderRow & EntryOrder => row.purpose === 'ENTRY')
  }

  storeOrder(order: OrderRow): void {
    const before = this.#orders.get(order.id) ?? null
    this.#orders.set(order.id, order)
    this.#orderIds.set(order.clientOrderId, order.id)
    if (order.purpose === 'ENTRY') this.#entryIds.add(order.subscriptionId, order.id)
    this.#orderIdsOfLeg.add(order.legId, order.id)
    this.#witness?.onOrder(before, order)
  }

  /** Ids. */
  get knownFills(): Pick<ReadonlySet<string>, 'has'> {
    return this.#fills
  }

  /** Null: there is no such fill. */
  unitsOfFill(id: string): number | null {
    return this.#fills.get(id) ?? null
  }

  storeFill(fill: Fill): void {
    this.#fills.set(fill.id, fill.quantity)
    this.#witness?.onFill(fill)
  }

  get legs(): Iterable<Leg> {
    return this.#legs.values()
  }

  legOf(legId: string): Leg | null {
    return this.#legs.get(legId) ?? null
  }

  /** The first one opened first. */
  legsOfTrade(tradeId: string): Leg[] {
    return [...this.#legs.values()].filter((leg) => leg.tradeId === tradeId)
  }

  storeLeg(leg: Leg): void {
    const before = this.#legs.get(leg.id) ?? null
    this.#legs.set(leg.id, leg)
    this.#witness?.onLeg(before, leg)
  }

  isOpenLeg(legId: string): boolean {
    const leg = this.#legs.get(legId)
    return leg !== undefined && isOpen(leg)
  }

  exitsOf(legId: string): OrderRow[] {
    return this.ordersOfLeg(legId).filter(({ purpose }) => purpose === 'EXIT')
  }

  hasLiveExit(legId: string): boolean {
    return this.exitsOf(legId).some(isLive)
  }

  /** Whether a leg is open and nothing is under way that sells it. For checks: it does not rely on `hasLiveExit`, which a test may break. */
  isLeftOpen(legId: string): boolean {
    return this.isOpenLeg(legId) && !this.exitsOf(legId).some(isLive)
  }

  isRunning(tradeId: string): boolean {
    return this.trades.get(tradeId)?.closing === null
  }

  realisedOf(userId: string): Paise {
    return this.realised.get(userId) ?? paise(0)
  }
}

/** Whether an order may still be filled. */
export function isLive({ status }: Pick<Order, 'status'>): boolean {
  return OPEN_ORDERS.includes(status)
}
