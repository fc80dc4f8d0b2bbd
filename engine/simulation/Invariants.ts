import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { totalCharges } from '../../schema/market/charges.ts'
import { paise } from '../../schema/money.ts'
import { istDate, istMinuteOfDay, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { OrderRequest, OrderUpdate } from '../broker/port.ts'
import type { Fill } from '../trading/bookTrade.ts'
import { openQuantityOf, outcomeOf, type Trade } from '../trading/trades.ts'
import { isLive, type BooksWitness, type OrderRow, type SimulatedBooks } from './SimulatedBooks.ts'
import type { Kill } from '../trading/TradeBooks.ts'
import type { OrderStatus } from '../trading/orderStates.ts'
import { SESSION_LIMITS } from '../../schema/limits.ts'

/**
 * The promises of which a simulated day can show that they are broken. `RATE`: the budget of an account, and the patience of an exit that
 * fails. `END`: what must be true when the day is over. Three promises are between processes: I10, events told once, is tested in
 * engine/store/Store.db.test.ts and gateway/live/, I11, one engine for a user, in engine/faults/twoEngines.wire.test.ts, and of I12, the
 * kill switch, the second and the restart in engine/faults/killSwitch.wire.test.ts.
 */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I12' | 'RATE' | 'END'

export interface Violation {
  readonly invariant: Invariant
  readonly at: Instant
  readonly detail: string
}

/** What is true in the simulated world, whatever the engine thinks. */
export interface World {
  readonly now: () => Instant
  /** How long ago the engine got the index's price of the moment; null: not yet. */
  readonly silentMs: () => number | null
  /** How long ago the engine's clock jumped; null: it never did. */
  readonly clockSteppedMsAgo: () => number | null
}

const ENDS: readonly OrderStatus[] = ['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED']
/** Written down from the invariants' own words (I6), not from the engine's table. */
const LEGAL: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  INTENT: ['SUBMITTED', 'CANCELLED', 'REJECTED', 'EXPIRED'],
  SUBMITTED: ['UNKNOWN', 'TRIGGER_PENDING', 'OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  UNKNOWN: ['TRIGGER_PENDING', 'OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  TRIGGER_PENDING: ['OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  OPEN: ['PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  PARTIAL: ['PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  MODIFY_PENDING: ['OPEN', 'PARTIAL', 'CANCEL_PENDING', ...ENDS],
  CANCEL_PENDING: ['OPEN', 'PARTIAL', ...ENDS],
  FILLED: [],
  CANCELLED: ['CANCELLED', 'FILLED'],
  REJECTED: ['REJECTED', 'FILLED'],
  EXPIRED: ['EXPIRED', 'FILLED'],
}
const LONGEST_TAG = 15
/** The broker takes so many orders of an account at once. */
const ORDERS_A_SECOND = 8
/** Of the exit of one trade; at every beat of three minutes it would be eighteen. */
const MOST_TRIES = { count: 12, within: 3 * MINUTE }
/** After a jump of the clock no entry for this long. */
const CLOCK_STEP_QUIET_MS = 10 * SECOND

/** Watches every row and every order of a simulated day, keeps a ledger of its own, and writes down which invariants were broken. */
export class Invariants implements BooksWitness {
  readonly violations: Violation[] = []
  readonly #rules: MarketRules
  readonly #world: World
  readonly #orders = new Map<string, OrderRow>()
  readonly #tags = new Map<string, string>()
  readonly #fillsOf = new Map<string, Fill[]>()
  readonly #fillIds = new Set<string>()
  readonly #trades = new Map<string, Trade>()
  /** The trade that a subscription's answer to a signal was to open. */
  readonly #entered = new Map<string, string>()
  /** Client order ids that ended at the broker of the engine that runs. */
  readonly #endedAtBroker = new Set<string>()
  /** When orders were sent, by user; and when the exits that were sent were intended, by trade. */
  readonly #sentAt = new Map<string, readonly Instant[]>()
  readonly #triedAt = new Map<string, readonly Instant[]>()
  #stopped: readonly Kill[] = []
  #books: SimulatedBooks | null = null

  constructor(rules: MarketRules, world: World) {
    this.#rules = rules
    this.#world = world
  }

  /** The books to hold against the ledger. */
  watch(books: SimulatedBooks): void {
    this.#books = books
  }

  onOrder(before: OrderRow | null, after: OrderRow): void {
    this.#orders.set(after.id, after)
    const { clientOrderId: tag, contract, quantity } = after
    if (!before) {
      if (tag.length > LONGEST_TAG || this.#tags.has(tag)) this.#broken('I1', `order tag ${tag} is too long or taken`)
      this.#tags.set(tag, after.id)
      const freeze = this.#rules.freezeFor(contract.index, istDate(after.intendedAt))
      if (quantity <= 0 || quantity % contract.lotSize !== 0 || quantity > freeze)
        this.#broken('I4', `order ${tag} is of ${quantity} units`)
      if (after.purpose === 'ENTRY') this.#onEntry(after)
      else this.#onExit(after)
      return
    }
    const late = ENDS.includes(before.status) && after.filledQuantity > before.filledQuantity
    if (before.status !== after.status ? !LEGAL[before.status].includes(after.status) : ENDS.includes(before.status) && !late)
      this.#broken('I6', `order ${tag} went from ${before.status} to ${after.status}`)
    if (after.filledQuantity > after.quantity) this.#broken('I4', `${after.filledQuantity} of ${quantity} units of ${tag} filled`)
    if ((after.status === 'FILLED') !== (after.filledQuantity === quantity))
      this.#broken('I6', `${tag} is ${after.status} with ${after.filledQuantity} of ${quantity}`)
  }

  onFill(fill: Fill): void {
    const order = this.#orders.get(fill.orderId)
    if (!order) return this.#broken('I1', `fill ${fill.id} of an order that was never committed`)
    if (this.#fillIds.has(fill.id)) this.#broken('I2', `fill ${fill.id} booked twice`)
    this.#fillIds.add(fill.id)
    if (fill.quantity % order.contract.lotSize !== 0) this.#broken('I4', `fill ${fill.id} is of ${fill.quantity} units`)
    this.#fillsOf.set(order.tradeId, [...(this.#fillsOf.get(order.tradeId) ?? []), fill])
  }

  onTrade(_before: Trade | null, after: Trade): void {
    const previous = this.#trades.get(after.id)
    this.#trades.set(after.id, after)
    if (previous && !previous.closing && after.stop < previous.stop && after.quantity === previous.quantity)
      this.#broken('I4', `the stop of trade ${after.id} fell from ${previous.stop} to ${after.stop}`)
    this.#replay(after)
    this.#checkRealised(after.userId)
  }

  /** An order reaches the broker. */
  onPlaced(request: OrderRequest): void {
    const { clientOrderId, quantity, filledQuantity } = request
    const order = this.#books?.orderOf(clientOrderId)
    if (!order || order.status === 'INTENT') return this.#broken('I1', `${clientOrderId} was sent without a committed intent`)
    if (order.quantity !== quantity || order.filledQuantity !== filledQuantity)
      this.#broken('I2', `${clientOrderId} was sent with other numbers than committed`)
    const { account, contract, pricing } = request
    if (account.userId !== order.userId || account.mode !== order.mode) this.#broken('I9', `${clientOrderId} was sent for another account`)
    if (pricing.limit <= 0 || pricing.limit % contract.tick !== 0)
      this.#broken('I4', `${clientOrderId} was sent with a limit of ${pricing.limit}`)
    this.#countSent(order)
    const isStopped = (kill: Kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? order.userId : order.strategyId)
    const inForce = (this.#books?.killsInForce ?? []).filter((kill) => this.#stopped.includes(kill))
    if (order.purpose === 'ENTRY' && inForce.some(isStopped)) this.#broken('I12', `${clientOrderId} was sent against a kill switch`)
    if (!isLive(order) || this.#endedAtBroker.has(clientOrderId)) this.#broken('I2', `${clientOrderId} was sent again after its end`)
  }

  /** Of an account at one moment, and of the exits of one trade. */
  #countSent(order: OrderRow): void {
    const now = this.#world.now()
    const times = (this.#sentAt.get(order.userId) ?? []).filter((at) => at === now)
    this.#sentAt.set(order.userId, [...times, now])
    if (times.length >= ORDERS_A_SECOND) this.#broken('RATE', `${times.length + 1} orders of user ${order.userId} at once`)
    if (order.purpose === 'ENTRY') return
    const tries = (this.#triedAt.get(order.tradeId) ?? []).filter((at) => at > now - MOST_TRIES.within && at !== order.intendedAt)
    this.#triedAt.set(order.tradeId, [...tries, order.intendedAt])
    if (tries.length >= MOST_TRIES.count) this.#broken('RATE', `the exit of trade ${order.tradeId} was tried ${tries.length + 1} times`)
  }

  /** The broker says what became of an order. */
  onBrokerUpdate(update: OrderUpdate): void {
    if (update.type === 'rejected' || update.type === 'cancelled' || update.type === 'expired')
      this.#endedAtBroker.add(update.clientOrderId)
  }

  /** A new engine with a paper broker of its own, which knows no orders. */
  onRestart(): void {
    this.#endedAtBroker.clear()
    this.#sentAt.clear()
  }

  /** Every table against the ledger, at a restart and at the day's end. */
  checkTables(): void {
    for (const trade of this.#books?.trades ?? []) this.#replay(trade)
    for (const order of this.#books?.orders ?? []) {
      const fills = (this.#fillsOf.get(order.tradeId) ?? []).filter(({ orderId }) => orderId === order.id)
      if (sum(fills, ({ quantity }) => quantity) !== order.filledQuantity || sum(fills, valueOf) !== order.filledValue)
        this.#broken('I3', `order ${order.clientOrderId} says ${order.filledQuantity} units, its fills say otherwise`)
    }
  }

  /** After the close, with quotes until then. */
  checkEnd(): void {
    this.checkTables()
    for (const trade of this.#books?.trades ?? [])
      if (!trade.closing) this.#broken('END', `trade ${trade.id} is open after the close with ${openQuantityOf(trade)} units`)
    for (const order of this.#books?.orders ?? [])
      if (isLive(order)) this.#broken('END', `order ${order.clientOrderId} is still ${order.status}`)
  }

  /** A step ends: whoever is stopped now has no entry sent in the steps to come. */
  onStepEnd(): void {
    this.#stopped = this.#books?.killsInForce ?? []
  }

  /** A trade that must be on its way out, and is not. */
  notExiting(trade: Trade, why: string): void {
    this.#broken('I8', `trade ${trade.id} has no exit although ${why}`)
  }

  #onEntry(entry: OrderRow): void {
    if (entry.purpose !== 'ENTRY') return
    const key = `${entry.signalId} ${entry.subscriptionId}`
    const entered = this.#entered.get(key) ?? entry.tradeId
    if (entered !== entry.tradeId) this.#broken('I2', `a second entry of one signal for subscription ${entry.subscriptionId}`)
    this.#entered.set(key, entered)
    const { now, silentMs, clockSteppedMsAgo } = this.#world
    const silent = silentMs()
    if (silent === null || silent > SESSION_LIMITS.staleFeedMs) this.#broken('I7', `entry with a feed silent for ${silent} ms`)
    const stepped = clockSteppedMsAgo()
    if (stepped !== null && stepped < CLOCK_STEP_QUIET_MS) this.#broken('I7', `entry ${stepped} ms after a clock step`)
    if ((this.#books?.lossThatStopped(entry.userId, entry.intendedAt) ?? null) !== null)
      this.#broken('I7', 'entry on a day that its user has lost')
    for (const kill of this.#books?.killsInForce ?? [])
      if (kill.scope === 'GLOBAL' || kill.scopeId === entry.userId || kill.scopeId === entry.strategyId)
        this.#broken('I7', `entry against a kill switch of scope ${kill.scope}`)
    const session = this.#rules.sessionOf(istDate(now()))
    if (!session || now() < session.open || now() >= session.close) this.#broken('I7', 'entry outside of the session')
    if (istMinuteOfDay(entry.intendedAt) >= istMinuteOfDay(entry.terms.windowEndsAt)) this.#broken('I7', 'entry after the window')
  }

  #onExit(exit: OrderRow): void {
    const trade = this.#trades.get(exit.tradeId)
    let selling = 0
    for (const other of this.#books?.orders ?? []) {
      if (other.purpose !== 'EXIT' || other.tradeId !== exit.tradeId || !isLive(other)) continue
      selling += other.quantity - other.filledQuantity
      // The orders of one exit are intended at one time.
      if (other.intendedAt !== exit.intendedAt) this.#broken('I2', `a second live exit of trade ${exit.tradeId}`)
    }
    if (!trade || selling > openQuantityOf(trade)) this.#broken('I4', `exits of ${selling} units of a trade with fewer`)
  }

  /** The trade as its fills make it, by arithmetic of its own. */
  #replay(trade: Trade): void {
    const fills = this.#fillsOf.get(trade.id) ?? []
    const purposeOf = ({ orderId }: Fill) => this.#orders.get(orderId)?.purpose
    const bought = fills.filter((fill) => purposeOf(fill) === 'ENTRY')
    const sold = fills.filter((fill) => purposeOf(fill) === 'EXIT')
    const quantity = sum(bought, (fill) => fill.quantity)
    const exitQuantity = sum(sold, (fill) => fill.quantity)
    const paid = sum(bought, valueOf)
    const got = sum(sold, valueOf)
    if (quantity !== trade.quantity || exitQuantity !== trade.exitQuantity || paid !== trade.entryValue || got !== trade.exitValue)
      this.#broken('I3', `trade ${trade.id} differs from its fills`)
    if (exitQuantity > quantity) this.#broken('I4', `trade ${trade.id} sold ${exitQuantity} of ${quantity}`)
    if ((trade.closing !== null) !== (exitQuantity === quantity))
      this.#broken('I4', `trade ${trade.id} is closed with ${quantity - exitQuantity} units left`)
    if (sum(fills, (fill) => fill.charges) !== trade.charges || this.#chargesOf(fills) !== trade.charges)
      this.#broken('I5', `charges of trade ${trade.id} are ${trade.charges}, its orders cost ${this.#chargesOf(fills)}`)
    if (trade.closing && outcomeOf(trade).net !== got - paid - trade.charges)
      this.#broken('I5', `net of trade ${trade.id} is not sales − purchases − charges`)
  }

  #chargesOf(fills: readonly Fill[]): number {
    const legs = [...new Set(fills.map(({ orderId }) => orderId))].flatMap((id) => {
      const order = this.#orders.get(id)
      const ofOrder = fills.filter(({ orderId }) => orderId === id)
      const first = ofOrder[0]
      if (!order || !first) return []
      const side = order.purpose === 'ENTRY' ? ('BUY' as const) : ('SELL' as const)
      const { exchange } = order.contract
      return this.#rules.chargesFor({ side, exchange, value: sumPaise(ofOrder), date: istDate(first.filledAt) })
    })
    return totalCharges(...legs)
  }

  #checkRealised(userId: string): void {
    let net = 0
    for (const trade of this.#trades.values()) if (trade.userId === userId && trade.closing) net += outcomeOf(trade).net
    if (net !== this.#books?.realisedOf(userId))
      this.#broken('I5', `user ${userId} realised ${net}, the account says ${this.#books?.realisedOf(userId)}`)
  }

  #broken(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, at: this.#world.now(), detail })
  }
}

const valueOf = ({ quantity, price }: Fill) => quantity * price

const sumPaise = (fills: readonly Fill[]) => paise(sum(fills, valueOf))

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  let total = 0
  for (const row of rows) total += of(row)
  return total
}
