import type { Logger } from 'pino'
import { INDEX_SYMBOLS, INDICES } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { MarketBroker } from '../broker/port.ts'
import { Backfill } from '../market/Backfill.ts'
import type { CandleBook } from '../market/CandleBook.ts'
import { growCandleBook, minutesNeeded } from './loadCandleBook.ts'
import { PastCandles } from '../store/PastCandles.ts'
import type { SharedConnections } from '../store/sharedConnections.ts'
import type { Store } from '../store/Store.ts'
import type { ActiveStrategies } from '../trading/signals/ActiveStrategies.ts'
import { historyNeeds, sessionsFor, slowestNeeds } from './historyNeeds.ts'
import type { Evaluator } from '../trading/signals/SignalDesk.ts'
import type { EvaluationAnswer, EvaluationTask } from '../workers/evaluation.ts'
import type { EvaluationPool } from '../workers/EvaluationPool.ts'
import { readHistory, type HistoryReading } from './readHistory.ts'
import { WarmUps } from './WarmUps.ts'

export interface LongHistoryParts {
  readonly database: SharedConnections
  readonly broker: Pick<MarketBroker, 'marketId' | 'minuteCandles'>
  readonly store: Store
  readonly book: CandleBook
  readonly pool: EvaluationPool
  /** Of the pool. */
  readonly threads: number
  readonly strategies: ActiveStrategies
  readonly rules: () => MarketRules
  /** Real time. */
  readonly now: () => Instant
  readonly marketNow: () => Instant
  readonly log: Logger
}

/**
 * Provides, in the background, the history that strategies look back on: the book and the workers read what is stored, the broker supplies
 * the rest, and strategies that wait for it are reported.
 */
export class LongHistory implements Evaluator {
  readonly #parts: LongHistoryParts
  readonly #past: PastCandles
  readonly #backfill: Backfill
  readonly #warmUps: WarmUps
  #sessionsWanted: () => number = () => 0
  /** What the research service wanted when missing history was last checked, and what of it was present. */
  #sessionsAsked = 0
  #sessionsThere = 0

  constructor(parts: LongHistoryParts) {
    this.#parts = parts
    const { database, broker, book, strategies, rules, now, marketNow, log } = parts
    const needs = () => historyNeeds(strategies, now())
    this.#past = new PastCandles({ database, market: broker.marketId })
    this.#backfill = new Backfill({
      history: (index, from, to) => broker.minuteCandles(INDICES[index], from, to),
      archive: this.#past,
      needed: async () => {
        this.#sessionsAsked = this.#sessionsWanted()
        const slowest = [...slowestNeeds(await needs())]
        return new Map(slowest.map(([index, minutes]) => [index, Math.max(this.#sessionsAsked, sessionsFor(minutes))]))
      },
      today: () => istDate(marketNow()),
      onThere: () => this.#readBack(),
      ...{ rules, log },
    })
    this.#warmUps = new WarmUps({
      minutesOf: (index) => book.count(index),
      pastOf: (index) => this.#backfill.pastOf(index),
      timeLeft: () => this.#backfill.timeLeft,
      save: (warming) => this.#past.saveWarmingUp(warming),
      ...{ needs, now, log },
    })
  }

  /** How many sessions the research service looks back on, of every index; it asks for none before this is called. */
  lookBack(sessionsWanted: () => number): void {
    this.#sessionsWanted = sessionsWanted
  }

  /** Fetched from the broker's history, and still to fetch. */
  get progress(): { readonly calls: number; readonly candles: number; readonly msLeft: number; readonly strategiesWarmingUp: number } {
    const { counts, timeLeft } = this.#backfill
    return { calls: counts.calls, candles: counts.candles, msLeft: timeLeft, strategiesWarmingUp: this.#warmUps.warming }
  }

  /** Whether all history that the research service wants has been fetched, as far as it exists. */
  get isThere(): boolean {
    return this.#sessionsThere >= this.#sessionsWanted()
  }

  /** What strategies say on a closed bar, by the pool; who is silent because its history is too short is published. */
  async evaluateLast(task: EvaluationTask): Promise<EvaluationAnswer> {
    const answer = await this.#parts.pool.evaluateLast(task)
    this.#warmUps.onEvaluated(task, answer)
    return answer
  }

  /** Has the workers read what the book holds, so that no bar has to wait for that. */
  async read(): Promise<void> {
    const { book, threads, strategies, now } = this.#parts
    const strategiesOn: HistoryReading['strategiesOn'] = (index, interval) => strategies.on(index, interval, now())
    await readHistory({ symbols: INDEX_SYMBOLS, book, evaluator: this, threads, strategiesOn })
  }

  /** Starts fetching and reporting. */
  start(): void {
    this.#backfill.start()
    this.#warmUps.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#backfill.stop(), this.#warmUps.stop()])
  }

  /** Its database; to be called when it has stopped. */
  async close(): Promise<void> {
    await this.#past.close()
  }

  async #readBack(): Promise<void> {
    this.#sessionsThere = this.#sessionsAsked
    const { store, book } = this.#parts
    const minutes = () => INDEX_SYMBOLS.reduce((sum, symbol) => sum + book.count(symbol), 0)
    const before = minutes()
    await growCandleBook(store, book, minutesNeeded(await store.tradedStrategies()))
    if (minutes() > before) await this.read()
  }
}
