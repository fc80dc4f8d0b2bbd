import { RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import type { Metrics, RankingMetric } from './measure.ts'
import { deflatedSharpes } from './deflatedSharpe.ts'

/** Each plan's value of a metric, amounts in paise; null if it has none. The plans are the trials of one search (deflatedSharpe.ts). */
export function valuesOf(metrics: readonly Metrics[], metric: RankingMetric): (number | null)[] {
  return metric === 'deflatedSharpe' ? deflatedSharpes(metrics) : metrics.map((each) => each[metric])
}

/** Positions of the metrics, best first; ties keep their order, and missing values come last. */
export function rankOf(metrics: readonly Metrics[], metric: RankingMetric): number[] {
  const values = valuesOf(metrics, metric).map((value) => value ?? -Infinity)
  return [...metrics.keys()].sort((a, b) => (values[a] === values[b] ? a - b : values[b]! - values[a]!))
}

/** The default ranking: the probability that it is more than the luck of the search, or the net with too few days for that. */
export function defaultRanking(days: number): RankingMetric {
  return days < RATIO_DAYS ? 'net' : 'deflatedSharpe'
}
