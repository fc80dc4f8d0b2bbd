import type { Instant } from '../../schema/time.ts'

/** The time of a simulation: it moves when it is set. */
export class VirtualClock {
  #now: Instant
  #sleepers: { readonly until: Instant; readonly wake: () => void }[] = []

  constructor(now: Instant) {
    this.#now = now
  }

  get now(): Instant {
    return this.#now
  }

  /** Resolves when the clock has moved on by so many milliseconds, in the order of their ends. */
  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ until: this.#now + ms, wake })
    })
  }

  advanceTo(now: Instant): void {
    this.#now = now
    const due = this.#sleepers.filter(({ until }) => until <= now).sort((a, b) => a.until - b.until)
    this.#sleepers = this.#sleepers.filter(({ until }) => until > now)
    for (const { wake } of due) wake()
  }
}
