import type { Parameters } from '../../../schema/rules/parameterGrid.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { inRupees, type ReportedMetrics } from './backtestReport.ts'
import type { Metrics, RankingMetric } from '../statistics/measure.ts'
import { neighboursOf } from './neighboursOf.ts'
import { rankOf, valuesOf } from '../statistics/rankOf.ts'

/** A plan with the parameters that make it differ from the others of a sweep. */
export interface Variant {
  /** It is listed under: its parameters in words, or its strategy. */
  readonly name: string
  readonly parameters: Parameters
  readonly plan: BacktestPlan
}

export interface ReportedVariant {
  readonly name: string
  readonly parameters: Parameters
  readonly metrics: ReportedMetrics
  /** 0 to 1; null below the days a Sharpe ratio takes. Formula: statistics/deflatedSharpe.ts. */
  readonly deflatedSharpe: number | null
  /** The variants one step away in one parameter, and the median among them of what is ranked by (a missing value counts as none); null without any. */
  readonly neighbours: { readonly count: number; readonly median: number | null } | null
  /**
   * It gained, its neighbours not half as much, by what is ranked by (the Sharpe ratio itself where that is deflated, as half a probability
   * says nothing): more likely found by chance than by sense.
   */
  readonly standsAlone: boolean
}

/** What a sweep found: JSON. Amounts in rupees. */
export interface SweepReport {
  readonly rankedBy: RankingMetric
  /** All of them, the best first. */
  readonly variants: readonly ReportedVariant[]
}

/** Puts the metrics of a sweep's variants, in their order, into ranks. */
export function sweepReport(variants: readonly Variant[], metrics: readonly Metrics[], rankedBy: RankingMetric): SweepReport {
  const values = valuesOf(metrics, rankedBy)
  const deflated = valuesOf(metrics, 'deflatedSharpe')
  const judged = rankedBy === 'deflatedSharpe' ? valuesOf(metrics, 'sharpe') : values
  const neighbours = neighboursOf(variants.map(({ parameters }) => parameters))
  const unit = rankedBy === 'net' || rankedBy === 'expectancy' ? 100 : 1
  return {
    rankedBy,
    variants: rankOf(metrics, rankedBy).map((position) => {
      const { name, parameters } = variants[position]!
      const around = neighbours[position]!
      const medianAround = (of: readonly (number | null)[]) => medianOf(around.flatMap((neighbour) => of[neighbour] ?? []))
      const median = medianAround(values)
      const value = judged[position]!
      return {
        name,
        parameters,
        metrics: inRupees(metrics[position]!),
        deflatedSharpe: deflated[position]!,
        neighbours: around.length === 0 ? null : { count: around.length, median: median === null ? null : median / unit },
        standsAlone: around.length > 0 && value !== null && value > 0 && (medianAround(judged) ?? 0) < value / 2,
      }
    }),
  }
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  const middle = (ascending.length - 1) / 2
  return (ascending[Math.floor(middle)]! + ascending[Math.ceil(middle)]!) / 2
}
