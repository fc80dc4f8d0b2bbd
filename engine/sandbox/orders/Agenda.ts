import type { Instant } from '../../../schema/time.ts'

interface Task {
  readonly at: Instant
  run(at: Instant): void
}

/** What is to be done at moments of market time; at the same moment in the order it was entered. */
export class Agenda {
  #tasks: Task[] = []

  add(at: Instant, run: (at: Instant) => void): void {
    const later = this.#tasks.findIndex((task) => task.at > at)
    this.#tasks.splice(later === -1 ? this.#tasks.length : later, 0, { at, run })
  }

  /** Takes out the next task that is due by a moment; null when there is none. */
  next(until: Instant): Task | null {
    return this.#tasks.length > 0 && this.#tasks[0]!.at <= until ? this.#tasks.shift()! : null
  }

  clear(): void {
    this.#tasks = []
  }
}
