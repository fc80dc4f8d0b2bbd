import type { CandleColumns } from '../../../schema/market/candles.ts'
import { firstAverageTrueRange, trueRange } from './trueRange.ts'

/**
 * Average true range in rupees, written to `out`, with Wilder's smoothing: the first average is the simple one of the true ranges of bars
 * 1…`period` (bar 0 has no close before it); NaN for the first `period` bars. Convention: TA-Lib ATR
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function atr(candles: CandleColumns, period: number, out: Float64Array): void {
  const { high, low, close } = candles
  out.fill(NaN, 0, period)
  if (out.length <= period) return
  let average = firstAverageTrueRange(candles, period)
  out[period] = average
  const weight = 1 / period
  for (let i = period + 1; i < out.length; i++) {
    average += (trueRange(high, low, close, i) - average) * weight
    out[i] = average
  }
}
