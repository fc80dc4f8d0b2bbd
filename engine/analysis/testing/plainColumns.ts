import type { CandleColumns } from '../../../schema/market/candles.ts'
import { outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { computeIndicator } from '../indicators/computeIndicator.ts'

/** What a reused column may hold before an indicator is written into it. */
const STALE = -123_456_789

/**
 * An indicator's columns, by default over one-minute candles, as plain arrays, which compare with NaN equal to NaN. They were full of
 * something else before.
 */
export function plainColumns(candles: CandleColumns, call: IndicatorCall, barMinutes = 1): Record<string, number[]> {
  const outputs = Object.fromEntries(outputsOf(call.name).map((name) => [name, new Float64Array(candles.time.length).fill(STALE)]))
  computeIndicator(candles, call, barMinutes, outputs)
  return Object.fromEntries(Object.entries(outputs).map(([name, column]) => [name, [...column]]))
}
