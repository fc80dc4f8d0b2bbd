import { wholePaise } from './wholePaise.ts'

/**
 * Weighted moving average, written to `out`: of the last `period` values the newest weighs `period`, the oldest 1; NaN for the first
 * `period` − 1. Convention: TA-Lib WMA. Kept as two running sums, so that the cost does not grow with `period`; of whole paise, which are
 * exact: rounding would add up, because one sum goes into the other.
 */
export function wma(values: Float64Array, period: number, out: Float64Array): void {
  const first = Math.min(period, values.length)
  out.fill(NaN, 0, first)
  const scale = 100 * ((period * (period + 1)) / 2)
  let sum = 0
  let weighted = 0
  for (let i = 0; i < first; i++) {
    const value = wholePaise(values[i]!)
    sum += value
    weighted += value * (i + 1)
  }
  if (first === period) out[period - 1] = weighted / scale
  for (let i = period; i < values.length; i++) {
    const value = wholePaise(values[i]!)
    // Every value in the window loses one weight, which drops the oldest; then the newest comes in at full weight.
    weighted += value * period - sum
    sum += value - wholePaise(values[i - period]!)
    out[i] = weighted / scale
  }
}
