/** What a read gave. */
export interface Reading<Value> {
  readonly value: Value
  /** Monotonic time at which it was asked for: what was true then, or later. */
  readonly askedAt: number
}

/** Reads that are rationed: those who ask while one is under way share the next, and one that is young enough is not repeated. */
export class SharedRead<Value> {
  readonly #fetch: () => Promise<Value>
  #last: Reading<Value> | null = null
  #current: { readonly askedAt: number; readonly reading: Promise<Reading<Value>> } | null = null
  #next: Promise<Reading<Value>> | null = null

  constructor(fetch: () => Promise<Value>) {
    this.#fetch = fetch
  }

  /** A reading that was asked for at `since` or later. Rejects as the fetch does. */
  read(since: number): Promise<Reading<Value>> {
    if (this.#last && this.#last.askedAt >= since) return Promise.resolve(this.#last)
    if (this.#current && this.#current.askedAt >= since) return this.#current.reading
    const before = this.#current?.reading ?? Promise.resolve()
    this.#next ??= before.then(ignore, ignore).then(() => this.#begin())
    return this.#next
  }

  #begin(): Promise<Reading<Value>> {
    this.#next = null
    const askedAt = performance.now()
    const reading = this.#fetch()
      .then((value) => (this.#last = { value, askedAt }))
      .finally(() => (this.#current = null))
    this.#current = { askedAt, reading }
    return reading
  }
}

function ignore(): void {}
