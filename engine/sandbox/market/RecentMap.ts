/** A cache of the entries used last. */
export class RecentMap<Value> {
  readonly #capacity: number
  readonly #entries = new Map<string, Value>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The value of a key, made when it is not there; the entry unused for longest makes room. */
  get(key: string, make: () => Value): Value {
    const value = this.#entries.has(key) ? this.#entries.get(key)! : make()
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!)
    return value
  }
}
