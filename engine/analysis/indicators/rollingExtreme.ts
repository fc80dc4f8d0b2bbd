/**
 * Highest of the last `period` values, the current one included, written to `out`; NaN for the first `period` − 1. Convention: TA-Lib MAX.
 *
 * The values are cut into blocks of `period`: a window is then the end of one block and the beginning of the next, and `out` holds the
 * extreme of the ended block's part until the begun one's comes to it. Three comparisons a value, whatever the period
 * (Marcel van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels, 1992).
 */
export function highest(values: Float64Array, period: number, out: Float64Array): void {
  const { length } = values
  for (let start = 0; start < length; start += period) {
    const end = Math.min(start + period, length)
    let begun = -Infinity
    for (let i = start; i < end; i++) {
      begun = Math.max(begun, values[i]!)
      out[i] = Math.max(begun, out[i]!)
    }
    if (end - start < period) break
    out[end - 1] = begun
    let ended = -Infinity
    for (let i = end - 1; i > start; i--) {
      ended = Math.max(ended, values[i]!)
      if (i + period - 1 < length) out[i + period - 1] = ended
    }
  }
  out.fill(NaN, 0, period - 1)
}

/** Lowest of the last `period` values, the current one included, written to `out` as `highest` does it. Convention: TA-Lib MIN. */
export function lowest(values: Float64Array, period: number, out: Float64Array): void {
  const { length } = values
  for (let start = 0; start < length; start += period) {
    const end = Math.min(start + period, length)
    let begun = Infinity
    for (let i = start; i < end; i++) {
      begun = Math.min(begun, values[i]!)
      out[i] = Math.min(begun, out[i]!)
    }
    if (end - start < period) break
    out[end - 1] = begun
    let ended = Infinity
    for (let i = end - 1; i > start; i--) {
      ended = Math.min(ended, values[i]!)
      if (i + period - 1 < length) out[i + period - 1] = ended
    }
  }
  out.fill(NaN, 0, period - 1)
}
