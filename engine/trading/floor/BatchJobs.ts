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
 * goes on to the next batch only while no other job waits.
 */
export class BatchJobs<Item, Stored> {
  readonly #parts: BatchJobsParts<Item, Stored>
  readonly #waiting: Item[] = []
  /** Whether a job waits or runs. */
  #isDue = false

  constructor(parts: BatchJobsParts<Item, Stored>) {
    this.#parts = parts
  }

  /** What no job has taken yet. */
  get waiting(): readonly Item[] {
    return this.#waiting
  }

  add(items: readonly Item[]): void {
    for (const item of items) this.#waiting.push(item)
    this.#workOn()
  }

  #workOn(): void {
    if (this.#isDue || this.#waiting.length === 0) return
    this.#isDue = true
    const { queue, name, onAbandoned } = this.#parts
    let current: readonly Item[] | null = null
    let hasFailed = false
    const job = async () => {
      if (!hasFailed) current = this.#next()
      let takeUpLast = async () => {}
      try {
        while (current) {
          const storing = this.#parts.store(current)
          const takingUp = takeUpLast()
          // Neither is under way any more when the job fails.
          await Promise.allSettled([storing, takingUp])
          await takingUp
          const stored = await storing
          takeUpLast = () => this.#parts.takeUp(stored)
          // After a failure memory is reconciled first.
          current = queue.length === 1 && !hasFailed ? this.#next() : null
        }
        await takeUpLast()
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
    void queue.add(name, job).then((outcome) => {
      this.#isDue = false
      if (outcome === 'abandoned' && !current) return
      if (outcome === 'abandoned' && current) onAbandoned(current)
      this.#workOn()
    })
  }

  #next(): readonly Item[] | null {
    return this.#waiting.length === 0 ? null : this.#parts.take(this.#waiting)
  }
}
