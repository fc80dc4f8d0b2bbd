/**
 * Relative strength index, 0–100, with Wilder's smoothing: the first averages are simple ones over `period` changes;
 * NaN for the first `period` values. Without any change in the window it is 0. Convention: TA-Lib RSI
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function rsi(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period)
  if (values.length <= period) return out
  let gain = 0
  let loss = 0
  for (let i = 1; i <= period; i++) {
    const change = values[i]! - values[i - 1]!
    if (change > 0) gain += change
    else loss -= change
  }
  gain /= period
  loss /= period
  out[period] = index(gain, loss)
  for (let i = period + 1; i < values.length; i++) {
    const change = values[i]! - values[i - 1]!
    gain = (gain * (period - 1) + (change > 0 ? change : 0)) / period
    loss = (loss * (period - 1) + (change < 0 ? -change : 0)) / period
    out[i] = index(gain, loss)
  }
  return out
}

function index(gain: number, loss: number): number {
  return gain + loss === 0 ? 0 : (100 * gain) / (gain + loss)
}
