import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { levelsFor, type Levels } from '../../../schema/trading/levelsFor.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { withOwn } from './legs.ts'
import { entryPriceOfLeg, type HeldLeg, type HeldPosition } from './HeldPosition.ts'

/**
 * The levels of a leg of a position: of its rule, or what its owner has set in their place. Where stops move to cost, a leg's stop becomes its
 * entry once another leg was stopped while it was open, unless its owner has set a nearer one; an earlier stop, of its own earlier round,
 * moves nothing.
 */
export function legLevels(leg: HeldLeg, { rule, lots, legs }: HeldPosition): Levels {
  const { side, stop, target } = rule.legs[leg.rule]!
  const { tick } = leg.contract
  const entry = entryPriceOfLeg(leg)
  const ofRule = levelsFor(side, entry, leg.quantity, tick, { takeProfit: ofLots(target, lots), stopLoss: ofLots(stop, lots) })
  const levels = withOwn(ofRule, leg.own)
  const toCost =
    rule.stopsToCost &&
    stop !== null &&
    legs.some(({ closedBy, closedAt }) => closedBy === 'STOP' && closedAt !== null && closedAt > leg.openedAt)
  if (!toCost) return levels
  const cost = roundToTick(entry, tick, 'nearest')
  const own = leg.own?.stop ?? cost
  return { ...levels, stop: nearerStop(side, own, cost) }
}

/** The stop of a leg that is reached first. */
function nearerStop(side: OrderSide, one: Paise, other: Paise): Paise {
  return paise(side === 'BUY' ? Math.max(one, other) : Math.min(one, other))
}

/** A rule's level for a subscription's lots: amounts in rupees scale with them. */
export function ofLots(level: ExitLevel | null, lots: number): ExitLevel | null {
  return level?.unit === 'RUPEES' ? { unit: 'RUPEES', value: paise(level.value * lots) } : level
}
