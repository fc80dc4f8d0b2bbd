import { INTERVALS, type Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { MINUTE } from '../../schema/time.ts'
import type { CandleBook } from '../market/CandleBook.ts'
import { completedIntervals } from '../market/completedIntervals.ts'
import type { ActiveStrategy } from '../trading/signals/ActiveStrategies.ts'
import type { Evaluator } from '../trading/signals/SignalDesk.ts'

export interface HistoryReading {
  readonly symbols: readonly IndexSymbol[]
  readonly book: Pick<CandleBook, 'columns'>
  readonly evaluator: Evaluator
  /** Of the evaluator: each has to read for itself. */
  readonly threads: number
  /** The strategies that trade an index on bars of an interval. */
  readonly strategiesOn: (index: IndexSymbol, interval: Interval) => Promise<readonly ActiveStrategy[]>
}

/** Strategies that are added at a time: what they look back on has to be read within the time of a bar, or is lost with the thread. */
const AT_ONCE = 4

/**
 * Makes the evaluator read the history that the strategies look back on, a few strategies per call, so that no bar waits for that.
 * Evaluates the newest complete bars and ignores the results: they were decided on when they closed.
 */
export async function readHistory({ symbols, book, evaluator, threads, strategiesOn }: HistoryReading): Promise<void> {
  for (const symbol of symbols)
    for (const interval of INTERVALS) {
      const last = book.columns(symbol).time.findLast((minute) => completedIntervals(minute).includes(interval))
      const strategies = await strategiesOn(symbol, interval)
      if (last === undefined) continue
      for (let asked = 0; asked < strategies.length;) {
        asked = Math.min(strategies.length, asked + AT_ONCE)
        const task = { symbol, interval, closedAt: last + MINUTE, strategies: strategies.slice(0, asked) }
        await Promise.all(Array.from({ length: threads }, () => evaluator.evaluateLast(task)))
      }
    }
}
