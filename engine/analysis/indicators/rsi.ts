/**
 * Relative strength index, 0–100, written to `out`, with Wilder's smoothing: the first averages are simple ones over `period` changes;
 * NaN for the first `period` values. Without any change in the window it is 0. Convention: TA-Lib RSI
 * (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export function rsi(values: Float64Array, period: number, out: Float64Array): void {
  out.fill(NaN, 0, period)
  if (values.length <= period) return
  let gain = 0
  let loss = 0
  for (let i = 1; i <= period; i++) {
    const change = values[i]! - values[i - 1]!
    gain += Math.max(change, 0)
    loss += Math.max(-change, 0)
  }
  gain /= period
  loss /= period
  out[period] = index(gain, loss)
  const weight = 1 / period
  for (let i = period + 1; i < values.length; i++) {
    const change = values[i]! - values[i - 1]!
    // The size and the change together are twice the rise, or nothing: no branch, for no processor can predict which.
    const size = Math.abs(change)
    gain += ((size + change) / 2 - gain) * weight
    loss += ((size - change) / 2 - loss) * weight
    out[i] = index(gain, loss)
  }
}

function index(gain: number, loss: number): number {
  return gain + loss === 0 ? 0 : (100 * gain) / (gain + loss)
}
