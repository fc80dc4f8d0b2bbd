import { paise, type Paise } from '../../schema/money.ts'
import { BacktestMarket, type History } from '../backtest/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/BacktestPlan.ts'
import { runBacktest } from '../backtest/runBacktest.ts'

/** What SweepPool sends to a worker: a history whose candles are in shared memory, and some of the plans. */
export interface SweepChunk {
  readonly history: History
  readonly plans: readonly BacktestPlan[]
}

/** What a plan came to: enough to compare a thousand of them, without the trades of a thousand. */
export interface SweepOutcome {
  readonly signals: number
  /** Closed ones; so are the sums. */
  readonly trades: number
  /** Trades with a net above 0. */
  readonly wins: number
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
}

/** Backtests the plans of a chunk. Throws what runBacktest throws. */
export function answerChunk({ history, plans }: SweepChunk): SweepOutcome[] {
  const market = new BacktestMarket(history)
  return plans.map((plan) => {
    const { signals, trades } = runBacktest(plan, market)
    const sum = (part: 'gross' | 'charges' | 'net') => paise(trades.reduce((total, trade) => total + trade[part], 0))
    const wins = trades.filter(({ net }) => net > 0).length
    return { signals, trades: trades.length, wins, gross: sum('gross'), charges: sum('charges'), net: sum('net') }
  })
}
