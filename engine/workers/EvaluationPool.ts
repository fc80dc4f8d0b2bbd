import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import { sideOf } from '../analysis/rules/evaluate.ts'
import type { CandleBook } from '../market/CandleBook.ts'
import type {
  AskedStrategy,
  EvaluationAnswer,
  EvaluationFault,
  EvaluationMessage,
  EvaluationProblem,
  EvaluationReply,
  EvaluationTask,
  SignalValues,
  StrategySignal,
  WarmingStrategy,
} from './evaluation.ts'
import { EvaluationBoard } from './EvaluationBoard.ts'
import { Rosters } from './Rosters.ts'
import { StallWatch } from './StallWatch.ts'
import { startThreads } from './startThreads.ts'

/**
 * Four times what a thousand strategies on four indices need (24 MB). It catches a heap that grows step by step; a single allocation of
 * hundreds of megabytes would end the process, because V8 does, and nothing in engine/analysis makes one.
 */
const WORKER_HEAP_MB = 96

export interface EvaluationPoolParts {
  readonly book: CandleBook
  readonly threads: number
  readonly log: Logger
  /** The workers' file, without its ending. */
  readonly worker?: URL
}

/** Where an attempt ended before all strategies were done. Problem null: the bar's time is used up. */
interface Stop {
  readonly place: number
  readonly problem: EvaluationProblem | null
}

/** A worker's answer, or where it was cut off. */
type Attempt = { readonly values: SignalValues; readonly stop: null } | { readonly values: null; readonly stop: Stop }

/**
 * Worker threads that evaluate strategies on the candle book: one task for each bar that closed, however many strategies it concerns.
 *
 * A strategy that throws, never ends or exhausts its worker's memory is stopped alone. The worker notes on a shared board which strategy
 * it runs, so the guilty one is known without a search; the answers before it are kept, and a worker resumes after it. A stall
 * costs 1.5 s and a new worker. StallWatch bounds the bar; strategies not reached by then are reported, for the next bar to reach.
 */
export class EvaluationPool {
  readonly #book: CandleBook
  readonly #piscina: Piscina<EvaluationMessage, EvaluationReply>
  readonly #rosters = new Rosters()
  readonly #threads: number
  /** Milliseconds that all tasks have taken, and of the pool's life, when the load was last read. */
  #seen = { worked: 0, lived: 0 }

  /** Starts the workers, which live until `close`. */
  constructor({ book, threads, log, worker = new URL('./evaluateWorker', import.meta.url) }: EvaluationPoolParts) {
    this.#book = book
    this.#threads = threads
    this.#piscina = startThreads({ file: worker, threads, log, heapMb: WORKER_HEAP_MB })
  }

  /**
   * The strategies' signals on the bar that closed at `closedAt`, within 5 s. The bar's candles must be in the book; later ones do not
   * matter; no candle in the bar: no signal. A strategy whose rules need a longer history is silent, and listed. Rules for another interval are
   * a fault of their strategy. Rejects for faults of no strategy: an index that the book does not have, a closed pool.
   */
  async evaluateLast({ symbol, interval, closedAt, strategies }: EvaluationTask): Promise<EvaluationAnswer> {
    const rules = strategies.map((strategy) => strategy.rules)
    const roster = this.#rosters.page(`${symbol} ${interval}`, rules)
    const { buffer, ...candles } = this.#book.page(symbol)
    const question = { symbol, interval, closedAt, candles, rosterVersion: roster.version }
    const handed = { candles: buffer, roster }
    const watch = new StallWatch()
    const signals: StrategySignal[] = []
    const warming: WarmingStrategy[] = []
    const faults: EvaluationFault[] = []
    let from = 0
    while (from < strategies.length) {
      // A board of its own for each attempt: a worker that is being ended may still write on the last one.
      const board = EvaluationBoard.create(strategies.length)
      const { values, stop } = await this.#attempt({ ...question, handed, from, board: board.buffer }, board, watch)
      const end = stop?.place ?? strategies.length
      for (let place = from; place < end; place++) {
        const answer = board.answerAt(place)
        if (answer === 0) continue
        if (typeof answer !== 'number') {
          warming.push({ ...askedOf(strategies[place]!), ...answer })
          continue
        }
        const compared = values?.get(place)
        signals.push({ ...askedOf(strategies[place]!), side: sideOf(answer), ...(compared ? { values: compared } : {}) })
      }
      if (stop?.problem) faults.push({ ...askedOf(strategies[end]!), problem: stop.problem })
      else if (stop) return { signals, warming, faults, unreached: strategies.slice(end).map(askedOf) }
      from = end + 1
    }
    return { signals, warming, faults, unreached: [] }
  }

  /** The share of their time, 0 to 1, in which the workers had tasks since this was last read. */
  load(): number {
    const { completed, duration: lived, histogram } = this.#piscina
    const worked = completed === 0 ? 0 : histogram.runTime.mean * completed
    const before = this.#seen
    this.#seen = { worked, lived }
    return Math.min(1, Math.max(0, (worked - before.worked) / ((lived - before.lived) * this.#threads || 1)))
  }

  /** Waits for running tasks, then ends the workers. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }

  /** Has a worker answer from `message.from` on. Shared data goes only to a worker that requests it. */
  async #attempt(message: EvaluationMessage, board: EvaluationBoard, watch: StallWatch): Promise<Attempt> {
    const ending = new AbortController()
    const stops: Stop[] = []
    const looking = setInterval(() => {
      const place = board.inHand
      const why = watch.look(place)
      if (why === null) return
      stops.push({ place: place ?? message.from, problem: why === 'stalled' ? { kind: 'stalled', ms: StallWatch.STALL_MS } : null })
      ending.abort()
    }, StallWatch.LOOK_MS)
    try {
      const run = (each: EvaluationMessage) => this.#piscina.run(each, { signal: ending.signal })
      // Between the two another worker may take the second, and it has everything, too.
      const values = (await run({ ...message, handed: null })) ?? (await run(message))
      if (!values) throw new Error(`a worker asked for the candles of ${message.symbol} that it was handed`)
      return { values, stop: null }
    } catch (error) {
      const [stop] = stops
      if (stop) return { values: null, stop }
      const place = board.inHand
      if (place === null) throw error
      return { values: null, stop: { place, problem: problemOf(error) } }
    } finally {
      clearInterval(looking)
    }
  }
}

function askedOf({ id, version }: EvaluationTask['strategies'][number]): AskedStrategy {
  return { strategyId: id, version }
}

function problemOf(error: unknown): EvaluationProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'out of memory' }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}
