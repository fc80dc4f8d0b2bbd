import { paise, type Paise } from '../../../schema/money.ts'
import type { ProfitLock } from '../../../schema/rules/PositionRule.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import type { OptionContract } from '../../broker/port.ts'
import {
  entryPriceOfLeg,
  grossOf,
  netPremiumOf,
  openUnitsOf,
  type HeldLeg,
  type HeldPosition,
  type LegExit,
  type WholeExit,
} from './HeldPosition.ts'
import { legLevels } from './legLevels.ts'

/** What last prices do to a position. */
export type Watched =
  | { readonly kind: 'whole'; readonly reason: WholeExit }
  | {
      readonly kind: 'legs'
      /** Legs to close alone, and rules whose leg is to reopen. */
      readonly exits: readonly LegReached[]
      readonly reentries: readonly number[]
      /** The locked profit, if it has risen. */
      readonly kept: Paise | null
    }

/** What its P&L does to a position. */
export interface WatchedWhole {
  /** The limit that closes it, and the gross P&L at that limit, in paise, not rounded; null: none is reached. */
  readonly reached: { readonly reason: WholeExit; readonly at: number } | null
  /** The locked profit, if it has risen. */
  readonly kept: Paise | null
}

/** A leg to close alone. */
export interface LegReached {
  readonly leg: HeldLeg
  readonly reason: LegExit
}

/**
 * What last prices do to a position, live as in a backtest. Limits of the whole come first; they are judged only when every leg of its rule
 * was opened, as hedges alone are another position, and every open leg has a price. Pure: the same prices on the same position give the same answer. Names a leg again until it is closed.
 */
export function watchPosition(position: HeldPosition, lastPriceOf: (contract: OptionContract) => Paise | null): Watched {
  const gross = isWhole(position) ? grossOf(position, lastPriceOf) : null
  const { reached, kept } = gross === null ? { reached: null, kept: position.kept } : watchWhole(position, gross)
  if (reached) return { kind: 'whole', reason: reached.reason }
  return { kind: 'legs', exits: watchLegs(position, lastPriceOf), reentries: rulesBack(position, lastPriceOf), kept }
}

function isWhole({ rule, legs }: HeldPosition): boolean {
  return rule.legs.every((_, i) => legs.some((leg) => leg.rule === i))
}

/** What a gross P&L does to a position. */
export function watchWhole(position: HeldPosition, gross: number): WatchedWhole {
  const kept = keptAfter(position, gross)
  return { reached: reachedByWhole(position, gross, kept), kept }
}

/** The open legs that last prices have taken to their own levels. */
export function watchLegs(position: HeldPosition, lastPriceOf: (contract: OptionContract) => Paise | null): LegReached[] {
  return position.legs.flatMap((leg) => {
    const price = openUnitsOf(leg) === 0 ? null : lastPriceOf(leg.contract)
    const reason = price === null ? null : reachedByLeg(position, leg, price)
    return reason ? { leg, reason } : []
  })
}

/** The rules whose stopped leg reopens at last prices. */
export function rulesBack(position: HeldPosition, lastPriceOf: (contract: OptionContract) => Paise | null): number[] {
  return waitingRules(position).filter((rule) => isBack(position, rule, lastPriceOf))
}

/** The rules whose stopped leg may reopen: these keep a position alive while nothing of it is open. */
export function waitingRules({ rule, legs }: HeldPosition): number[] {
  if (legs.some(({ closedBy }) => closedBy === 'WHOLE')) return []
  return rule.legs.flatMap(({ reentries }, i) => {
    const rounds = legs.filter((leg) => leg.rule === i)
    return rounds.length > 0 && rounds.length <= reentries && rounds.at(-1)!.closedBy === 'STOP' ? i : []
  })
}

/** Whether a stopped leg's premium is back where the leg was first opened. */
function isBack({ rule, legs }: HeldPosition, waiting: number, lastPriceOf: (contract: OptionContract) => Paise | null): boolean {
  const first = legs.find((leg) => leg.rule === waiting)!
  const price = lastPriceOf(first.contract)
  if (price === null) return false
  const entry = entryPriceOfLeg(first)
  return rule.legs[waiting]!.side === 'BUY' ? price >= entry : price <= entry
}

function reachedByLeg(position: HeldPosition, leg: HeldLeg, price: Paise): LegExit | null {
  const { stop, target } = legLevels(leg, position)
  const isSold = position.rule.legs[leg.rule]!.side === 'SELL'
  const beyond = (level: Paise | null, above: boolean) => level !== null && (above ? price >= level : price <= level)
  if (beyond(stop, isSold)) return 'STOP'
  return beyond(target, !isSold) ? 'TARGET' : null
}

function reachedByWhole(position: HeldPosition, gross: number, kept: Paise | null): WatchedWhole['reached'] {
  const stop = position.rule.stop && -amountOf(position.rule.stop, position)
  if (stop !== null && gross <= stop) return { reason: 'COMBINED_STOP', at: stop }
  const target = position.rule.target && amountOf(position.rule.target, position)
  if (target !== null && gross >= target) return { reason: 'COMBINED_TARGET', at: target }
  return kept !== null && gross <= kept ? { reason: 'PROFIT_LOCK', at: kept } : null
}

/** A limit of the whole in paise, not rounded. */
export function amountOf({ unit, value }: ExitLevel, position: HeldPosition): number {
  return unit === 'PERCENT' ? (netPremiumOf(position) * value) / 100 : value * position.lots
}

/** The locked profit after the position has earned `gross`: it never falls. */
function keptAfter({ rule: { lock }, lots, kept }: HeldPosition, gross: number): Paise | null {
  if (!lock || gross < lock.at * lots) return kept
  return paise(Math.max(kept ?? -Infinity, keptAt(lock, lots, gross)))
}

function keptAt({ at, keep, trail }: ProfitLock, lots: number, gross: number): number {
  const steps = trail ? Math.floor((gross - at * lots) / (trail.every * lots)) : 0
  return (keep + (trail ? steps * trail.by : 0)) * lots
}
