import type { Logger } from 'pino'
import type { PerformanceRecords } from '../store/PerformanceRecords.ts'
import { performanceJobs } from '../store/performanceJobs.ts'
import type { OpenPrices } from '../store/saveOpenResults.ts'
import type { SchedulePool } from '../schedule/SchedulePool.ts'

/** Results in one transaction: enough for a busy five minutes, few enough that a year's are caught up on without a long one. */
const BATCH = 5_000
/** For admins. */
const FAULT = 'The update failed; the log of the engine says why.'

export interface PerformanceDeskParts {
  readonly records: PerformanceRecords
  readonly pool: Pick<SchedulePool, 'count' | 'value'>
  /** By what open trades are valued now. */
  readonly openPrices: () => OpenPrices
  readonly databaseUrl: string
  readonly log: Logger
}

/** Runs the updates of performance whose jobs this node is handed, one at a time. */
export class PerformanceDesk {
  readonly #parts: PerformanceDeskParts
  #jobs: ReturnType<typeof performanceJobs> | null = null
  #updates = 0

  constructor(parts: PerformanceDeskParts) {
    this.#parts = parts
  }

  /** Takes jobs from now on. */
  start(): void {
    const { databaseUrl, log } = this.#parts
    this.#jobs = performanceJobs(databaseUrl, (runId, { isLast }) => this.run(runId, isLast), log)
  }

  /** Updates that ended here without a fault. */
  get updates(): number {
    return this.#updates
  }

  /**
   * Counts all there is, in batches that are each counted fully or not at all, and values open trades. Rejects when it could not: the rest
   * is left to the next one.
   */
  async run(runId: string, isLast: boolean): Promise<void> {
    const { records, pool, openPrices } = this.#parts
    if (!(await records.begin(runId))) return
    try {
      while ((await records.count(runId, BATCH, (batch) => pool.count(batch))) === BATCH);
      await records.valueOpen(runId, openPrices(), (positions) => pool.value(positions))
      await records.end(runId)
      this.#updates++
    } catch (error) {
      await records.fail(runId, FAULT, isLast)
      throw error
    }
  }

  /** Waits for the running update, and takes no other. */
  async close(): Promise<void> {
    await this.#jobs?.close()
  }
}
