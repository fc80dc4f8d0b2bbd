import type { JobQueue } from '../../runtime/JobQueue.ts'

export interface BatchJobsParts<Item, Stored> {
  readonly queue: JobQueue
  /** Of the jobs. */
  readonly name: string
  /** Removes the next batch from the front of what waits. */
  readonly take: (waiting: Item[]) => readonly Item[]
  /** May be called again with a batch: a commit may have succeeded although its answer was lost. */
  readonly store: (batch: readonly Item[]) => Promise<Stored>
  /** Yields its thread often: the database is waiting for it. */
  readonly takeUp: (stored: Stored) => Promise<void>
  /** Storing or taking up a batch kept failing. */
  readonly onAbandoned: (batch: readonly Item[]) => void
}

/**
 * Works through what arrives in batches, in its order: each is stored, and memory takes it up while the database stores the next one. A job
 * goes on to the next batch only while no other job waits; what arrived before another job was added is stored before that runs, but for
 * what one batch has no room for.
 */
export class BatchJobs<Item, Stored> {
  readonly #parts: BatchJobsParts<Item, Stored>
  #waiting: Item[] = []
  /** Whether a job of these waits in the queue. */
  #isQueued = false

  constructor(parts: BatchJobsParts<Item, Stored>) {
    this.#parts = parts
  }

  /** What no job has taken yet. */
  get waiting(): readonly Item[] {
    return this.#waiting
  }

  add(items: readonly Item[]): void {
    for (const item of items) this.#waiting.push(item)
    this.#queueJob()
  }

  /** Items that were stored in vain: they come before all that wait. */
  addAgain(items: readonly Item[]): void {
    this.#waiting = [...items, ...this.#waiting]
    this.#queueJob()
  }

  #queueJob(): void {
    if (this.#isQueued || this.#waiting.length === 0) return
    this.#isQueued = true
    const { queue, name, store, takeUp, onAbandoned } = this.#parts
    let current: readonly Item[] | null = null
    let hasFailed = false
    const job = async () => {
      if (!hasFailed) {
        this.#isQueued = false
        current = this.#next()
      }
      let takeUpLast = async () => {}
      try {
        while (current) {
          const storing = store(current)
          const takingUp = takeUpLast()
          // Neither is under way any more when the job fails.
          await Promise.allSettled([storing, takingUp])
          await takingUp
          const stored = await storing
          takeUpLast = () => takeUp(stored)
          const isAlone = queue.length === (this.#isQueued ? 2 : 1)
          // After a failure memory is reconciled first.
          current = isAlone && !hasFailed ? this.#next() : null
        }
        await takeUpLast()
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
    void queue.add(name, job).then((outcome) => {
      if (outcome === 'abandoned' && current) onAbandoned(current)
    })
  }

  #next(): readonly Item[] | null {
    if (this.#waiting.length === 0) return null
    const batch = this.#parts.take(this.#waiting)
    // The rest keeps its place before what is added to the queue later.
    this.#queueJob()
    return batch
  }
}
