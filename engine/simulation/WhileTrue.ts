import type { Instant } from '../../schema/time.ts'

/** Since when something is true, by id. */
export class WhileTrue {
  readonly #now: () => Instant
  readonly #since = new Map<string, Instant>()

  constructor(now: () => Instant) {
    this.#now = now
  }

  follow(id: string, isTrue: boolean): void {
    if (!isTrue) this.#since.delete(id)
    else if (!this.#since.has(id)) this.#since.set(id, this.#now())
  }

  /** Whether it has been true for longer than that, and after `from`. */
  lasts(id: string, ms: number, from: Instant = -Infinity): boolean {
    const since = this.#since.get(id)
    return since !== undefined && this.#now() - Math.max(since, from) > ms
  }

  /** It counts from the next time on that it is true. */
  forget(id: string): void {
    this.#since.delete(id)
  }

  clear(): void {
    this.#since.clear()
  }
}
