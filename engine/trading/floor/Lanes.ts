import { RetryingQueue, type RetryingQueueParts } from './RetryingQueue.ts'

/**
 * An engine's work queues. Exits have their own, so that none waits for an evaluation, a decision or a booking. After a failure in either,
 * `queue` reconciles memory with the database. `beside` stores what memory does not depend on, and waits for none.
 */
export class Lanes {
  readonly queue: RetryingQueue
  readonly exits: RetryingQueue
  readonly beside: RetryingQueue
  #isClosing = false

  constructor(parts: RetryingQueueParts) {
    this.queue = new RetryingQueue(parts)
    const reconcile = async () => {
      // Without a database, one that fails would ask for another one, and the lanes would never close.
      if (this.#isClosing && !(await answers(parts))) return
      // Not awaited: the reconciliation takes its own turn in the exit lane.
      void this.queue.add('reconcile', () => parts.reconcile())
    }
    this.exits = new RetryingQueue({ ...parts, reconcile })
    this.beside = new RetryingQueue({ ...parts, reconcile: async () => undefined })
  }

  /** Jobs waiting, including running ones. */
  get length(): number {
    return this.queue.length + this.exits.length + this.beside.length
  }

  /** Waits until no job is left, including those that jobs add; while the database is away they are abandoned instead. */
  async close(): Promise<void> {
    this.#isClosing = true
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
