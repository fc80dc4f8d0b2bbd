import type { Parameters } from '../../../schema/rules/parameterGrid.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import { runWithRange } from '../run/runWithRange.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { assumptionsOf, rangeInRupees, type Assumptions, type ReportedRange } from './assumptionsOf.ts'
import { inRupees, type ReportedMetrics } from './backtestReport.ts'
import type { Metrics, RankingMetric } from '../statistics/measure.ts'
import { neighboursOf } from './neighboursOf.ts'
import { rankOf, valuesOf } from '../statistics/rankOf.ts'

/** A plan with the parameters that distinguish it in a sweep. */
export interface Variant {
  /** Its label: its parameters in words, or its strategy. */
  readonly name: string
  readonly parameters: Parameters
  readonly plan: BacktestPlan
}

export interface ReportedVariant {
  readonly name: string
  readonly parameters: Parameters
  readonly metrics: ReportedMetrics
  /** Net under other assumptions; null for the index itself, and for all but the best. */
  readonly range: ReportedRange | null
  /** 0 to 1; null with too few days for a Sharpe ratio. Formula: statistics/deflatedSharpe.ts. */
  readonly deflatedSharpe: number | null
  /**
   * The variants one step away in one parameter, and the median of their ranking metric (a missing value counts as none); null without any.
   */
  readonly neighbours: { readonly count: number; readonly median: number | null } | null
  /**
   * It gained, its neighbours less than half as much, by the ranking metric (the Sharpe ratio itself where that is deflated, as half a
   * probability says nothing): more likely found by chance than by sense.
   */
  readonly standsAlone: boolean
}

/** The result of a sweep: JSON. Amounts in rupees. */
export interface SweepReport {
  readonly rankedBy: RankingMetric
  /** How many of the best have a range. */
  readonly ranged: number
  /** Of the best ones, as many as may have a range. */
  readonly assumptions: Assumptions
  /** All of them, best first. */
  readonly variants: readonly ReportedVariant[]
}

/**
 * Ranks a sweep's variants by their metrics, which are in the order of the variants, and reruns the best ones for their range.
 * Throws what runBacktest throws. `onRanged`: called after each of them.
 */
export function sweepReport(
  variants: readonly Variant[],
  metrics: readonly Metrics[],
  rankedBy: RankingMetric,
  market: BacktestMarket,
  onRanged: () => void = () => undefined,
): SweepReport {
  const values = valuesOf(metrics, rankedBy)
  const deflated = valuesOf(metrics, 'deflatedSharpe')
  const judged = rankedBy === 'deflatedSharpe' ? valuesOf(metrics, 'sharpe') : values
  const neighbours = neighboursOf(variants.map(({ parameters }) => parameters))
  const unit = rankedBy === 'net' || rankedBy === 'expectancy' ? 100 : 1
  const ranking = rankOf(metrics, rankedBy)
  const best = ranking.slice(0, LIMITS.backtests.ranged).map((position) => {
    const ran = runWithRange(variants[position]!.plan, market)
    onRanged()
    return ran
  })
  return {
    rankedBy,
    ranged: best.filter(({ range }) => range !== null).length,
    assumptions: assumptionsOf({ levels: best.flatMap(({ result }) => result.levels) }, variants[0]!.plan),
    variants: ranking.map((position, place) => {
      const { name, parameters } = variants[position]!
      const around = neighbours[position]!
      const medianAround = (of: readonly (number | null)[]) => medianOf(around.flatMap((neighbour) => of[neighbour] ?? []))
      const median = medianAround(values)
      const value = judged[position]!
      return {
        name,
        parameters,
        metrics: inRupees(metrics[position]!),
        range: rangeInRupees(best[place]?.range ?? null),
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
