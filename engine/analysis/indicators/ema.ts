/**
 * Exponential moving average with weight 2 / (period + 1), written to `out`; seeded with the simple average of the first `period` values;
 * NaN for the first `period` − 1. Convention: TA-Lib EMA.
 */
export function ema(values: Float64Array, period: number, out: Float64Array): void {
  out.fill(NaN, 0, period - 1)
  if (values.length < period) return
  let average = 0
  for (let i = 0; i < period; i++) average += values[i]!
  average /= period
  out[period - 1] = average
  const weight = 2 / (period + 1)
  const faded = weight * (1 - weight)
  // Each average has to wait for the one before it; taking the second of two from the one before both halves that wait.
  let i = period
  for (; i + 1 < values.length; i += 2) {
    const step = values[i]! - average
    out[i] = average + step * weight
    average += step * faded + (values[i + 1]! - average) * weight
    out[i + 1] = average
  }
  if (i < values.length) out[i] = average + (values[i]! - average) * weight
}
