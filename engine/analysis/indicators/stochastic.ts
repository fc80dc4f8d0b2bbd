import type { CandleColumns } from '../../../schema/market/candles.ts'
import { highest, lowest } from './rollingExtreme.ts'

/**
 * Values are held in whole 2⁻³⁰ths, whose sums are exact: an average is then its window's own, to the last bit, wherever the series begins,
 * and one of equal values is that value. %K and %D are equal for many bars in a row, and must not cross by a rounding residue.
 */
export const STOCHASTIC_STEPS = 2 ** 30

/**
 * Stochastic oscillator, 0–100: where the close is between the lowest low and the highest high of `period` bars (0 when they are equal);
 * `k` is its simple average over `smoothing` bars, `d` the simple average of `k` over `signal` bars. Both begin together, NaN for the
 * first period + smoothing + signal − 3 bars. Convention: TA-Lib STOCH (the slow one of George Lane; smoothing 1 is the fast one).
 */
export function stochastic(
  candles: CandleColumns,
  period: number,
  smoothing: number,
  signal: number,
  { k, d }: { readonly k: Float64Array; readonly d: Float64Array },
): void {
  const { close } = candles
  const firstSmooth = period + smoothing - 2
  const first = firstSmooth + signal - 1
  highest(candles.high, period, k)
  lowest(candles.low, period, d)
  // The values that have yet to leave the two averages: each ring holds its window, `place` its oldest value.
  const raws = new Float64Array(smoothing)
  const smooths = new Float64Array(signal)
  let rawPlace = 0
  let smoothPlace = 0
  let rawSum = 0
  let smoothSum = 0
  for (let i = period - 1; i < close.length; i++) {
    const range = k[i]! - d[i]!
    const raw = range === 0 ? 0 : Math.round(((100 * (close[i]! - d[i]!)) / range) * STOCHASTIC_STEPS)
    rawSum += raw - raws[rawPlace]!
    raws[rawPlace] = raw
    if (++rawPlace === smoothing) rawPlace = 0
    if (i < firstSmooth) continue
    const smooth = Math.round(rawSum / smoothing)
    smoothSum += smooth - smooths[smoothPlace]!
    smooths[smoothPlace] = smooth
    if (++smoothPlace === signal) smoothPlace = 0
    k[i] = smooth / STOCHASTIC_STEPS
    d[i] = smoothSum / signal / STOCHASTIC_STEPS
  }
  k.fill(NaN, 0, first)
  d.fill(NaN, 0, first)
}
