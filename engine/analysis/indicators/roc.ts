/** Rate of change: how many per cent a value is above the one `period` bars before; NaN for the first `period`. Convention: TA-Lib ROC. */
export function roc(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period)
  for (let i = period; i < values.length; i++) out[i] = (values[i]! / values[i - period]! - 1) * 100
  return out
}
