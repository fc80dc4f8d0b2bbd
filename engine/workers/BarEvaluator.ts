import { bucketStart, foldColumns, INTERVAL_MINUTES, sliceColumns, type CandleColumns } from '../../schema/market/candles.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OperandValue } from '../../schema/trading/operandValues.ts'
import { ColumnPool } from '../analysis/ColumnPool.ts'
import { explainSignal } from '../analysis/explainSignal.ts'
import { Series } from '../analysis/Series.ts'
import { CandleBook, type CandleBookDescriptor } from '../market/CandleBook.ts'
import type { EvaluationMessage, SignalValues } from './evaluation.ts'
import { EvaluationBoard, type Signal } from './EvaluationBoard.ts'
import { readRosterPage } from './Rosters.ts'

/** What a worker thread of EvaluationPool does: reads the shared candle book, asks strategy after strategy, answers on the board. */
export class BarEvaluator {
  readonly #book: CandleBook
  readonly #evaluate: (rules: RuleSet, series: Series) => Signal
  readonly #columns = new ColumnPool()
  readonly #rosters = new Map<string, { readonly version: number; readonly rules: readonly RuleSet[] }>()

  /** `evaluate` says what rules make of the last bar of a series. */
  constructor(descriptor: CandleBookDescriptor, evaluate: (rules: RuleSet, series: Series) => Signal) {
    this.#book = CandleBook.attach(descriptor)
    this.#evaluate = evaluate
  }

  /**
   * Writes the signals of one closed bar on the board, from place `from` on, and answers with what their rules compared. Throws what an evaluation throws, with its strategy in hand on
   * the board; and, with all of them done, when the candles were overwritten while they were read.
   */
  answer(message: EvaluationMessage): SignalValues {
    const { symbol, interval, closedAt, count, from } = message
    const board = EvaluationBoard.attach(message.board)
    const rules = this.#rules(message)
    const minutes = INTERVAL_MINUTES[interval]
    const candles = before(this.#book.columns(symbol, count), closedAt)
    const last = candles.time.at(-1)
    const values = new Map<number, readonly OperandValue[]>()
    // Candles of the bar may all be missing; an older bar must not signal in its place.
    if (last !== undefined && bucketStart(last, minutes) + minutes * MINUTE === closedAt) {
      this.#columns.reset()
      const series = new Series(foldColumns(candles, minutes), interval, this.#columns)
      for (let place = from; place < rules.length; place++) {
        board.take(place)
        const signal = this.#evaluate(rules[place]!, series)
        board.answer(place, signal)
        const rule = signal === 0 ? null : rules[place]![signal === 1 ? 'long' : 'short']
        if (rule) values.set(place, explainSignal(rule, series))
      }
    }
    board.take(rules.length)
    if (!this.#book.isIntact(symbol, count)) throw new Error(`the candles of ${symbol} moved on while its bar of ${closedAt} was evaluated`)
    return values
  }

  #rules({ symbol, interval, roster }: EvaluationMessage): readonly RuleSet[] {
    const topic = `${symbol} ${interval}`
    const known = this.#rosters.get(topic)
    if (known?.version === roster.version) return known.rules
    const rules = readRosterPage(roster)
    this.#rosters.set(topic, { version: roster.version, rules })
    return rules
  }
}

/** The candles that start before an instant. */
function before(candles: CandleColumns, at: Instant): CandleColumns {
  let length = candles.time.length
  while (length > 0 && candles.time[length - 1]! >= at) length--
  return sliceColumns(candles, 0, length)
}
