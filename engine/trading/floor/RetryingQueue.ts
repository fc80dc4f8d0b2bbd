import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { databaseIsFull } from '../../../schema/databaseIsFull.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { LeasesLapsed } from '../../runtime/LeasesLapsed.ts'

const ATTEMPTS = 3
const RETRY_MS = [50, 100, 250, 500, 1_000, 2_000]

export interface RetryingQueueParts {
  /** Resolves when the database answers and accepts writes; rejects otherwise, and with LeasesLapsed while this node has no lease. */
  readonly ping: () => Promise<void>
  /**
   * Reconciles memory with the database. Runs after every failed job, before the next one: a commit may have succeeded although its answer
   * was lost.
   */
  readonly reconcile: () => Promise<void>
  readonly log: Logger
  /** Waits, in real milliseconds; by timer unless given. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * Runs jobs one after another, from memory: jobs still waiting when the engine ends are lost. A job that fails while the database is away
 * or has no room left, or while the node has no lease, is retried once that is over, however long it takes. One that fails three times with the database up has a bug: it is logged and
 * abandoned.
 */
export class RetryingQueue implements JobQueue {
  readonly #parts: RetryingQueueParts
  readonly #pause: (ms: number) => Promise<unknown>
  #tail: Promise<unknown> = Promise.resolve()
  #closed = false
  #left = false
  #length = 0

  constructor(parts: RetryingQueueParts) {
    this.#parts = parts
    this.#pause = parts.pause ?? sleep
  }

  /** Jobs waiting, including the running one. */
  get length(): number {
    return this.#length
  }

  add(name: string, job: () => Promise<void>): Promise<'done' | 'abandoned'> {
    this.#length++
    const outcome = this.#tail.then(() => this.#run(name, job)).finally(() => this.#length--)
    this.#tail = outcome
    return outcome
  }

  /** Waits until no job is left, including those that jobs add; while the database is away they are abandoned instead. */
  async close(): Promise<void> {
    this.#closed = true
    while (this.#length > 0) await this.#tail
  }

  /** Starts none of the jobs that wait, and does not retry the running one: they end abandoned, without a word. Returns how many these are. */
  leave(): number {
    this.#left = true
    return this.#length
  }

  async #run(name: string, job: () => Promise<void>): Promise<'done' | 'abandoned'> {
    if (this.#left) return 'abandoned'
    const { outcome, failed } = await this.#attempt(name, job)
    if (failed) await this.#attempt('reconcile', () => this.#parts.reconcile())
    return outcome
  }

  /** `failed`: it failed at least once, even if it succeeded. */
  async #attempt(name: string, job: () => Promise<void>): Promise<{ outcome: 'done' | 'abandoned'; failed: boolean }> {
    let failed = false
    let full = 0
    for (let failures = 0; ;) {
      try {
        await job()
        if (full > 0) this.#parts.log.warn({ job: name }, 'the database has room again')
        return { outcome: 'done', failed }
      } catch (error) {
        if (this.#left) return { outcome: 'abandoned', failed: false }
        failed = true
        if (databaseIsFull(error) && !this.#closed) {
          if (full === 0) this.#parts.log.error({ err: error, job: name }, 'the database has no room left: work waits for it')
          await this.#pause(RETRY_MS[Math.min(full++, RETRY_MS.length - 1)]!)
          continue
        }
        // Back after an outage, it is run at once: until then no quote finds in memory what the job stores.
        if (await this.#waitForDatabase(name)) continue
        // They are back already: that is no fault of the job.
        if (error instanceof LeasesLapsed && !this.#closed) continue
        failures++
        if (failures >= ATTEMPTS) {
          if (this.#closed) this.#parts.log.warn({ err: error, job: name }, 'job ended with the engine: the next start reads the books')
          else this.#parts.log.error({ err: error, job: name, failures }, 'job abandoned')
          return { outcome: 'abandoned', failed }
        }
        // A passing fault (a lock, a cut connection) must not cost the job.
        if (!this.#closed) await this.#pause(RETRY_MS[failures]!)
      }
    }
  }

  /** True when the database or the leases were away and are back; a closing queue does not wait for them. */
  async #waitForDatabase(name: string): Promise<boolean> {
    let told = false
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#parts.ping()
        if (told) this.#parts.log.warn({ job: name }, 'what was to be stored can be stored again')
        return attempt > 0
      } catch (error) {
        // At the start leases are yet to come: nothing is wrong.
        if (!told && !(error instanceof LeasesLapsed && !error.everHeld)) {
          this.#parts.log.error({ err: error, job: name }, 'nothing can be stored at the moment: work waits')
          told = true
        }
        if (this.#closed) return false
        await this.#pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!)
      }
    }
  }
}
