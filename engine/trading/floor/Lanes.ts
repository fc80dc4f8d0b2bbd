import { RetryingQueue, type RetryingQueueParts } from './RetryingQueue.ts'

/**
 * An engine's two work queues. Exits have their own, so that none waits for an evaluation, a decision or a booking. After a failure in
 * either, `queue` reconciles memory with the database.
 */
export class Lanes {
  readonly queue: RetryingQueue
  readonly exits: RetryingQueue
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
  }

  /** Jobs waiting, including running ones. */
  get length(): number {
    return this.queue.length + this.exits.length
  }

  /** Waits until no job is left, including those that jobs add; while the database is away they are abandoned instead. */
  async close(): Promise<void> {
    this.#isClosing = true
    do {
      await this.queue.close()
      await this.exits.close()
    } while (this.length > 0)
  }
}

async function answers({ ping }: Pick<RetryingQueueParts, 'ping'>): Promise<boolean> {
  return ping().then(
    () => true,
    () => false,
  )
}
