/** How a plan's daily returns are spread. */
export interface ReturnShape {
  /** Days traded. */
  readonly days: number
  /** Null where every return is the same. */
  readonly skewness: number | null
  readonly kurtosis: number | null
}

/**
 * The moments of returns: skewness = m₃ / m₂^1.5, kurtosis = m₄ / m₂² (3 for a normal distribution), with mᵢ the mean of the i-th powers of
 * the deviations from the mean (Fisher–Pearson, population form).
 */
export function returnShape(returns: readonly number[]): ReturnShape {
  const days = returns.length
  let mean = 0
  for (const each of returns) mean += each / days
  let [second, third, fourth] = [0, 0, 0]
  for (const each of returns) {
    const square = (each - mean) ** 2
    second += square / days
    third += (square * (each - mean)) / days
    fourth += (square * square) / days
  }
  // The same return on every day leaves rounding behind instead of zero.
  const flat = Math.sqrt(second) <= 1e-12 * Math.abs(mean)
  return { days, skewness: flat ? null : third / second ** 1.5, kurtosis: flat ? null : fourth / second ** 2 }
}
