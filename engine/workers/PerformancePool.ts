import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import type { CountedBatch, PerformanceBatch } from '../analysis/performance/PerformanceBatch.ts'
import { startThreads } from './startThreads.ts'

/** Several times what a batch of changes and a year of days of their strategies need. */
const WORKER_HEAP_MB = 96

/** A thread that sums trade results, beside the threads that evaluate strategies: an update delays no signal. */
export class PerformancePool {
  readonly #piscina: Piscina<PerformanceBatch, CountedBatch>

  /** Starts the worker, which lives until `close`. */
  constructor(log: Logger) {
    this.#piscina = startThreads({ file: new URL('./performanceWorker', import.meta.url), threads: 1, log, heapMb: WORKER_HEAP_MB })
  }

  /** countResults() on the thread. */
  count(batch: PerformanceBatch): Promise<CountedBatch> {
    return this.#piscina.run(batch)
  }

  /** Waits for the running batch, then ends the worker. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }
}
