import { paise, roundToTick, type Paise } from '../money.ts'
import type { ExitLevel } from './ExitLevel.ts'
import { signOf, type OrderSide } from './OrderSide.ts'

/** The premiums at which a leg closes itself; null: no such level. */
export interface Levels {
  readonly target: Paise | null
  /** The level in force: a trailing stop raises it. */
  readonly stop: Paise | null
}

/**
 * The premiums at which a leg opened at `entry` closes, on the contract's price steps and at least one step from the entry; for a sold leg
 * the stop lies above it and the target below. A premium has no level below zero.
 */
export function levelsFor(
  side: OrderSide,
  entry: Paise,
  quantity: number,
  tick: Paise,
  { takeProfit, stopLoss }: { readonly takeProfit: ExitLevel | null; readonly stopLoss: ExitLevel | null },
): Levels {
  const forIt = signOf(side)
  const at = ({ unit, value }: ExitLevel, way: 1 | -1): Paise => {
    const distance = unit === 'PERCENT' ? (entry * value) / 100 : value / quantity
    const wanted = roundToTick(entry + way * distance, tick, 'nearest')
    const nearest = roundToTick(entry + way * tick, tick, way > 0 ? 'up' : 'down')
    return paise(Math.max(0, way > 0 ? Math.max(wanted, nearest) : Math.min(wanted, nearest)))
  }
  return { target: takeProfit && at(takeProfit, forIt), stop: stopLoss && at(stopLoss, forIt === 1 ? -1 : 1) }
}
