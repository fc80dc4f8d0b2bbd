/** The shape of a plan's daily returns. */
export interface ReturnShape {
  /** Traded days. */
  readonly days: number
  /** Null when every return is the same. */
  readonly skewness: number | null
  readonly kurtosis: number | null
}

/**
 * The moments of returns: skewness = m₃ / m₂^1.5, kurtosis = m₄ / m₂² (3 for a normal distribution), with mᵢ the mean of the i-th powers of
 * the deviations from the mean (Fisher–Pearson, population form).
 */
export function returnShape(returns: readonly number[]): ReturnShape {
  const days = returns.length
  let sum = 0
  for (const each of returns) sum += each
  const mean = days === 0 ? 0 : sum / days
  let [squares, cubes, fourths] = [0, 0, 0]
  for (const each of returns) {
    const deviation = each - mean
    const square = deviation * deviation
    squares += square
    cubes += square * deviation
    fourths += square * square
  }
  // Equal returns on every day leave a rounding error in place of zero.
  if (Math.sqrt(squares / days) <= 1e-12 * Math.abs(mean) || squares === 0) return { days, skewness: null, kurtosis: null }
  return { days, skewness: cubes / days / (squares / days) ** 1.5, kurtosis: (fourths * days) / squares ** 2 }
}
