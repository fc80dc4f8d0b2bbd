/** A worker thread of EvaluationPool: reads the shared candle book, evaluates, answers. */
import { Piscina } from 'piscina'
import { bucketStart, foldColumns, INTERVAL_MINUTES, sliceColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import { evaluate, LONG, SHORT } from '../analysis/evaluate.ts'
import { Series } from '../analysis/Series.ts'
import { CandleBook, type CandleBookDescriptor } from '../market/CandleBook.ts'
import type { EvaluationMessage, StrategySignal } from './evaluation.ts'

const descriptor: CandleBookDescriptor = Piscina.workerData
const book = CandleBook.attach(descriptor)

/** The signals of one closed bar. Throws when the candles were overwritten while they were read. */
export default function evaluateLast({ symbol, interval, closedAt, strategies, count }: EvaluationMessage): StrategySignal[] {
  const minutes = INTERVAL_MINUTES[interval]
  const candles = before(book.columns(symbol, count), closedAt)
  const last = candles.time.at(-1)
  // Candles of the bar may all be missing; an older bar must not signal in its place.
  if (last === undefined || bucketStart(last, minutes) + minutes * MINUTE !== closedAt) return []

  const series = new Series(foldColumns(candles, minutes), interval)
  const signals: StrategySignal[] = []
  for (const { id, rules } of strategies) {
    const signal = evaluate(rules, series).at(-1)
    if (signal === LONG) signals.push({ strategyId: id, side: 'LONG' })
    else if (signal === SHORT) signals.push({ strategyId: id, side: 'SHORT' })
  }
  if (!book.isIntact(symbol, count)) throw new Error(`the candles of ${symbol} moved on while its bar of ${closedAt} was evaluated`)
  return signals
}

/** The candles that start before an instant. */
function before(candles: CandleColumns, at: Instant): CandleColumns {
  let length = candles.time.length
  while (length > 0 && candles.time[length - 1]! >= at) length--
  return sliceColumns(candles, 0, length)
}
