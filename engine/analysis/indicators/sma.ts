/**
 * Simple moving average of `period` values, written to `out`; NaN for the first `period` − 1. Convention: TA-Lib SMA.
 * Kept as a running sum, so that the cost does not grow with `period`. Prices are whole paise, and so is their sum: rounding added to
 * it over years is removed, so that the average is its window's own, to the last bit, wherever the series begins.
 */
export function sma(values: Float64Array, period: number, out: Float64Array): void {
  const first = Math.min(period - 1, values.length)
  out.fill(NaN, 0, first)
  let sum = 0
  for (let i = 0; i < first; i++) sum += values[i]!
  const scale = 100 * period
  if (first < values.length) out[first] = Math.round((sum += values[first]!) * 100) / scale
  for (let i = period; i < values.length; i++) {
    sum = sum + values[i]! - values[i - period]!
    out[i] = Math.round(sum * 100) / scale
  }
}
