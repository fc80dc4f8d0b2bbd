const FIRST_WAIT_MS = 4
const LONGEST_WAIT_MS = 250

/**
 * When a relay that found nothing looks again: after twice as long as the last time, four milliseconds at first and a quarter of a second
 * at last. Whatever is published brings the next look forward: a row that takes a while to be committed waits about as long again.
 */
export class LookPace {
  #waitMs = LONGEST_WAIT_MS
  #isDue = false
  /** Lets the rest under way end after so many milliseconds, if it would last longer. */
  #shorten: ((ms: number) => void) | null = null

  /** Rows are about to be committed. */
  soon(): void {
    this.#waitMs = FIRST_WAIT_MS
    this.#shorten?.(FIRST_WAIT_MS)
  }

  /** Rows have been committed. */
  now(): void {
    this.#waitMs = FIRST_WAIT_MS
    this.#isDue = true
    this.#shorten?.(0)
  }

  /** A look begins: it sees what was committed so far. */
  begin(): void {
    this.#isDue = false
  }

  /** Resolves when it is time for the next look. */
  async rest(): Promise<void> {
    if (this.#isDue) return
    const ms = this.#waitMs
    this.#waitMs = Math.min(2 * ms, LONGEST_WAIT_MS)
    await new Promise<void>((resolve) => {
      let dueAt = performance.now() + ms
      let timer = setTimeout(resolve, ms)
      this.#shorten = (most) => {
        if (most > 0 && performance.now() + most >= dueAt) return
        clearTimeout(timer)
        dueAt = performance.now() + most
        if (most > 0) timer = setTimeout(resolve, most)
        else resolve()
      }
    })
    this.#shorten = null
  }
}
