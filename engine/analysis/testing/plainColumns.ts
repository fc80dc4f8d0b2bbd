import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorCall } from '../../../schema/rules/indicators.ts'
import { computeIndicator } from '../indicators/computeIndicator.ts'

/** An indicator's columns over one-minute candles as plain arrays, which compare with NaN equal to NaN. */
export function plainColumns(candles: CandleColumns, call: IndicatorCall): Record<string, number[]> {
  return Object.fromEntries([...computeIndicator(candles, call, 1)].map(([name, column]) => [name, [...column]]))
}
