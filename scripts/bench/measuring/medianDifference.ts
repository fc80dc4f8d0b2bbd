import { percentile } from './percentile.ts'

const RESAMPLES = 2_000

export interface MedianDifference {
  readonly median: number
  /** Where it lies with 95% confidence, by the percentile bootstrap. */
  readonly from: number
  readonly to: number
}

/** By how much the first of two values measured side by side is the greater. Pairs, because what else the machine does slows both down. */
export function medianDifference(pairs: readonly (readonly [number, number])[]): MedianDifference {
  const differences = pairs.map(([first, second]) => first - second)
  const medians = Array.from({ length: RESAMPLES }, () => percentile(resample(differences), 0.5))
  return { median: percentile(differences, 0.5), from: percentile(medians, 0.025), to: percentile(medians, 0.975) }
}

const resample = (values: readonly number[]) => values.map(() => values[Math.floor(Math.random() * values.length)] ?? NaN)
