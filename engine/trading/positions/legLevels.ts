import { paise, roundToTick } from '../../../schema/money.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { levelsFor, type Levels } from '../../../schema/trading/levelsFor.ts'
import { entryPriceOfLeg, type HeldLeg, type HeldPosition } from './HeldPosition.ts'

/**
 * The levels of a leg of a position. Where stops move to cost, a leg's stop becomes its entry once another leg was stopped while it was
 * open; an earlier stop, of its own earlier round, moves nothing.
 */
export function legLevels(leg: HeldLeg, { rule, lots, legs }: HeldPosition): Levels {
  const { side, stop, target } = rule.legs[leg.rule]!
  const { tick } = leg.contract
  const entry = entryPriceOfLeg(leg)
  const levels = levelsFor(side, entry, leg.quantity, tick, { takeProfit: ofLots(target, lots), stopLoss: ofLots(stop, lots) })
  const toCost =
    rule.stopsToCost &&
    stop !== null &&
    legs.some(({ closedBy, closedAt }) => closedBy === 'STOP' && closedAt !== null && closedAt > leg.openedAt)
  return toCost ? { ...levels, stop: roundToTick(entry, tick, 'nearest') } : levels
}

/** A rule's level for a subscription's lots: amounts in rupees scale with them. */
export function ofLots(level: ExitLevel | null, lots: number): ExitLevel | null {
  return level?.unit === 'RUPEES' ? { unit: 'RUPEES', value: paise(level.value * lots) } : level
}
