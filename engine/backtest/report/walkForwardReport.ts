import { toRupees } from '../../../schema/money.ts'
import { istIso } from '../../../schema/time.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import { inRupees, type BacktestReport, type ReportedMetrics } from './backtestReport.ts'
import { equityAfter } from '../statistics/equity.ts'
import { measure, type RankingMetric } from '../statistics/measure.ts'
import { bootstrapInterval } from '../statistics/bootstrapInterval.ts'
import { verdictOf } from '../statistics/verdictOf.ts'
import type { Variant } from './sweepReport.ts'
import type { Fold, FoldOutcome } from './walkForward.ts'

export interface ReportedFold extends Fold {
  /** The best of the training days. */
  readonly variant: string
  readonly trained: ReportedMetrics
  readonly validated: ReportedMetrics
}

/** The result of a walk-forward: JSON. Amounts in rupees. */
export interface WalkForwardReport {
  readonly rankedBy: RankingMetric
  /** Plans tried per fold. */
  readonly variants: number
  readonly folds: readonly ReportedFold[]
  /** The validation days, which chose no plan, one fold after the other. */
  readonly outOfSample: {
    readonly metrics: ReportedMetrics
    /** How far the average trade can be trusted, in words. */
    readonly verdict: string
    /** After each closed trade, from the funds at the start. */
    readonly equity: BacktestReport['equity']
  }
}

/**
 * Joins the folds of a walk-forward. The validation days' equity is stitched: each fold traded the initial account, its nets follow those
 * of the fold before. Throws a RangeError without a fold.
 */
export function walkForwardReport(
  variants: readonly Variant[],
  outcomes: readonly FoldOutcome[],
  rankedBy: RankingMetric,
  market: BacktestMarket,
): WalkForwardReport {
  const first = outcomes[0]
  const last = outcomes.at(-1)
  if (!first || !last) throw new RangeError('a walk-forward has at least one fold')
  const trades = outcomes.flatMap((outcome) => outcome.trades)
  const whole = { ...variants[first.plan]!.plan, from: first.validate[0], to: last.validate[1] }
  return {
    rankedBy,
    variants: variants.length,
    folds: outcomes.map(({ train, validate, plan, trained, validated }) => ({
      ...{ train, validate, variant: variants[plan]!.name },
      ...{ trained: inRupees(trained), validated: inRupees(validated) },
    })),
    outOfSample: {
      metrics: inRupees(measure(trades, whole, market)),
      verdict: verdictOf(trades.length, bootstrapInterval(trades.map(({ net }) => net))),
      equity: equityAfter(trades, whole.account.funds).map(({ at, equity, drawdown }) => ({
        ...{ at: istIso(at), equity: toRupees(equity), drawdown: toRupees(drawdown) },
      })),
    },
  }
}
