import { RetryingQueue, type RetryingQueueParts } from './RetryingQueue.ts'

/**
 * The two queues of an engine's work: exits have one of their own, so that none waits for an evaluation, a decision or a booking. After
 * a failure in either, memory is made to agree with the database from `queue`.
 */
export class Lanes {
  readonly queue: RetryingQueue
  readonly exits: RetryingQueue

  constructor(parts: RetryingQueueParts) {
    this.queue = new RetryingQueue(parts)
    // Not awaited: the reconciliation takes its own turn among the exits.
    const reconcile = async () => void this.queue.add('reconcile', () => parts.reconcile())
    this.exits = new RetryingQueue({ ...parts, reconcile })
  }

  /** Jobs waiting, those that run included. */
  get length(): number {
    return this.queue.length + this.exits.length
  }

  /** Waits until no job is left, those that jobs add included; while the database is away they are abandoned instead. */
  async close(): Promise<void> {
    do {
      await this.queue.close()
      await this.exits.close()
    } while (this.length > 0)
  }
}
