import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import type { History } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { Metrics } from '../statistics/measure.ts'
import { runInChunks, type Progress } from '../../workers/runInChunks.ts'
import { shareHistory } from './shareHistory.ts'
import { startThreads } from '../../workers/startThreads.ts'
import type { SweepChunk } from './sweep.ts'

export interface SweepOptions {
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

export interface SweepPoolParts {
  readonly threads: number
  readonly log: Logger
  /** The workers' file, without its ending. */
  readonly worker?: URL
}

/** Threads that backtest many plans on one history. */
export class SweepPool {
  readonly #threads: number
  readonly #piscina: Piscina<SweepChunk, Metrics[]>

  /** Starts the workers, which live until `close`. */
  constructor({ threads, log, worker = new URL('./sweepWorker', import.meta.url) }: SweepPoolParts) {
    this.#threads = threads
    this.#piscina = startThreads({ file: worker, threads, log })
  }

  /**
   * The metrics of the plans, in their order. The candles are copied to shared memory once, however many plans and threads there are.
   * Rejects with the first error of a plan, or with the signal's reason: then running plans end with their threads, which are replaced.
   */
  run(history: History, plans: readonly BacktestPlan[], { onProgress, signal }: SweepOptions = {}): Promise<Metrics[]> {
    const shared = shareHistory(history)
    return runInChunks({
      items: plans,
      lanes: this.#threads,
      run: (chunk, stop) => this.#piscina.run({ history: shared, plans: chunk }, { signal: stop }),
      now: () => performance.now(),
      onProgress,
      signal,
    })
  }

  /** Waits for running plans, then ends the workers. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }
}
