import type { CandleColumns } from '../../../schema/market/candles.ts'
import { fallen, risen } from './directionalMovement.ts'

/**
 * Average directional index, 0–100, written to `out`: how one-sided the movement is, whichever the side. The directional index of a bar is
 * 100 × |+DI − −DI| / (+DI + −DI); the first average is the simple one of `period` of them, then Wilder's smoothing; a bar while nothing
 * moves leaves it as it was. NaN for the first 2 × `period` − 1 bars (period from 2). Convention: TA-Lib ADX
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function adx({ high, low }: CandleColumns, period: number, out: Float64Array): void {
  const first = 2 * period - 1
  out.fill(NaN, 0, first)
  if (out.length <= first) return
  const keep = 1 - 1 / period
  const weight = 1 / period
  // The true range that divides both indicators cancels out of the directional index.
  let plus = 0
  let minus = 0
  for (let i = 1; i < period; i++) {
    plus += risen(high, low, i)
    minus += fallen(high, low, i)
  }
  let average = 0
  for (let i = period; i <= first; i++) {
    plus = plus * keep + risen(high, low, i)
    minus = minus * keep + fallen(high, low, i)
    const moved = plus + minus
    if (moved > 0) average += ((100 * Math.abs(plus - minus)) / moved) * weight
  }
  out[first] = average
  for (let i = first + 1; i < high.length; i++) {
    const rise = high[i]! - high[i - 1]!
    const fall = low[i - 1]! - low[i]!
    plus = plus * keep + (rise > fall && rise > 0 ? rise : 0)
    minus = minus * keep + (fall > rise && fall > 0 ? fall : 0)
    const moved = plus + minus
    // Computed before the check whether it counts, so that the division does not wait for the result.
    const step = (100 * Math.abs(plus - minus)) / moved - average
    if (moved > 0) average += step * weight
    out[i] = average
  }
}
