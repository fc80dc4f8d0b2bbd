/** Prices as per cent above the last one of them. */
export function percentOfLast(prices: readonly number[]): number[] {
  const last = prices.at(-1)
  return last === undefined ? [] : prices.map((price) => (price / last - 1) * 100)
}

/** A window in the place and size of another one: as far from its mean as that one is from its own. Empty when it does not move. */
export function fittedTo(window: readonly number[], other: readonly number[]): number[] {
  const [of, to] = [spreadOf(window), spreadOf(other)]
  return of.deviation > 0 ? window.map((value) => to.mean + ((value - of.mean) / of.deviation) * to.deviation) : []
}

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) }
}
