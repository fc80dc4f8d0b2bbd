import { setTimeout as sleep } from 'node:timers/promises'
import { RetryingQueue, type RetryingQueueParts } from './RetryingQueue.ts'

export type LanesParts = Omit<RetryingQueueParts, 'reconcile'>

/** How long closing lanes wait for a database that answers, but late. */
const CLOSE_MS = 4_000

/**
 * An engine's work queues. Exits have their own, so that none waits for an evaluation, a decision or a booking. After a failure in either,
 * `queue` reconciles memory with the database. `beside` stores what memory does not depend on, and waits for none.
 */
export class Lanes {
  readonly queue: RetryingQueue
  readonly exits: RetryingQueue
  readonly beside: RetryingQueue
  readonly #parts: LanesParts
  #reconcile: () => Promise<void> = async () => undefined
  #isClosing = false

  constructor(parts: LanesParts) {
    this.#parts = parts
    this.queue = new RetryingQueue({ ...parts, reconcile: () => this.#reconcile() })
    const reconcile = async () => {
      // Without a database, one that fails would ask for another one, and the lanes would never close.
      if (this.#isClosing && !(await answers(parts))) return
      // Not awaited: the reconciliation takes its own turn in the exit lane.
      void this.queue.add('reconcile', () => this.#reconcile())
    }
    this.exits = new RetryingQueue({ ...parts, reconcile })
    this.beside = new RetryingQueue({ ...parts, reconcile: async () => undefined })
  }

  /** From now on memory is reconciled with the database by this; before, there is nothing in memory that could differ from it. */
  reconcileBy(reconcile: () => Promise<void>): void {
    this.#reconcile = reconcile
  }

  /** Jobs waiting, including running ones. */
  get length(): number {
    return this.queue.length + this.exits.length + this.beside.length
  }

  /**
   * Waits until no job is left, including those that jobs add; while the database is away they are abandoned instead, and so is what is
   * left after `withinMs`.
   */
  async close(withinMs = CLOSE_MS): Promise<void> {
    this.#isClosing = true
    const end = new AbortController()
    const tooLate = sleep(withinMs, true, { signal: end.signal }).catch(() => false)
    const isDone = await Promise.race([this.#finish().then(() => true), tooLate.then(() => false)])
    end.abort()
    if (isDone) return
    const jobs = [this.queue, this.exits, this.beside].reduce((sum, lane) => sum + lane.leave(), 0)
    this.#parts.log.warn({ jobs }, 'the database is too late: jobs abandoned; the next start reads the books')
  }

  async #finish(): Promise<void> {
    do {
      await this.queue.close()
      await this.exits.close()
      await this.beside.close()
    } while (this.length > 0)
  }
}

async function answers({ ping }: Pick<RetryingQueueParts, 'ping'>): Promise<boolean> {
  return ping().then(
    () => true,
    () => false,
  )
}
