import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'

/** Tells values to whoever listens to their key. */
export class Topic<Value> {
  readonly #listeners = new Map<string, Set<(value: Value) => void>>()

  hasListeners(key: string): boolean {
    return this.#listeners.has(key)
  }

  publish(key: string, value: Value): void {
    for (const listener of this.#listeners.get(key) ?? []) listener(value)
  }

  /** Everything published under the key from now on, until the reader stops. A reader that falls far behind loses the oldest. */
  stream(key: string): AsyncIterable<Value> {
    return new Repeater<Value>(async (push, stop) => {
      const listeners = this.#listeners.get(key) ?? new Set()
      this.#listeners.set(key, listeners)
      const listener = (value: Value) => void push(value)
      listeners.add(listener)
      await stop
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(key)
    }, new SlidingBuffer(256))
  }
}
