import type { CandleColumns } from '../../../schema/market/candles.ts'

/** Wilder's true range of bar `i` (from 1), in rupees: from its high or the close before, whichever is higher, to its low or that close. */
export function trueRange(high: Float64Array, low: Float64Array, close: Float64Array, i: number): number {
  return Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!)
}

/** The simple average of the true ranges of bars 1…`period`, which seeds Wilder's smoothing; the candles must have so many. */
export function firstAverageTrueRange({ high, low, close }: CandleColumns, period: number): number {
  let sum = 0
  for (let i = 1; i <= period; i++) sum += trueRange(high, low, close, i)
  return sum / period
}
