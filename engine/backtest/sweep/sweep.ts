import { BacktestMarket, type History } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { measure, type Metrics } from '../statistics/measure.ts'
import { runBacktest } from '../run/runBacktest.ts'

/** What SweepPool sends to a worker: a history whose candles are in shared memory, and some of the plans. */
export interface SweepChunk {
  readonly history: History
  readonly plans: readonly BacktestPlan[]
}

/** The metrics of the plans of a chunk: enough to compare a thousand of them, without the trades of a thousand. Throws what runBacktest throws. */
export function answerChunk({ history, plans }: SweepChunk): Metrics[] {
  const market = new BacktestMarket(history)
  return plans.map((plan) => measure(runBacktest(plan, market).trades, plan, market))
}
