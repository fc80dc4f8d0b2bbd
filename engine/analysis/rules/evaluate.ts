import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { compileRules } from './compileRules.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { columnsOf, warmFrom } from './Program.ts'
import { runProgram } from './runProgram.ts'
import type { Series } from './Series.ts'

export const LONG = 1
export const SHORT = -1
/** Of an entry without a direction. */
export const NEUTRAL = 2

/** A signal by its name; of a bar that has one. */
export function sideOf(signal: number): SignalSide {
  return signal === LONG ? 'LONG' : signal === SHORT ? 'SHORT' : 'NEUTRAL'
}

/**
 * A rule set's signal on every bar: 1 LONG, −1 SHORT, 2 NEUTRAL, 0 nothing. Long and short at once cancel out. It is silent while a longer
 * history would change what it compares. By the program that live trading runs on bar after bar (LiveSeries). Throws a RangeError when the
 * rules are for another interval.
 */
export function evaluate(rules: RuleSet, series: Series): Int8Array {
  const signals = new Int8Array(series.length)
  const program = compileRules(rules)
  const from = warmFrom(program, series)
  if (from < series.length) runProgram(program, columnsOf(program, series), from, series.length, signals)
  return signals
}
