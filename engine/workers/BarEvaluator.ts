import { INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OperandValue } from '../../schema/trading/operandValues.ts'
import { sideOf } from '../analysis/rules/evaluate.ts'
import { explainSignal } from '../analysis/rules/explainSignal.ts'
import { LiveSeries } from '../analysis/rules/LiveSeries.ts'
import { readPage, type CandlePage } from '../market/CandleBook.ts'
import type { Judge } from './BarJudge.ts'
import type { EvaluationMessage, EvaluationReply, RosterPage } from './evaluation.ts'
import { EvaluationBoard } from './EvaluationBoard.ts'
import { readRosterPage } from './Rosters.ts'
import { SharedRules } from './SharedRules.ts'

/** Which part of a rule set says which signal. */
const CONDITION_OF = { LONG: 'long', SHORT: 'short', NEUTRAL: 'enter' } as const

/** What a worker knows of an index and interval. */
interface Desk {
  series: LiveSeries
  /** Of the candles that the series was made from. */
  revision: number
  /** Of the roster. */
  version: number | null
  rules: readonly RuleSet[]
  /** Whether every strategy of the roster has been evaluated since it came. */
  isRosterKnown: boolean
}

/**
 * A worker thread of EvaluationPool: advances its series to the bar, evaluates strategy after strategy, answers on the board. Each worker
 * has its own series, which a candle advances in microseconds: sharing them among workers would save less than the waiting costs.
 */
export class BarEvaluator {
  readonly #judge: Judge
  readonly #shared = new SharedRules()
  readonly #desks = new Map<string, Desk>()
  /** The newest page of each index. */
  readonly #pages = new Map<IndexSymbol, Pick<CandlePage, 'id' | 'buffer'>>()

  constructor(judge: Judge) {
    this.#judge = judge
  }

  /**
   * Writes the signals of one closed bar on the board, from place `from` on, and answers with what their rules compared; null, and nothing is
   * done, when it has not been handed the candles or the roster. Throws what an evaluation throws, its strategy current on the board.
   */
  answer(message: EvaluationMessage): EvaluationReply {
    const { symbol, interval, closedAt, candles, handed, from } = message
    const desk = this.#desk(`${symbol} ${interval}`, interval)
    if (handed) {
      this.#pages.set(symbol, { id: candles.id, buffer: handed.candles })
      if (desk.version !== handed.roster.version) this.#take(desk, handed.roster)
    }
    const page = this.#pages.get(symbol)
    if (page?.id !== candles.id || desk.version !== message.rosterVersion) return null
    if (desk.revision !== candles.revision) begin(desk, candles.revision)

    const board = EvaluationBoard.attach(message.board)
    const start = closedAt - INTERVAL_MINUTES[interval] * MINUTE
    const series = seriesTo(desk, readPage({ ...candles, buffer: page.buffer }), start, closedAt)
    const place = series.placeOf(start)
    const values = new Map<number, readonly OperandValue[]>()
    // Candles of the bar may all be missing; an older bar must not signal in its place.
    if (place !== null) this.#ask(desk.rules, series, place, board, from, values)
    board.take(desk.rules.length)
    if (!desk.isRosterKnown && place !== null && series === desk.series) {
      series.dropUnused()
      desk.isRosterKnown = true
    }
    return values
  }

  #ask(
    roster: readonly RuleSet[],
    series: LiveSeries,
    place: number,
    board: EvaluationBoard,
    from: number,
    values: Map<number, readonly OperandValue[]>,
  ): void {
    for (let each = from; each < roster.length; each++) {
      board.take(each)
      const rules = roster[each]!
      const answer = this.#judge(rules, series, place)
      board.answer(each, answer)
      if (typeof answer !== 'number' || answer === 0) continue
      const condition = rules[CONDITION_OF[sideOf(answer)]]
      if (condition) values.set(each, explainSignal(condition, series, place))
    }
  }

  #take(desk: Desk, roster: RosterPage): void {
    desk.rules = this.#shared.share(readRosterPage(roster))
    desk.version = roster.version
    desk.isRosterKnown = false
    desk.series.noteUse()
  }

  #desk(topic: string, interval: Interval): Desk {
    let desk = this.#desks.get(topic)
    if (!desk) {
      desk = { series: new LiveSeries(interval), revision: 0, version: null, rules: [], isRosterKnown: false }
      this.#desks.set(topic, desk)
    }
    return desk
  }
}

/** A candle came late: what is known of the bars after it is void. */
function begin(desk: Desk, revision: number): void {
  desk.series = new LiveSeries(desk.series.interval)
  desk.revision = revision
  desk.isRosterKnown = false
}

/** The desk's series, advanced to a bar; when it no longer remembers the bar, a new one built for it. */
function seriesTo({ series }: Desk, minutes: CandleColumns, start: Instant, closedAt: Instant): LiveSeries {
  series.advance(minutes, closedAt)
  if (series.placeOf(start) !== null || !series.isPast(start)) return series
  const anew = new LiveSeries(series.interval)
  anew.advance(minutes, closedAt)
  return anew
}
