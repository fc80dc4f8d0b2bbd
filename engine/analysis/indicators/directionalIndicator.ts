import type { CandleColumns } from '../../../schema/market/candles.ts'
import { fallen, risen } from './directionalMovement.ts'

/** Wilder's +DI, 0–100: what part of the true range was movement to new highs. See directionalIndicator. Convention: TA-Lib PLUS_DI. */
export function plusDi({ high, low, close }: CandleColumns, period: number, out: Float64Array): void {
  directionalIndicator(high, low, close, period, 1, out)
}

/** Wilder's −DI, 0–100: what part of the true range was movement to new lows. See directionalIndicator. Convention: TA-Lib MINUS_DI. */
export function minusDi({ high, low, close }: CandleColumns, period: number, out: Float64Array): void {
  directionalIndicator(high, low, close, period, -1, out)
}

/**
 * 100 × smoothed directional movement in the direction of `sign` / smoothed true range; NaN for the first `period` bars (period from 2).
 * Both begin as the sum over bars 1…`period` − 1 and then lose 1/`period` of themselves with each bar that comes in; 0 without any range.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, in TA-Lib's form.
 */
function directionalIndicator(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
  sign: 1 | -1,
  out: Float64Array,
): void {
  out.fill(NaN, 0, period)
  const keep = 1 - 1 / period
  let movement = 0
  let range = 0
  for (let i = 1; i < close.length; i++) {
    const moved = sign === 1 ? risen(high, low, i) : fallen(high, low, i)
    const ranged = Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!)
    if (i < period) {
      movement += moved
      range += ranged
    } else {
      movement = movement * keep + moved
      range = range * keep + ranged
      out[i] = range === 0 ? 0 : (100 * movement) / range
    }
  }
}
