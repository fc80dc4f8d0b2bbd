/** A map that forgets what was longest not used once its entries weigh too much together. */
export class LatestUsed<Value> {
  readonly #maxWeight: number
  readonly #weigh: (value: Value) => number
  /** The longest not used comes first. */
  readonly #entries = new Map<string, Value>()
  #weight = 0

  /** `weigh`: of an entry that is kept, always the same; 1 when left out. */
  constructor(maxWeight: number, weigh: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weigh(value)
  }
}
