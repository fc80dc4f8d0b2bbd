/** What a read gave. */
export interface Reading<Value> {
  readonly value: Value
  /** Monotonic time at which it left for the broker: it is true then, or later. */
  readonly askedAt: number
}

/**
 * Reads that are rationed: one that still waits for its turn, or is young enough, serves all who ask; those who ask while one is under way
 * share the next.
 */
export class SharedRead<Value> {
  readonly #fetch: (sent: () => void) => Promise<Value>
  #last: Reading<Value> | null = null
  /** `sentAt` is Infinity until it left. */
  #current: { readonly call: { readonly sentAt: number }; readonly reading: Promise<Reading<Value>> } | null = null
  #next: Promise<Reading<Value>> | null = null

  /** `fetch` calls `sent` when it leaves, each time it is sent again too. */
  constructor(fetch: (sent: () => void) => Promise<Value>) {
    this.#fetch = fetch
  }

  /** A reading that left at `since` or later. Rejects as the fetch does. */
  read(since: number): Promise<Reading<Value>> {
    if (this.#last && this.#last.askedAt >= since) return Promise.resolve(this.#last)
    if (this.#current && this.#current.call.sentAt >= since) return this.#current.reading
    const before = this.#current?.reading ?? Promise.resolve()
    this.#next ??= before.then(ignore, ignore).then(() => this.#begin())
    return this.#next
  }

  #begin(): Promise<Reading<Value>> {
    this.#next = null
    const call = { sentAt: Infinity }
    const reading = this.#fetch(() => (call.sentAt = performance.now()))
      .then((value) => (this.#last = { value, askedAt: call.sentAt }))
      .finally(() => (this.#current = null))
    this.#current = { call, reading }
    return reading
  }
}

function ignore(): void {}
