import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * Average directional index, 0–100, written to `out`: how one-sided the movement is, whichever the side. The directional index of a bar is
 * 100 × |+DI − −DI| / (+DI + −DI); the first average is the simple one of `period` of them, then Wilder's smoothing; a bar while nothing
 * moves leaves it as it was. NaN for the first 2 × `period` − 1 bars (period from 2). Convention: TA-Lib ADX
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function adx({ high, low }: CandleColumns, period: number, out: Float64Array): void {
  const first = 2 * period - 1
  out.fill(NaN, 0, first)
  const keep = 1 - 1 / period
  // The true range that divides both indicators cancels out of the directional index.
  let plus = 0
  let minus = 0
  let average = 0
  for (let i = 1; i < high.length; i++) {
    const rise = high[i]! - high[i - 1]!
    const fall = low[i - 1]! - low[i]!
    if (i >= period) {
      plus *= keep
      minus *= keep
    }
    if (rise > 0 && rise > fall) plus += rise
    else if (fall > 0 && fall > rise) minus += fall
    if (i < period) continue
    const moved = plus + minus
    const index = (100 * Math.abs(plus - minus)) / moved
    if (i <= first) average += moved === 0 ? 0 : index / period
    else if (moved !== 0) average += (index - average) / period
    if (i >= first) out[i] = average
  }
}
