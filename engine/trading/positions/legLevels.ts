import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { entryPriceOfLeg, type HeldLeg, type HeldPosition } from './HeldPosition.ts'

/** The premiums at which a leg is closed: of a sold one the stop is above the entry, the target below. Null: it has none. */
export interface LegLevels {
  readonly stop: Paise | null
  readonly target: Paise | null
}

/**
 * The levels of a leg, on its contract's price steps and at least one step away from its entry; a premium has no level below zero.
 * Once another leg was stopped, the stop of a position that moves stops to cost is the entry itself.
 */
export function legLevels(leg: HeldLeg, { rule, lots, legs }: HeldPosition): LegLevels {
  const { side, stop, target } = rule.legs[leg.rule]!
  const { tick } = leg.contract
  const entry = entryPriceOfLeg(leg)
  const against = side === 'BUY' ? -1 : 1
  const at = (level: ExitLevel, way: 1 | -1): Paise => {
    const distance = level.unit === 'PERCENT' ? (entry * level.value) / 100 : (level.value * lots) / leg.quantity
    const wanted = roundToTick(entry + way * distance, tick, 'nearest')
    const nearest = roundToTick(entry + way * tick, tick, way > 0 ? 'up' : 'down')
    return paise(Math.max(0, way > 0 ? Math.max(wanted, nearest) : Math.min(wanted, nearest)))
  }
  const toCost = rule.stopsToCost && legs.some((other) => other !== leg && other.closedBy === 'STOP')
  return {
    stop: stop && (toCost ? roundToTick(entry, tick, 'nearest') : at(stop, against)),
    target: target && at(target, against === 1 ? -1 : 1),
  }
}
