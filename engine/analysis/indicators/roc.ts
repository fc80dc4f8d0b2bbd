/**
 * Rate of change, written to `out`: how many per cent a value is above the one `period` bars before; NaN for the first `period`.
 * Convention: TA-Lib ROC.
 */
export function roc(values: Float64Array, period: number, out: Float64Array): void {
  out.fill(NaN, 0, period)
  for (let i = period; i < values.length; i++) out[i] = (values[i]! / values[i - period]! - 1) * 100
}
