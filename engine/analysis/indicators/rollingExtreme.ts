/** Highest of the last `period` values, the current one included; NaN for the first `period` − 1. Convention: TA-Lib MAX. */
export function highest(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, 1)
}

/** Lowest of the last `period` values, the current one included; NaN for the first `period` − 1. Convention: TA-Lib MIN. */
export function lowest(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, -1)
}

/** One pass for any period: `queue` holds the places of values that may still become the extreme, the extreme first. */
function rollingExtreme(values: Float64Array, period: number, sign: 1 | -1): Float64Array {
  const out = new Float64Array(values.length).fill(NaN, 0, period - 1)
  const queue = new Int32Array(values.length)
  let first = 0
  let size = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]! * sign
    while (size > first && values[queue[size - 1]!]! * sign <= value) size--
    queue[size++] = i
    if (queue[first]! <= i - period) first++
    if (i >= period - 1) out[i] = values[queue[first]!]!
  }
  return out
}
