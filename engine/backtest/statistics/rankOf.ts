import { RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import type { Metrics, RankingMetric } from './measure.ts'
import { deflatedSharpes } from './deflatedSharpe.ts'

/** Each plan's value of a metric, amounts in paise; null where it has none. The plans are the trials of one search (deflatedSharpe.ts). */
export function valuesOf(metrics: readonly Metrics[], metric: RankingMetric): (number | null)[] {
  return metric === 'deflatedSharpe' ? deflatedSharpes(metrics) : metrics.map((each) => each[metric])
}

/** Positions of the metrics, the best first; of equals the first, and those without a value last. */
export function rankOf(metrics: readonly Metrics[], metric: RankingMetric): number[] {
  const values = valuesOf(metrics, metric).map((value) => value ?? -Infinity)
  return [...metrics.keys()].sort((a, b) => (values[a] === values[b] ? a - b : values[b]! - values[a]!))
}

/** What plans are ranked by when nobody says: how likely it is more than the luck of the search, or the net where there are too few days to ask. */
export function defaultRanking(days: number): RankingMetric {
  return days < RATIO_DAYS ? 'net' : 'deflatedSharpe'
}
