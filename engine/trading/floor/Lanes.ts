import { RetryingQueue, type RetryingQueueParts } from './RetryingQueue.ts'

/**
 * An engine's two work queues. Exits have their own, so that none waits for an evaluation, a decision or a booking. After a failure in
 * either, `queue` reconciles memory with the database.
 */
export class Lanes {
  readonly queue: RetryingQueue
  readonly exits: RetryingQueue

  constructor(parts: RetryingQueueParts) {
    this.queue = new RetryingQueue(parts)
    // Not awaited: the reconciliation takes its own turn in the exit lane.
    const reconcile = async () => void this.queue.add('reconcile', () => parts.reconcile())
    this.exits = new RetryingQueue({ ...parts, reconcile })
  }

  /** Jobs waiting, including running ones. */
  get length(): number {
    return this.queue.length + this.exits.length
  }

  /** Waits until no job is left, including those that jobs add; while the database is away they are abandoned instead. */
  async close(): Promise<void> {
    do {
      await this.queue.close()
      await this.exits.close()
    } while (this.length > 0)
  }
}
