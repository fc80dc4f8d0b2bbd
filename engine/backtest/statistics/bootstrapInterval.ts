import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { normalQuantile, normalShare } from './normal.ts'

export const CONFIDENCE = 0.95
/** Efron and Tibshirani ask for a thousand at least. */
const RESAMPLES = 2_000
/** Most values drawn in all: tens of thousands of trades need fewer resamples. */
const MOST_DRAWN = 10_000_000
const FEWEST_RESAMPLES = 200

/**
 * The 95% confidence interval of the mean from a sample: the bootstrap's BCa interval (Efron, "Better Bootstrap Confidence Intervals",
 * 1987; Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 14). The acceleration is the jackknife's, which for a mean
 * is Σd³ / 6(Σd²)^1.5 with d the deviations. The values are taken as independent of each other. The same values give the same interval.
 * Null for fewer than two.
 */
export function bootstrapInterval(values: readonly number[]): { readonly low: number; readonly high: number } | null {
  const count = values.length
  if (count < 2) return null
  const mean = values.reduce((total, value) => total + value, 0) / count
  let [squares, cubes] = [0, 0]
  for (const value of values) {
    squares += (value - mean) ** 2
    cubes += (value - mean) ** 3
  }
  if (squares === 0) return { low: mean, high: mean }
  const means = resampledMeans(Float64Array.from(values))
  const below = means.reduce((total, each) => total + (each < mean ? 1 : each === mean ? 0.5 : 0), 0)
  const bias = normalQuantile(Math.min(Math.max(below, 0.5), means.length - 0.5) / means.length)
  const acceleration = cubes / (6 * squares ** 1.5)
  const bound = (share: number) => {
    const from = bias + normalQuantile(share)
    return quantileOf(means, normalShare(bias + from / (1 - acceleration * from)))
  }
  return { low: bound((1 - CONFIDENCE) / 2), high: bound((1 + CONFIDENCE) / 2) }
}

/** Ascending. */
function resampledMeans(values: Float64Array): Float64Array {
  const random = new SeededRandom('bootstrap')
  const count = values.length
  const means = new Float64Array(Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWN / count))))
  for (let i = 0; i < means.length; i++) {
    let sum = 0
    for (let drawn = 0; drawn < count; drawn++) sum += values[Math.floor(random.uniform() * count)]!
    means[i] = sum / count
  }
  return means.sort()
}

function quantileOf(ascending: Float64Array, share: number): number {
  const place = Math.min(Math.max(share * (ascending.length + 1) - 1, 0), ascending.length - 1)
  const below = ascending[Math.floor(place)]!
  return below + (ascending[Math.ceil(place)]! - below) * (place % 1)
}
