import type { CandleColumns } from '../../../schema/market/candles.ts'
import { fallen, risen } from './directionalMovement.ts'
import { trueRange } from './trueRange.ts'

/** Wilder's +DI, 0–100: what part of the true range was movement to new highs. See directionalIndicator. Convention: TA-Lib PLUS_DI. */
export function plusDi(candles: CandleColumns, period: number, out: Float64Array): void {
  directionalIndicator(candles, period, risen, out)
}

/** Wilder's −DI, 0–100: what part of the true range was movement to new lows. See directionalIndicator. Convention: TA-Lib MINUS_DI. */
export function minusDi(candles: CandleColumns, period: number, out: Float64Array): void {
  directionalIndicator(candles, period, fallen, out)
}

/**
 * 100 × smoothed directional movement, as `moved` says it, / smoothed true range; NaN for the first `period` bars (period from 2).
 * Both begin as the sum over bars 1…`period` − 1 and then lose 1/`period` of themselves with each bar that comes in; 0 without any range.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, in TA-Lib's form.
 */
function directionalIndicator(candles: CandleColumns, period: number, moved: typeof risen, out: Float64Array): void {
  const { high, low, close } = candles
  out.fill(NaN, 0, period)
  const { length } = out
  const keep = 1 - 1 / period
  let movement = 0
  let range = 0
  for (let i = 1; i < Math.min(period, length); i++) {
    movement += moved(high, low, i)
    range += trueRange(high, low, close, i)
  }
  for (let i = period; i < length; i++) {
    movement = movement * keep + moved(high, low, i)
    range = range * keep + trueRange(high, low, close, i)
    out[i] = range === 0 ? 0 : (100 * movement) / range
  }
}
