/**
 * Exponential moving average with weight 2 / (period + 1), seeded with the simple average of the first `period` values;
 * NaN for the first `period` − 1. Convention: TA-Lib EMA.
 */
export function ema(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period - 1)
  if (values.length < period) return out
  let average = 0
  for (let i = 0; i < period; i++) average += values[i]!
  average /= period
  out[period - 1] = average
  const weight = 2 / (period + 1)
  for (let i = period; i < values.length; i++) {
    average += (values[i]! - average) * weight
    out[i] = average
  }
  return out
}
