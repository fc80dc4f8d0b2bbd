/**
 * Weighted moving average: of the last `period` values the newest weighs `period`, the oldest 1; NaN for the first `period` − 1.
 * Convention: TA-Lib WMA. Kept as two running sums, so that the cost does not grow with `period`.
 */
export function wma(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period - 1)
  const weights = (period * (period + 1)) / 2
  let sum = 0
  let weighted = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (i < period) weighted += value * (i + 1)
    else {
      // Every value in the window loses one weight, which drops the oldest; then the newest comes in at full weight.
      weighted += value * period - sum
      sum -= values[i - period]!
    }
    sum += value
    if (i >= period - 1) out[i] = weighted / weights
  }
  return out
}
