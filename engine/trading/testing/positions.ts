import { paise } from '../../../schema/money.ts'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { EntryTerms } from '../orders/orders.ts'
import { contractOf } from './contracts.ts'
import { TERMS } from './legs.ts'
import type { HeldLeg, HeldPosition } from '../positions/HeldPosition.ts'
import { ofLots } from '../positions/legLevels.ts'

export const percent = (value: number): ExitLevel => ({ unit: 'PERCENT', value })
export const rupees = (value: number): ExitLevel => ({ unit: 'RUPEES', value: paise(value * 100) })

/** A leg's rule for tests: one lot of the call at the money, sold. */
export function legRule(parts: Partial<LegRule> = {}): LegRule {
  return {
    ...{ side: 'SELL', optionType: 'CE', strike: { kind: 'ATM', strikes: 0 }, expiry: 'this week', lots: 1 },
    ...{ stop: null, target: null, reentries: 0, ...parts },
  }
}

export function positionRule(legs: readonly LegRule[], parts: Partial<PositionRule> = {}): PositionRule {
  return { legs, stop: null, target: null, lock: null, stopsToCost: false, ...parts }
}

/** A leg as opened: 65 units at `entry` rupees by default. */
export function heldLeg(rule: number, contract: OptionContract, entry: number, parts: Partial<HeldLeg> = {}): HeldLeg {
  const quantity = parts.quantity ?? 65
  const entryValue = paise(Math.round(entry * 100) * quantity)
  const closed = { exitQuantity: 0, exitValue: paise(0), own: null, closedBy: null, closedAt: null }
  return { rule, contract, openedAt: 0, quantity, entryValue, ...closed, ...parts }
}

/** The same leg closed at `exit` rupees, a millisecond after it was opened. */
export function closedLeg(leg: HeldLeg, exit: number, closedBy: HeldLeg['closedBy']): HeldLeg {
  return {
    ...leg,
    exitQuantity: leg.quantity,
    exitValue: paise(Math.round(exit * 100) * leg.quantity),
    closedBy,
    closedAt: leg.openedAt + 1,
  }
}

export const CALL = contractOf('NIFTY', 24_000, 'CE')
export const PUT = contractOf('NIFTY', 24_000, 'PE')

/** A straddle sold at ₹100 and ₹90, both legs open. */
export function straddle(rule: Partial<PositionRule> = {}, leg: Partial<LegRule> = {}): HeldPosition {
  return {
    rule: positionRule([legRule(leg), legRule({ optionType: 'PE', ...leg })], rule),
    ...{ lots: 1, legs: [heldLeg(0, CALL, 100), heldLeg(1, PUT, 90)], kept: null },
  }
}

/** Last prices in rupees by contract. */
export function pricesOf(...prices: readonly (readonly [OptionContract, number])[]) {
  return (contract: OptionContract) => {
    const found = prices.find(([each]) => each.token === contract.token)
    return found ? paise(Math.round(found[1] * 100)) : null
  }
}

/** Terms of a position's leg, with its levels, as an entry has them. */
export function termsOf(rule: PositionRule, leg: number, { lots = 1, funds = 2_00_000_00 } = {}): EntryTerms {
  const { target, stop } = rule.legs[leg]!
  const levels = { takeProfit: ofLots(target, lots), stopLoss: ofLots(stop, lots) }
  return { ...TERMS, ...levels, position: { rule, lots, leg, option: 'NIFTY CE NIFTY PE', funds: paise(funds) } }
}
