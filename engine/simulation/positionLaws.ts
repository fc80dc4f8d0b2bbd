import { totalCharges } from '../../schema/market/charges.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { IsoDate } from '../../schema/time.ts'
import type { ExitLevel } from '../../schema/trading/ExitLevel.ts'
import type { Paise } from '../../schema/money.ts'
import type { OptionContract } from '../broker/port.ts'
import type { Leg } from '../trading/positions/legs.ts'
import type { Order, PositionTerms } from '../trading/orders/orders.ts'
import type { TradeSummary } from '../trading/positions/summaryOf.ts'
import { isLive } from './SimulatedRecords.ts'
import { sum } from './sum.ts'

/*
 * What must hold for legs and positions, written from the rules' text with its own arithmetic: nothing here asks the engine's
 * functions what they think.
 */

/** A position as the books have it. */
export interface BookedPosition {
  readonly rule: PositionRule
  readonly lots: number
  /** The first one opened first. */
  readonly legs: readonly Leg[]
}

/** Units of a leg that are still to be closed. */
export function unitsLeft({ quantity, exitQuantity }: Leg): number {
  return quantity - exitQuantity
}

/** A leg's earnings after charges, closed or not: a bought leg gains what its sale brought more, a sold one what buying back cost less. */
export function netOf({ side, entryValue, exitValue, charges }: Leg): number {
  return (side === 'BUY' ? exitValue - entryValue : entryValue - exitValue) - charges
}

/** What a leg leaves after all charges if its open units are closed at a last price on a date. */
export function netAt(leg: Leg, lastPrice: number, date: IsoDate, rules: MarketRules): number {
  const { exchange, index, lotSize } = leg.contract
  const side = leg.side === 'BUY' ? 'SELL' : 'BUY'
  const most = Math.max(1, Math.floor(rules.freezeFor(index, date) / lotSize)) * lotSize
  const exits = []
  for (let left = unitsLeft(leg); left > 0; left -= most)
    exits.push(rules.chargesFor({ side, exchange, value: paise(Math.min(left, most) * lastPrice), date }))
  return netOf(leg) + (leg.side === 'BUY' ? 1 : -1) * unitsLeft(leg) * lastPrice - totalCharges(...exits)
}

/** Units sold and open beyond units bought and open, of the option type that has most, among types that the rule buys. */
export function unhedgedUnits({ rule, legs }: BookedPosition): number {
  const hedged = (['CE', 'PE'] as const).filter((type) => rule.legs.some(({ side, optionType }) => side === 'BUY' && optionType === type))
  return Math.max(0, ...hedged.map((type) => openSold(legs.filter(({ contract }) => contract.optionType === type))))
}

/** Whether a rule's leg was stopped by itself, the whole was not closed, and it was opened again less often than the rule allows. */
export function mayOpenAgain({ rule, legs }: BookedPosition, leg: number): boolean {
  const rounds = legs.filter((each) => ruleLegOf(each) === leg)
  const allowed = rule.legs[leg]?.reentries ?? 0
  return !legs.some(closedWithTheWhole) && rounds.length <= allowed && rounds.at(-1)?.closing?.exitReason === 'STOP'
}

/** Whether nothing of a running position is open, under way, or waits to be opened again: once its exit is requested none does. */
export function isIdle(position: BookedPosition, orders: readonly Order[], isExitRequested: boolean): boolean {
  const { rule, legs } = position
  const waits = !isExitRequested && rule.legs.some((_, i) => mayOpenAgain(position, i))
  return !waits && !legs.some(isHeld) && !orders.some(isLive)
}

/**
 * Whether a position's open legs must be closed at any price: a leg of its rule was never fully opened and no entry of it is
 * under way, or another was closed as part of the whole.
 */
export function isToUnwind({ rule, lots, legs }: BookedPosition, orders: readonly Order[]): boolean {
  if (!legs.some(isHeld)) return false
  if (legs.some(closedWithTheWhole)) return true
  const entering = orders.filter((order) => order.purpose === 'ENTRY' && isLive(order))
  return rule.legs.some((_, i) => !isOpenedWhole(rule, lots, legs, i) && !entering.some((order) => ruleLegOf(order) === i))
}

/** Whether the gross P&L of a fully opened position has reached a limit of the whole. `kept`: the profit that is locked. */
export function reachesLimit(
  { rule, lots, legs }: BookedPosition,
  kept: Paise | null,
  priceOf: (contract: OptionContract) => number,
): boolean {
  if (rule.legs.some((_, i) => !isOpenedWhole(rule, lots, legs, i))) return false
  let gross = 0
  for (const leg of legs) {
    const worth = leg.exitValue + unitsLeft(leg) * priceOf(leg.contract)
    gross += leg.side === 'BUY' ? worth - leg.entryValue : leg.entryValue - worth
  }
  let premium = 0
  for (const [i] of rule.legs.entries()) {
    const first = legs.find((leg) => ruleLegOf(leg) === i)
    if (first) premium += first.side === 'BUY' ? -first.entryValue : first.entryValue
  }
  const amountOf = ({ unit, value }: ExitLevel) => (unit === 'RUPEES' ? value * lots : (Math.abs(premium) * value) / 100)
  if (rule.stop && gross <= -amountOf(rule.stop)) return true
  if (rule.target && gross >= amountOf(rule.target)) return true
  return kept !== null && gross <= kept
}

/**
 * The open legs that go first when a whole position is closed: sold legs, and their hedges only when no more can be sold.
 * `orders`: all of it.
 */
export function firstToClose(legs: readonly Leg[], orders: readonly Order[]): readonly Leg[] {
  const held = legs.filter(isHeld)
  const sold = held.filter(({ side }) => side === 'SELL')
  const maySell = orders.some((order) => order.purpose === 'ENTRY' && order.side === 'SELL' && isLive(order))
  return sold.length > 0 || maySell ? sold : held
}

/** How a trade differs from the sum of its legs; null: not. `orders`: all of it. */
export function unlikeItsLegs(trade: TradeSummary, legs: readonly Leg[], orders: readonly Order[]): string | null {
  const over = legs.filter((leg) => leg.closing !== null)
  const position = trade.terms.position
  const found: readonly (readonly [string, number | null, number | null])[] = [
    ['units opened', trade.quantity, sum(legs, ({ quantity }) => quantity)],
    ['units closed', trade.exitQuantity, sum(legs, ({ exitQuantity }) => exitQuantity)],
    ['charges', trade.charges, sum(legs, ({ charges }) => charges)],
    ['realised', trade.realised, sum(over, netOf)],
    ['net', trade.net, trade.closing ? sum(legs, netOf) : null],
    ['gross', trade.gross, trade.closing ? sum(legs, (leg) => netOf(leg) + leg.charges) : null],
    ['set aside', trade.blocked, trade.closing ? 0 : position ? position.funds : sum(legs, costOfOpen)],
  ]
  for (const [what, said, is] of found) if (said !== is) return `${what} ${said}, its legs come to ${is}`
  if (!trade.closing) return null
  if (legs.some(isHeld)) return 'over, a leg is open'
  return position && orders.some((order) => order.purpose === 'ENTRY' && isLive(order)) ? 'over, an entry is under way' : null
}

/** What an open bought option has cost, of the units that are left. */
export function costOfOpen(leg: Leg): number {
  return Math.ceil((leg.entryValue * unitsLeft(leg)) / leg.quantity)
}

/** Which of its rule's legs a leg or an entry is; null: its trade has no other. */
export function ruleLegOf(of: { readonly terms: { readonly position: PositionTerms | null } } | Order): number | null {
  return 'terms' in of ? (of.terms.position?.leg ?? null) : null
}

function openSold(legs: readonly Leg[]): number {
  return sum(legs, (leg) => (leg.side === 'SELL' ? unitsLeft(leg) : -unitsLeft(leg)))
}

function isHeld({ closing }: Leg): boolean {
  return closing === null
}

function closedWithTheWhole({ closing }: Leg): boolean {
  return closing !== null && closing.exitReason !== 'STOP' && closing.exitReason !== 'TARGET'
}

function isOpenedWhole(rule: PositionRule, lots: number, legs: readonly Leg[], i: number): boolean {
  const wanted = (rule.legs[i]?.lots ?? 0) * lots
  return legs.some((leg) => ruleLegOf(leg) === i && leg.quantity === wanted * leg.contract.lotSize)
}
