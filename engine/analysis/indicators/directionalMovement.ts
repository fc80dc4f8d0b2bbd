/** Wilder's movement up on bar `i` (from 1), in rupees: the rise to a new high, 0 when there is none or the low fell at least as far. */
export function risen(high: Float64Array, low: Float64Array, i: number): number {
  const rise = high[i]! - high[i - 1]!
  return rise > 0 && rise > low[i - 1]! - low[i]! ? rise : 0
}

/** Wilder's movement down on bar `i` (from 1), in rupees: the fall to a new low, 0 when there is none or the high rose at least as far. */
export function fallen(high: Float64Array, low: Float64Array, i: number): number {
  const fall = low[i - 1]! - low[i]!
  return fall > 0 && fall > high[i]! - high[i - 1]! ? fall : 0
}
