import type { Interval } from '../../../schema/market/candles.ts'
import type { Operand } from '../../../schema/rules/RuleSet.ts'
import { sourceOf, type Source } from './Source.ts'

/** Bars of one index and interval, oldest first, as columns of numbers: all of them in a backtest, the newest ones live. */
export interface BarColumns {
  readonly interval: Interval
  /** The source's value on every bar, in rupees where it is a price; NaN where it has none. Always the same array, not to be written to. One element for a constant. */
  column(source: Source): Float64Array
  /** The place of the first bar whose value a longer history cannot change; Infinity when there is none yet. */
  warmFrom(source: Source): number
}

/** What an operand is on the bar at a place; NaN where it has no value, and where there is no bar. */
export function valueAt(operand: Operand, bars: BarColumns, place: number): number {
  const { source, back } = sourceOf(operand)
  return source.kind === 'constant' ? source.value : (bars.column(source)[place - back] ?? NaN)
}
