import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import type { Paise } from '../../schema/money.ts'
import type { OpenPosition } from '../analysis/performance/netsIfClosed.ts'
import type { CountedBatch, PerformanceBatch } from '../analysis/performance/PerformanceBatch.ts'
import type { BrokenLaw } from '../store/checkBooks.ts'
import { startThreads } from '../workers/startThreads.ts'

/** Several times what a batch of changes and a year of days of their strategies need. */
const WORKER_HEAP_MB = 96

/**
 * A thread for what the market's clock makes due, beside the threads that evaluate strategies: it delays no signal. A second one lives while
 * the books are checked: at the close results are counted within a transaction, which must not wait for that.
 */
export class SchedulePool {
  readonly #piscina: Piscina

  /** Starts the first thread, which lives until `close`. */
  constructor(log: Logger) {
    this.#piscina = startThreads({ file: new URL('./scheduleWorker', import.meta.url), threads: 1, most: 2, log, heapMb: WORKER_HEAP_MB })
  }

  /** countResults() on the thread. */
  count(batch: PerformanceBatch): Promise<CountedBatch> {
    return this.#piscina.run(batch, { name: 'countResults' }) as Promise<CountedBatch>
  }

  /** netsIfClosed() on the thread. */
  value(positions: readonly OpenPosition[]): Promise<readonly (Paise | null)[]> {
    return this.#piscina.run(positions, { name: 'netsIfClosed' }) as Promise<readonly (Paise | null)[]>
  }

  /** checkBooks() on a thread; rejects at once when `signal` is aborted, and ends that thread. */
  checkBooks(databaseUrl: string, signal: AbortSignal): Promise<readonly BrokenLaw[]> {
    return this.#piscina.run(databaseUrl, { name: 'checkBooks', signal }) as Promise<readonly BrokenLaw[]>
  }

  /** Waits for running tasks, then ends the threads. */
  async close(): Promise<void> {
    await this.#piscina.close()
  }
}
