import type { CandleColumns } from '../../../schema/market/candles.ts'
import { outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { computeIndicator } from '../indicators/computeIndicator.ts'

/** What the columns hold before: neither a value nor NaN, so that a test finds what an indicator leaves unwritten. */
const STALE = Infinity

/**
 * An indicator's columns, by default over one-minute candles, as plain arrays, which compare with NaN equal to NaN; Infinity where
 * the indicator wrote nothing.
 */
export function plainColumns(candles: CandleColumns, call: IndicatorCall, barMinutes = 1): Record<string, number[]> {
  const outputs = Object.fromEntries(outputsOf(call.name).map((name) => [name, new Float64Array(candles.time.length).fill(STALE)]))
  computeIndicator(candles, call, barMinutes, outputs)
  return Object.fromEntries(Object.entries(outputs).map(([name, column]) => [name, [...column]]))
}
