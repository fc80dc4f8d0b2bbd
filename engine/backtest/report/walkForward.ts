import type { IsoDate } from '../../../schema/time.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade, ModelledLevel } from '../trades/BacktestResult.ts'
import { measure, type Metrics, type RankingMetric } from '../statistics/measure.ts'
import { rankOf } from '../statistics/rankOf.ts'
import { runWithRange, type NetRange } from '../run/runWithRange.ts'

/** Runs plans over a history and measures them, in order: in place, or on a pool of threads. */
export type RunMany = (plans: readonly BacktestPlan[]) => Promise<readonly Metrics[]>

/** Training days, and the days right after them on which the best plan is validated; each first and last. */
export interface Fold {
  readonly train: readonly [IsoDate, IsoDate]
  readonly validate: readonly [IsoDate, IsoDate]
}

export interface FoldOutcome extends Fold {
  /** Position of the best plan of the training days. */
  readonly plan: number
  readonly trained: Metrics
  readonly validated: Metrics
  /** Trades of the validation days, by the time of their exit. */
  readonly trades: readonly BacktestTrade[]
  /** Of their net, and the option model's inputs on these days. */
  readonly range: NetRange | null
  readonly levels: readonly ModelledLevel[]
}

/**
 * The folds of trading days: `train` days, then `validate` days, each fold starting `validate` days after the one before, so that the
 * validation days follow each other without a gap. The last fold may validate on fewer days. None when there are not more than `train`
 * days.
 */
export function foldsOf(days: readonly IsoDate[], train: number, validate: number): Fold[] {
  const folds: Fold[] = []
  for (let start = 0; start + train < days.length; start += validate) {
    const split = start + train
    const end = Math.min(split + validate, days.length)
    folds.push({ train: [days[start]!, days[split - 1]!], validate: [days[split]!, days[end - 1]!] })
  }
  return folds
}

/**
 * Walk-forward: on each fold every plan is tried, and the one with the highest metric is validated on unseen days (Pardo, "The Evaluation
 * and Optimization of Trading Strategies", 2008). A metric without a value ranks last; of equals the first wins. Rejects as `runMany`,
 * which tries the plans in training, does, and with what runBacktest throws. Throws a RangeError when there is no plan.
 */
export async function walkForward(
  plans: readonly BacktestPlan[],
  folds: readonly Fold[],
  metric: RankingMetric,
  runMany: RunMany,
  market: BacktestMarket,
): Promise<FoldOutcome[]> {
  if (plans.length === 0) throw new RangeError('walk-forward needs at least one plan')
  const within = (plan: BacktestPlan, [from, to]: readonly [IsoDate, IsoDate]): BacktestPlan => ({ ...plan, from, to })
  const trained = await runMany(folds.flatMap(({ train }) => plans.map((plan) => within(plan, train))))
  return folds.map((fold, i) => {
    const ofFold = trained.slice(i * plans.length, (i + 1) * plans.length)
    const plan = rankOf(ofFold, metric)[0]!
    const validating = within(plans[plan]!, fold.validate)
    const { result, range } = runWithRange(validating, market)
    const { trades, levels } = result
    return { ...fold, plan, trained: ofFold[plan]!, validated: measure(trades, validating, market), trades, range, levels }
  })
}
