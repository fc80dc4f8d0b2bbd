import { BacktestMarket, type History } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import { measure, type Metrics } from './measure.ts'
import { runBacktest } from './runBacktest.ts'

/** Runs plans over a history and measures them, in their order: what a sweep's worker does with its share. Plain data in and out. */
export function tryPlans(history: History, plans: readonly BacktestPlan[]): Metrics[] {
  const market = new BacktestMarket(history)
  return plans.map((plan) => measure(runBacktest(plan, market).trades, plan, market))
}
