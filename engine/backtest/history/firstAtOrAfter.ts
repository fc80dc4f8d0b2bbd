/**
 * The first position from `from` on whose value is at least `value`; the length when there is none. The column must ascend. Logarithmic in
 * the distance: a search from the last result costs next to nothing.
 */
export function firstAtOrAfter(column: Float64Array, value: number, from: number): number {
  let low = from
  let high = from
  for (let step = 1; high < column.length && column[high]! < value; step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, column.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
