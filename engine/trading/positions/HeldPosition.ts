import { paise, type Paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Levels } from '../../../schema/trading/levelsFor.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OptionContract } from '../../broker/port.ts'

/** Why one leg is closed while others stay. */
export type LegExit = 'STOP' | 'TARGET'

/** Whether a reason closes one leg while others stay; every other reason closes the whole. */
export function isOfOneLeg(reason: ExitReason): reason is LegExit {
  return reason === 'STOP' || reason === 'TARGET'
}

/** Why a position closes as a whole. */
export type WholeExit = 'COMBINED_STOP' | 'COMBINED_TARGET' | 'PROFIT_LOCK'

/** One leg: opened once, closed once. A reopened leg is a new one. */
export interface HeldLeg {
  /** Position in the rule's legs. */
  readonly rule: number
  readonly contract: OptionContract
  /** Market time of its first fill. */
  readonly openedAt: Instant
  /** Units opened, and their sum of price × quantity. */
  readonly quantity: number
  readonly entryValue: Paise
  /** Units closed, and their sum. */
  readonly exitQuantity: number
  readonly exitValue: Paise
  /** What its owner has set in place of its rule's levels; null: nothing. */
  readonly own: Levels | null
  /** Why it was closed, alone or with the whole; null while it is open. */
  readonly closedBy: LegExit | 'WHOLE' | null
  /** Market time of the last fill that closed it; null while it is open. */
  readonly closedAt: Instant | null
}

/** A position of legs in its current state. */
export interface HeldPosition {
  readonly rule: PositionRule
  /** Of the subscription: multiplies the rule's amounts in rupees. */
  readonly lots: number
  /** Every leg ever opened, oldest first. */
  readonly legs: readonly HeldLeg[]
  /** The gross P&L at which locked profit is taken; null while nothing is locked. */
  readonly kept: Paise | null
}

export function openUnitsOf({ quantity, exitQuantity }: HeldLeg): number {
  return quantity - exitQuantity
}

/** A leg's average opening price, rounded to the paisa. */
export function entryPriceOfLeg({ entryValue, quantity }: HeldLeg): Paise {
  return paise(Math.round(entryValue / quantity))
}

/** A position's gross P&L, open legs at last prices. Null when an open leg has none. */
export function grossOf({ rule, legs }: HeldPosition, lastPriceOf: (contract: OptionContract) => Paise | null): Paise | null {
  let gross = 0
  for (const leg of legs) {
    const units = openUnitsOf(leg)
    const price = units === 0 ? 0 : lastPriceOf(leg.contract)
    if (price === null) return null
    const gain = leg.exitValue + units * price - leg.entryValue
    gross += rule.legs[leg.rule]!.side === 'BUY' ? gain : -gain
  }
  return paise(gross)
}

/** The net premium when the position was first opened, sold less bought, unsigned. */
export function netPremiumOf({ rule, legs }: HeldPosition): Paise {
  let net = 0
  const seen = new Set<number>()
  for (const leg of legs) {
    if (seen.has(leg.rule)) continue
    seen.add(leg.rule)
    net += rule.legs[leg.rule]!.side === 'BUY' ? -leg.entryValue : leg.entryValue
  }
  return paise(Math.abs(net))
}
