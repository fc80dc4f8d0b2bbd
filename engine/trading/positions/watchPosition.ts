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
      /** Legs to close alone, and rules whose leg is to be opened again. */
      readonly exits: readonly { readonly leg: HeldLeg; readonly reason: LegExit }[]
      readonly reentries: readonly number[]
      /** The locked profit as far as it has risen. */
      readonly kept: Paise | null
    }

/**
 * What last prices do to a position, live as in a backtest. Limits of the whole come first; they are judged only when every open leg
 * has a price. Pure: the same prices on the same position give the same answer. Until a leg that is to be closed is, it is named again.
 */
export function watchPosition(position: HeldPosition, lastPriceOf: (contract: OptionContract) => Paise | null): Watched {
  const gross = grossOf(position, lastPriceOf)
  const kept = gross === null ? position.kept : keptAfter(position, gross)
  const reason = gross === null ? null : reachedByWhole(position, gross, kept)
  if (reason) return { kind: 'whole', reason }
  const exits = position.legs.flatMap((leg) => {
    const price = openUnitsOf(leg) === 0 ? null : lastPriceOf(leg.contract)
    const reached = price === null ? null : reachedByLeg(position, leg, price)
    return reached ? { leg, reason: reached } : []
  })
  return { kind: 'legs', exits, reentries: waitingRules(position).filter((rule) => isBack(position, rule, lastPriceOf)), kept }
}

/** The rules whose leg was stopped and may be opened again: what keeps a position from being over while nothing of it is open. */
export function waitingRules({ rule, legs }: HeldPosition): number[] {
  return rule.legs.flatMap(({ reentries }, i) => {
    const rounds = legs.filter((leg) => leg.rule === i)
    return rounds.length > 0 && rounds.length <= reentries && rounds.at(-1)!.closedBy === 'STOP' ? i : []
  })
}

/** Whether the premium of a stopped leg is back where the leg was opened first. */
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

function reachedByWhole(position: HeldPosition, gross: Paise, kept: Paise | null): WholeExit | null {
  const { stop, target } = position.rule
  if (stop && gross <= -amountOf(stop, position)) return 'COMBINED_STOP'
  if (target && gross >= amountOf(target, position)) return 'COMBINED_TARGET'
  return kept !== null && gross <= kept ? 'PROFIT_LOCK' : null
}

/** A limit of the whole as an amount in paise, not rounded. */
export function amountOf({ unit, value }: ExitLevel, position: HeldPosition): number {
  return unit === 'PERCENT' ? (netPremiumOf(position) * value) / 100 : value * position.lots
}

/** The locked profit once the position has earned `gross`: it rises and never falls. */
function keptAfter({ rule: { lock }, lots, kept }: HeldPosition, gross: Paise): Paise | null {
  if (!lock || gross < lock.at * lots) return kept
  return paise(Math.max(kept ?? -Infinity, keptAt(lock, lots, gross)))
}

function keptAt({ at, keep, trail }: ProfitLock, lots: number, gross: Paise): number {
  const steps = trail ? Math.floor((gross - at * lots) / (trail.every * lots)) : 0
  return (keep + (trail ? steps * trail.by : 0)) * lots
}
