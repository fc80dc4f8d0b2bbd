import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { totalCharges } from '../../schema/market/charges.ts'
import { paise } from '../../schema/money.ts'
import { istDate, istMinuteOfDay, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { OrderRequest, OrderUpdate } from '../broker/port.ts'
import type { Fill } from '../trading/positions/applyUpdates.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import { outcomeOf, type Leg } from '../trading/positions/legs.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import { type BookedPosition, costOfOpen, mayOpenAgain, netOf, ruleLegOf, unhedgedUnits, unitsLeft, unlikeItsLegs } from './positionLaws.ts'
import { isLive, type RecordsWitness, type OrderRow, type SimulatedRecords, type SimulatedUser } from './SimulatedRecords.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'
import { SESSION_LIMITS } from '../../schema/limits.ts'
import type { OrderStatus } from '../../schema/trading/OrderStatus.ts'

/**
 * The promises that a simulated day can show to be broken. `RATE`: the budget of an account, and the patience of an exit that
 * fails. `END`: what must be true when the day is over. Three promises are between processes: I10, events delivered once, is tested in
 * engine/store/Store.db.test.ts and gateway/transport/sockets/, I11, one engine for a user, in engine/faults/twoEngines.long.test.ts, and of I12, the
 * kill switch, the second and the restart in engine/faults/killSwitch.long.test.ts.
 *
 * Two are of positions. I13: nothing sold is open without the hedge that its rule has, at the end of any step: where the rule buys options
 * of a type, no more units of that type are sold and open than bought and open; except for units that the broker reported after it said
 * that their order was done. I14: a trade is the sum of its legs, its units, charges, net and what it sets aside; it is over when no
 * leg is open, no entry under way and no stopped leg waits; and no leg is opened more often than its rule says.
 */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I12' | 'I13' | 'I14' | 'RATE' | 'END'

export interface Violation {
  readonly invariant: Invariant
  readonly at: Instant
  readonly detail: string
}

/** The truth of the simulated world, whatever the engine thinks. */
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
/** The broker's limit of orders of an account at once. */
const ORDERS_A_SECOND = 8
/** Of the exit of one leg; at every beat of three minutes it would be eighteen. */
const MOST_TRIES = { count: 12, within: 3 * MINUTE }
/** After a jump of the clock no entry for this long. */
const CLOCK_STEP_QUIET_MS = 10 * SECOND

/** Watches every row and every order of a simulated day, keeps a ledger of its own, and records which invariants were broken. */
export class Invariants implements RecordsWitness {
  readonly violations: Violation[] = []
  readonly #rules: MarketRules
  readonly #world: World
  readonly #orders = new Map<string, OrderRow>()
  readonly #tags = new Map<string, string>()
  readonly #fillsOf = new Map<string, Fill[]>()
  readonly #fillIds = new Set<string>()
  readonly #legs = new Map<string, Leg>()
  /** By trade, the first one opened first. */
  readonly #legsOf = new Map<string, Map<string, Leg>>()
  readonly #ordersOf = new Map<string, Map<string, OrderRow>>()
  /** The trade that a subscription's answer to a signal was to open. */
  readonly #entered = new Map<string, string>()
  /** Trades whose broker reported units after their order was done, or that were opened when their leg was closed already. */
  readonly #toldLate = new Set<string>()
  /** Trades that were written since the last step ended. */
  readonly #written = new Set<string>()
  readonly #funds = new Map<string, number>()
  /** By strategy. */
  #positions: ReadonlyMap<string, PositionRule> = new Map()
  /** Client order ids that ended at the broker of the engine that runs. */
  readonly #endedAtBroker = new Set<string>()
  /** When orders were sent, by user; and when the exits that were sent were intended, by leg. */
  readonly #sentAt = new Map<string, readonly Instant[]>()
  readonly #triedAt = new Map<string, readonly Instant[]>()
  #stopped: readonly Kill[] = []
  #records: SimulatedRecords | null = null

  constructor(rules: MarketRules, world: World) {
    this.#rules = rules
    this.#world = world
  }

  /** The books to hold against the ledger; `positions`: what the rules say that open any, by strategy. */
  watch(records: SimulatedRecords, users: readonly SimulatedUser[], positions: ReadonlyMap<string, PositionRule>): void {
    this.#records = records
    this.#positions = positions
    for (const { id, funds } of users) this.#funds.set(id, funds)
  }

  /** The rule of a trade's strategy, and all legs it ever had; null: it is of one bought option. */
  positionOf(tradeId: string, { strategyId, terms }: Pick<Leg, 'strategyId' | 'terms'>): BookedPosition | null {
    const rule = this.#positions.get(strategyId)
    if (!rule) return null
    return { rule, lots: terms.position?.lots ?? 0, legs: this.#legsOfTrade(tradeId) }
  }

  /** Whether the broker reported a trade's units when none were expected any more: no engine could have acted on them before. */
  isToldLate(tradeId: string): boolean {
    return this.#toldLate.has(tradeId)
  }

  /** All there ever were of a trade. */
  ordersOf(tradeId: string): readonly OrderRow[] {
    return [...(this.#ordersOf.get(tradeId)?.values() ?? [])]
  }

  onOrder(before: OrderRow | null, after: OrderRow): void {
    this.#orders.set(after.id, after)
    this.#ordersOf.set(after.tradeId, (this.#ordersOf.get(after.tradeId) ?? new Map<string, OrderRow>()).set(after.id, after))
    this.#written.add(after.tradeId)
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
    if (late) this.#toldLate.add(after.tradeId)
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
    this.#fillsOf.set(order.legId, [...(this.#fillsOf.get(order.legId) ?? []), fill])
  }

  onLeg(_before: Leg | null, after: Leg): void {
    const previous = this.#legs.get(after.id)
    this.#legs.set(after.id, after)
    this.#legsOf.set(after.tradeId, (this.#legsOf.get(after.tradeId) ?? new Map<string, Leg>()).set(after.id, after))
    this.#written.add(after.tradeId)
    if (previous && !previous.closing && after.quantity === previous.quantity) this.#checkStop(previous, after)
    if (previous?.closing && !after.closing) this.#toldLate.add(after.tradeId)
    if (!previous) this.#checkRounds(after)
    this.#replay(after)
    this.#checkRealised(after.userId)
  }

  /** An order reaches the broker. */
  onPlaced(request: OrderRequest): void {
    const { clientOrderId, quantity, filledQuantity } = request
    const order = this.#records?.orderOf(clientOrderId)
    if (!order || order.status === 'INTENT') return this.#broken('I1', `${clientOrderId} was sent without a committed intent`)
    if (order.quantity !== quantity || order.filledQuantity !== filledQuantity)
      this.#broken('I2', `${clientOrderId} was sent with other numbers than committed`)
    const { account, contract, pricing } = request
    if (account.userId !== order.userId || account.mode !== order.mode) this.#broken('I9', `${clientOrderId} was sent for another account`)
    if (pricing.limit <= 0 || pricing.limit % contract.tick !== 0)
      this.#broken('I4', `${clientOrderId} was sent with a limit of ${pricing.limit}`)
    this.#countSent(order)
    const isStopped = (kill: Kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? order.userId : order.strategyId)
    const inForce = (this.#records?.killsInForce ?? []).filter((kill) => this.#stopped.includes(kill))
    if (order.purpose === 'ENTRY' && inForce.some(isStopped)) this.#broken('I12', `${clientOrderId} was sent against a kill switch`)
    if (!isLive(order) || this.#endedAtBroker.has(clientOrderId)) this.#broken('I2', `${clientOrderId} was sent again after its end`)
  }

  /** Of an account at one moment, and of the exits of one leg. */
  #countSent(order: OrderRow): void {
    const now = this.#world.now()
    const times = (this.#sentAt.get(order.userId) ?? []).filter((at) => at === now)
    this.#sentAt.set(order.userId, [...times, now])
    if (times.length >= ORDERS_A_SECOND) this.#broken('RATE', `${times.length + 1} orders of user ${order.userId} at once`)
    if (order.purpose === 'ENTRY') return
    const tries = (this.#triedAt.get(order.legId) ?? []).filter((at) => at > now - MOST_TRIES.within && at !== order.intendedAt)
    this.#triedAt.set(order.legId, [...tries, order.intendedAt])
    if (tries.length >= MOST_TRIES.count) this.#broken('RATE', `the exit of leg ${order.legId} was tried ${tries.length + 1} times`)
  }

  /** The broker reports an order's outcome. */
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
    for (const leg of this.#records?.legs ?? []) this.#replay(leg)
    for (const order of this.#records?.orders ?? []) {
      const fills = (this.#fillsOf.get(order.legId) ?? []).filter(({ orderId }) => orderId === order.id)
      if (sum(fills, ({ quantity }) => quantity) !== order.filledQuantity || sum(fills, valueOf) !== order.filledValue)
        this.#broken('I3', `order ${order.clientOrderId} says ${order.filledQuantity} units, its fills say otherwise`)
    }
  }

  /** After the close, with quotes until then. */
  checkEnd(): void {
    this.checkTables()
    for (const leg of this.#records?.legs ?? [])
      if (!leg.closing) this.#broken('END', `leg ${leg.id} is open after the close with ${unitsLeft(leg)} units`)
    for (const trade of this.#records?.trades ?? [])
      if (!trade.closing) this.#broken('END', `trade ${trade.id} is not over after the close`)
    for (const order of this.#records?.orders ?? [])
      if (isLive(order)) this.#broken('END', `order ${order.clientOrderId} is still ${order.status}`)
  }

  /** A step ends: a user stopped now has no entry sent in later steps. */
  onStepEnd(): void {
    this.#stopped = this.#records?.killsInForce ?? []
    for (const tradeId of this.#written) this.#checkTrade(tradeId)
    this.#written.clear()
  }

  /** A leg that must be on its way out, and is not. */
  notExiting(leg: Leg, why: string): void {
    this.#broken('I8', `leg ${leg.id} has no exit although ${why}`)
  }

  /** A position that should have ended by now. */
  notOver(tradeId: string): void {
    this.#broken('I14', `trade ${tradeId} runs with nothing open, under way or waiting`)
  }

  #onEntry(entry: EntryOrder): void {
    const key = `${entry.signalId} ${entry.subscriptionId}`
    const entered = this.#entered.get(key) ?? entry.tradeId
    if (entered !== entry.tradeId) this.#broken('I2', `a second entry of one signal for subscription ${entry.subscriptionId}`)
    this.#entered.set(key, entered)
    if (!this.#isReentry(entry)) this.#checkFunds(entry.userId)
    const { now, silentMs, clockSteppedMsAgo } = this.#world
    const silent = silentMs()
    if (silent === null || silent > SESSION_LIMITS.staleFeedMs) this.#broken('I7', `entry with a feed silent for ${silent} ms`)
    const stepped = clockSteppedMsAgo()
    if (stepped !== null && stepped < CLOCK_STEP_QUIET_MS) this.#broken('I7', `entry ${stepped} ms after a clock step`)
    if ((this.#records?.lossThatStopped(entry.userId, entry.intendedAt) ?? null) !== null)
      this.#broken('I7', 'entry on a day that its user has lost')
    for (const kill of this.#records?.killsInForce ?? [])
      if (kill.scope === 'GLOBAL' || kill.scopeId === entry.userId || kill.scopeId === entry.strategyId)
        this.#broken('I7', `entry against a kill switch of scope ${kill.scope}`)
    const session = this.#rules.sessionOf(istDate(now()))
    if (!session || now() < session.open || now() >= session.close) this.#broken('I7', 'entry outside of the session')
    if (istMinuteOfDay(entry.intendedAt) >= istMinuteOfDay(entry.terms.windowEndsAt)) this.#broken('I7', 'entry after the window')
  }

  /** Whether its leg was to be opened before: then it was stopped, and no other entry is to open it. */
  #isReentry({ legId, tradeId, strategyId, terms }: EntryOrder): boolean {
    const leg = terms.position?.leg ?? null
    const others = this.ordersOf(tradeId).filter((order) => order.legId !== legId && ruleLegOf(order) === leg)
    if (others.length === 0) return false
    const position = this.positionOf(tradeId, { strategyId, terms })
    if (!position || leg === null) this.#broken('I2', `a second leg of trade ${tradeId}`)
    else if (others.some(isLive)) this.#broken('I14', `leg ${leg} of trade ${tradeId} is opened twice at once`)
    else if (!mayOpenAgain(position, leg) && !this.#toldLate.has(tradeId))
      this.#broken('I14', `leg ${leg} of trade ${tradeId} is opened again and may not be`)
    return true
  }

  /** Trades and entries under way never set aside more than there is: a position all that it takes, from its first fill to its end. */
  #checkFunds(userId: string): void {
    const there = (this.#funds.get(userId) ?? 0) + this.#netOfClosed(userId)
    let taken = 0
    const counted = new Set<string>()
    for (const trade of this.#records?.trades ?? []) {
      if (trade.userId !== userId || trade.closing) continue
      counted.add(trade.id)
      taken += trade.terms.position?.funds ?? sum(this.#legsOfTrade(trade.id), costOfOpen)
    }
    for (const order of this.#orders.values()) {
      if (order.userId !== userId || order.purpose !== 'ENTRY' || !isLive(order)) continue
      const { terms, tradeId, reserved, quantity, filledQuantity } = order
      if (!terms.position || !counted.has(tradeId)) taken += Math.floor((reserved * (quantity - filledQuantity)) / quantity)
    }
    if (taken > there) this.#broken('I7', `entry with ${taken} set aside of the ${there} that user ${userId} has`)
  }

  /** A trailing stop never falls; the stop of a position's leg moves to its cost and nowhere else, when another leg was stopped. */
  #checkStop(before: Leg, after: Leg): void {
    const position = this.positionOf(after.tradeId, after)
    if (!position) {
      if ((after.stop ?? 0) < (before.stop ?? 0))
        this.#broken('I4', `the stop of leg ${after.id} fell from ${before.stop} to ${after.stop}`)
      return
    }
    if (before.stop === after.stop) return
    const { tick } = after.contract
    const cost = Math.round(Math.round(after.entryValue / after.quantity) / tick) * tick
    const another = position.legs.some(({ id, closing }) => id !== after.id && closing?.exitReason === 'STOP')
    if ((after.stop !== cost || !position.rule.stopsToCost || !another) && !this.#toldLate.has(after.tradeId))
      this.#broken('I4', `the stop of leg ${after.id} moved from ${before.stop} to ${after.stop}, its cost is ${cost}`)
  }

  #checkRounds(leg: Leg): void {
    const position = this.positionOf(leg.tradeId, leg)
    const index = leg.terms.position?.leg ?? null
    if (!position || index === null || this.#toldLate.has(leg.tradeId)) return
    const rounds = position.legs.filter(({ terms }) => terms.position?.leg === index).length
    if (rounds > 1 + (position.rule.legs[index]?.reentries ?? 0))
      this.#broken('I14', `leg ${index} of trade ${leg.tradeId} was opened ${rounds} times`)
  }

  #checkTrade(tradeId: string): void {
    const trade = this.#records?.tradeOf(tradeId) ?? null
    const legs = this.#legsOfTrade(tradeId)
    const [first] = legs
    if (!first || !trade) {
      if (first || trade) this.#broken('I14', `trade ${tradeId} has ${legs.length} legs and ${trade ? 'a' : 'no'} summary`)
      return
    }
    const fault = unlikeItsLegs(trade, legs, this.ordersOf(tradeId))
    if (fault) this.#broken('I14', `trade ${tradeId}: ${fault}`)
    const position = this.positionOf(tradeId, first)
    const naked = position ? unhedgedUnits(position) : 0
    if (naked > 0 && !this.#toldLate.has(tradeId)) this.#broken('I13', `${naked} units of trade ${tradeId} are sold without a hedge`)
  }

  #legsOfTrade(tradeId: string): Leg[] {
    return [...(this.#legsOf.get(tradeId)?.values() ?? [])]
  }

  #onExit(exit: OrderRow): void {
    const leg = this.#legs.get(exit.legId)
    let selling = 0
    for (const other of this.#records?.orders ?? []) {
      if (other.purpose !== 'EXIT' || other.legId !== exit.legId || !isLive(other)) continue
      selling += other.quantity - other.filledQuantity
      // The orders of one exit are intended at one time.
      if (other.intendedAt !== exit.intendedAt) this.#broken('I2', `a second live exit of leg ${exit.legId}`)
    }
    if (!leg || selling > unitsLeft(leg)) this.#broken('I4', `exits of ${selling} units of a leg with fewer`)
  }

  /** The leg computed from its fills, by independent code. */
  #replay(leg: Leg): void {
    const fills = this.#fillsOf.get(leg.id) ?? []
    const purposeOf = ({ orderId }: Fill) => this.#orders.get(orderId)?.purpose
    const opened = fills.filter((fill) => purposeOf(fill) === 'ENTRY')
    const closed = fills.filter((fill) => purposeOf(fill) === 'EXIT')
    const quantity = sum(opened, (fill) => fill.quantity)
    const exitQuantity = sum(closed, (fill) => fill.quantity)
    const entered = sum(opened, valueOf)
    const exited = sum(closed, valueOf)
    if (quantity !== leg.quantity || exitQuantity !== leg.exitQuantity || entered !== leg.entryValue || exited !== leg.exitValue)
      this.#broken('I3', `leg ${leg.id} differs from its fills`)
    if (exitQuantity > quantity) this.#broken('I4', `leg ${leg.id} closed ${exitQuantity} of ${quantity}`)
    if ((leg.closing !== null) !== (exitQuantity === quantity))
      this.#broken('I4', `leg ${leg.id} is closed with ${quantity - exitQuantity} units left`)
    if (sum(fills, (fill) => fill.charges) !== leg.charges || this.#chargesOf(fills) !== leg.charges)
      this.#broken('I5', `charges of leg ${leg.id} are ${leg.charges}, its orders cost ${this.#chargesOf(fills)}`)
    if (leg.closing && outcomeOf(leg).net !== netOf(leg)) this.#broken('I5', `net of leg ${leg.id} is not sales − purchases − charges`)
    for (const { orderId } of fills) {
      const order = this.#orders.get(orderId)
      if (order && (order.side === leg.side) !== (order.purpose === 'ENTRY'))
        this.#broken('I4', `order ${order.clientOrderId} of a leg that was ${leg.side} is ${order.side}`)
    }
  }

  #chargesOf(fills: readonly Fill[]): number {
    const legs = [...new Set(fills.map(({ orderId }) => orderId))].flatMap((id) => {
      const order = this.#orders.get(id)
      const ofOrder = fills.filter(({ orderId }) => orderId === id)
      const first = ofOrder[0]
      if (!order || !first) return []
      const { side, contract } = order
      const { exchange } = contract
      return this.#rules.chargesFor({ side, exchange, value: sumPaise(ofOrder), date: istDate(first.filledAt) })
    })
    return totalCharges(...legs)
  }

  #checkRealised(userId: string): void {
    const net = this.#netOfClosed(userId)
    if (net !== this.#records?.realisedOf(userId))
      this.#broken('I5', `user ${userId} realised ${net}, the account says ${this.#records?.realisedOf(userId)}`)
  }

  #netOfClosed(userId: string): number {
    let net = 0
    for (const leg of this.#legs.values()) if (leg.userId === userId && leg.closing) net += netOf(leg)
    return net
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
