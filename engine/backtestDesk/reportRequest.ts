import { err, ok, type Result } from '../../schema/errors.ts'
import { LIMITS } from '../../schema/limits.ts'
import { backtestWorkMistake } from '../../schema/rules/backtestWorkMistake.ts'
import { describeTooLarge, lastDayWithin } from '../../schema/rules/TooLarge.ts'
import type { BacktestMarket } from '../backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/trades/BacktestPlan.ts'
import { backtestReport, type BacktestReport } from '../backtest/report/backtestReport.ts'
import { datesTraded } from '../backtest/report/backtestScope.ts'
import { measure, type Metrics } from '../backtest/statistics/measure.ts'
import { defaultRanking } from '../backtest/statistics/rankOf.ts'
import { runBacktest } from '../backtest/run/runBacktest.ts'
import { runWithRange } from '../backtest/run/runWithRange.ts'
import { sweepReport, type SweepReport } from '../backtest/report/sweepReport.ts'
import { foldsOf, walkForward } from '../backtest/report/walkForward.ts'
import { walkForwardReport, type WalkForwardReport } from '../backtest/report/walkForwardReport.ts'
import type { BacktestRequest } from '../store/backtestRequest.ts'

/** The result of a request: the full report of one strategy, the ranked variants of a sweep, or the folds of a walk-forward. */
export type RequestReport = { readonly strategies: readonly BacktestReport[] } | SweepReport | WalkForwardReport

/**
 * Runs a request in this thread. `onProgress` gets the finished share, 0 to 1. An error gives, with numbers, why it is too much work or
 * there are too few days. Throws what runBacktest throws.
 */
export async function reportRequest(
  { strategy, variants, swept, walkForward: days }: BacktestRequest,
  market: BacktestMarket,
  onProgress: (share: number) => void,
): Promise<Result<RequestReport, string>> {
  const [{ plan }] = variants
  if (!swept && !days) return ok({ strategies: [backtestReport(strategy, runWithRange(plan, market, onProgress), plan, market)] })
  const dates = datesTraded(plan, market)
  const folds = days && foldsOf(dates, days.train, days.validate)
  if (folds?.length === 0)
    return err(`Training on ${days?.train} days and validating on the next takes more than ${days?.train} days; there are ${dates.length}.`)
  const mistake = backtestWorkMistake({ variants: variants.length, folds: folds && folds.length, minutes: market.minutes.time.length })
  if (mistake !== null) return err(describeTooLarge(mistake, lastDayWithin(market.minutes.time, mistake.fitting), plan.from))
  const plans = variants.map((variant) => variant.plan)
  const rankBy = defaultRanking(days ? days.train : dates.length)
  if (folds) {
    const done = stepsOf(plans.length * folds.length, onProgress)
    const outcomes = await walkForward(plans, folds, rankBy, (asked) => Promise.resolve(runAll(asked, market, done)), market)
    return ok(walkForwardReport(variants, outcomes, rankBy, market))
  }
  const done = stepsOf(plans.length + Math.min(plans.length, LIMITS.backtests.ranged), onProgress)
  return ok(sweepReport(variants, runAll(plans, market, done), rankBy, market, done))
}

function runAll(plans: readonly BacktestPlan[], market: BacktestMarket, onDone: () => void): Metrics[] {
  return plans.map((plan) => {
    const metrics = measure(runBacktest(plan, market).trades, plan, market)
    onDone()
    return metrics
  })
}

/** Reports the finished share after each of `steps`. */
function stepsOf(steps: number, onProgress: (share: number) => void): () => void {
  let done = 0
  return () => onProgress(++done / steps)
}
