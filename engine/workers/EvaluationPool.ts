import { Piscina } from 'piscina'
import type { CandleBook } from '../market/CandleBook.ts'
import type { EvaluationMessage, EvaluationTask, StrategySignal } from './evaluation.ts'

const TYPESCRIPT = import.meta.url.endsWith('.ts')

/** Worker threads that evaluate strategies on the candle book: one task for each bar that closed, however many strategies it concerns. */
export class EvaluationPool {
  readonly #book: CandleBook
  readonly #piscina: Piscina<EvaluationMessage, StrategySignal[]>

  /** Starts `threads` workers, which live until `close`. */
  constructor(book: CandleBook, threads: number) {
    this.#book = book
    this.#piscina = new Piscina({
      filename: new URL(`./evaluateWorker${TYPESCRIPT ? '.ts' : '.js'}`, import.meta.url).href,
      // Run from source, a worker needs the same loader as this thread.
      execArgv: TYPESCRIPT ? ['--import', '@oxc-node/core/register'] : [],
      workerData: book.descriptor,
      minThreads: threads,
      maxThreads: threads,
    })
  }

  /**
   * The signals on the bar that closed at `closedAt`; strategies without one are left out. The bar's candles must be in the book.
   * Later candles in the book do not matter. No candle in the bar, or rules for another interval: no signal, or a rejection.
   */
  evaluateLast(task: EvaluationTask): Promise<StrategySignal[]> {
    return this.#piscina.run({ ...task, count: this.#book.count(task.symbol) })
  }

  /** Waits for tasks in hand, then ends the workers. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }
}
