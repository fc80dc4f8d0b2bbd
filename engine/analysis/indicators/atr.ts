import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * Average true range in rupees, written to `out`, with Wilder's smoothing: the first average is the simple one of the true ranges of bars
 * 1…`period` (bar 0 has no close before it); NaN for the first `period` bars. Convention: TA-Lib ATR
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function atr({ high, low, close }: CandleColumns, period: number, out: Float64Array): void {
  out.fill(NaN, 0, period)
  if (close.length <= period) return
  let average = 0
  for (let i = 1; i <= period; i++) average += trueRange(high[i]!, low[i]!, close[i - 1]!)
  average /= period
  out[period] = average
  const weight = 1 / period
  for (let i = period + 1; i < close.length; i++) {
    average += (trueRange(high[i]!, low[i]!, close[i - 1]!) - average) * weight
    out[i] = average
  }
}

function trueRange(high: number, low: number, previousClose: number): number {
  return Math.max(high, previousClose) - Math.min(low, previousClose)
}
