import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import { runInChunks, type Progress } from './runInChunks.ts'
import { startThreads } from './startThreads.ts'

/** What a worker of a SweepPool is sent: the market all plans share, and some of the plans. It answers their results in order. */
export interface SweepChunk<Market, Plan> {
  readonly market: Market
  readonly plans: readonly Plan[]
}

export interface SweepOptions {
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/**
 * Threads that try many plans on one market. Market, plans and results are plain data; the market's candles must be in shared memory
 * (shareColumns.ts), so that no chunk copies one.
 */
export class SweepPool<Market, Plan, Result> {
  readonly #threads: number
  readonly #piscina: Piscina<SweepChunk<Market, Plan>, Result[]>

  /** Starts the workers, which live until `close`. `worker`: their file, without its ending. */
  constructor({ threads, log, worker }: { readonly threads: number; readonly log: Logger; readonly worker: URL }) {
    this.#threads = threads
    this.#piscina = startThreads({ file: worker, threads, log })
  }

  /**
   * The results of the plans, in their order. Rejects with the first error of a plan, or with the signal's reason: then the plans in
   * hand end with their threads, which are replaced.
   */
  run(market: Market, plans: readonly Plan[], { onProgress, signal }: SweepOptions = {}): Promise<Result[]> {
    return runInChunks({
      items: plans,
      lanes: this.#threads,
      run: (chunk, stop) => this.#piscina.run({ market, plans: chunk }, { signal: stop }),
      now: () => performance.now(),
      onProgress,
      signal,
    })
  }

  /** Waits for plans in hand, then ends the workers. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }
}
