import { paise, toRupees, type Paise } from '../../../schema/money.ts'
import { istIso } from '../../../schema/time.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import { inRupees, type BacktestReport, type ReportedMetrics } from './backtestReport.ts'
import { rangeOf, type NetRange } from '../run/runWithRange.ts'
import { assumptionsOf, rangeInRupees, type Assumptions, type ReportedRange } from './assumptionsOf.ts'
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
  /** Net of the validation under other assumptions; null for the index itself. */
  readonly range: ReportedRange | null
}

/** The result of a walk-forward: JSON. Amounts in rupees. */
export interface WalkForwardReport {
  readonly rankedBy: RankingMetric
  /** Plans tried per fold. */
  readonly variants: number
  readonly folds: readonly ReportedFold[]
  /** Of the validation days. */
  readonly assumptions: Assumptions
  /** The validation days, which chose no plan, one fold after the other. */
  readonly outOfSample: {
    readonly metrics: ReportedMetrics
    /** Net under other assumptions, of all folds together; null for the index itself. */
    readonly range: ReportedRange | null
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
  const metrics = measure(trades, whole, market)
  return {
    rankedBy,
    variants: variants.length,
    folds: outcomes.map(({ train, validate, plan, trained, validated, range }) => ({
      ...{ train, validate, variant: variants[plan]!.name },
      ...{ trained: inRupees(trained), validated: inRupees(validated), range: rangeInRupees(range) },
    })),
    assumptions: assumptionsOf({ levels: outcomes.flatMap(({ levels }) => levels) }, whole),
    outOfSample: {
      metrics: inRupees(metrics),
      range: rangeInRupees(rangeOfAll(outcomes, metrics.net)),
      verdict: verdictOf(trades.length, bootstrapInterval(trades.map(({ net }) => net))),
      equity: equityAfter(trades, whole.account.funds).map(({ at, equity, drawdown }) => ({
        ...{ at: istIso(at), equity: toRupees(equity), drawdown: toRupees(drawdown) },
      })),
    },
  }
}

/** The sum of the folds' nets under each other assumption, all under the same; null for the index itself. */
function rangeOfAll(outcomes: readonly FoldOutcome[], net: Paise): NetRange | null {
  const ranges = outcomes.flatMap(({ range }) => range ?? [])
  if (ranges.length === 0) return null
  const sum = (of: (range: NetRange) => Paise) => paise(ranges.reduce((total, range) => total + of(range), 0))
  const cases = {
    lowerVolatility: sum((range) => range.lowerVolatility),
    higherVolatility: sum((range) => range.higherVolatility),
    doubleSlippage: sum((range) => range.doubleSlippage),
  }
  // Folds are independent, as their trades are.
  return rangeOf(net, cases, paise(Math.round(Math.hypot(...ranges.map(({ premiumNoise }) => premiumNoise)))))
}
