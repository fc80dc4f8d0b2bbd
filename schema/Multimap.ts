/** The values of a key that has had more than one. */
class Several<Value> extends Set<Value> {}

/**
 * Sets of values by key, each in the order of adding. Made for many keys with one value each, as an account has one order and a trade one
 * leg: such a key takes no set of its own.
 */
export class Multimap<Key, Value extends string | number | object> {
  readonly #byKey = new Map<Key, Value | Several<Value>>()

  /** How many keys have values. */
  get size(): number {
    return this.#byKey.size
  }

  has(key: Key): boolean {
    return this.#byKey.has(key)
  }

  add(key: Key, value: Value): void {
    const known = this.#byKey.get(key)
    if (known instanceof Several) known.add(value)
    else if (known === undefined) this.#byKey.set(key, value)
    else if (known !== value) this.#byKey.set(key, new Several([known, value]))
  }

  /** False: it was not there. */
  delete(key: Key, value: Value): boolean {
    const known = this.#byKey.get(key)
    if (!(known instanceof Several)) return known === value && this.#byKey.delete(key)
    const deleted = known.delete(value)
    if (known.size === 0) this.#byKey.delete(key)
    return deleted
  }

  /** The values of a key. Not a copy: what is added or deleted while they are read may show. */
  of(key: Key): Iterable<Value> {
    const known = this.#byKey.get(key)
    if (known instanceof Several) return known
    return known === undefined ? [] : [known]
  }

  /** Takes all values of a key out. */
  take(key: Key): Iterable<Value> {
    const values = this.of(key)
    this.#byKey.delete(key)
    return values
  }

  /** The keys with values. */
  keys(): IterableIterator<Key> {
    return this.#byKey.keys()
  }

  /** The values of all keys. */
  *values(): IterableIterator<Value> {
    for (const key of this.#byKey.keys()) yield* this.of(key)
  }
}
