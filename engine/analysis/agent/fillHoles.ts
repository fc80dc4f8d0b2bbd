/** Minutes in a row that may be missing. */
export const LONGEST_HOLE = 2

/** A column of closes without holes: the last close is carried on, or the first one back. `longest`: minutes of the longest hole. */
export function fillHoles(closes: Float64Array): { readonly closes: Float64Array; readonly longest: number } {
  const filled = closes.slice()
  let longest = 0
  let hole = 0
  let last = closes.find((close) => !Number.isNaN(close)) ?? NaN
  for (let i = 0; i < filled.length; i++) {
    if (Number.isNaN(filled[i]!)) {
      filled[i] = last
      longest = Math.max(longest, ++hole)
    } else {
      last = filled[i]!
      hole = 0
    }
  }
  return { closes: filled, longest }
}

/** A finished session as the index keeps it; null when it is shorter than its day or a hole is too long, so that it says little. */
export function finishedSession(closes: Float64Array, minutes: number): Float64Array | null {
  if (closes.length < minutes) return null
  const filled = fillHoles(closes.subarray(0, minutes))
  return filled.longest > LONGEST_HOLE ? null : filled.closes
}
