import { FixedQueue, queueOptionsSymbol } from 'piscina'

type WaitingTask = Parameters<FixedQueue['push']>[0]

/** Marks a task posted to a thread as urgent: by a symbol, so that no thread receives it. */
export const URGENT = { [queueOptionsSymbol]: {} } as const

/** The tasks of a thread in the order in which they came, but for urgent ones, which go before all others. */
export class UrgentFirst {
  readonly #urgent = new FixedQueue()
  readonly #others = new FixedQueue()

  get size(): number {
    return this.#urgent.size + this.#others.size
  }

  push(task: WaitingTask): void {
    this.#queueOf(task).push(task)
  }

  shift(): WaitingTask | null {
    return this.#urgent.size > 0 ? this.#urgent.shift() : this.#others.shift()
  }

  remove(task: WaitingTask): void {
    this.#queueOf(task).remove(task)
  }

  #queueOf(task: WaitingTask): FixedQueue {
    return task[queueOptionsSymbol] === null ? this.#others : this.#urgent
  }
}
