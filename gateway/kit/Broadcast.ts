import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import { Multimap } from '../../schema/Multimap.ts'

/** Values that wait for a slow reader. */
const BEHIND = 256

export interface Numbered<Value> {
  readonly sequence: number
  readonly value: Value
}

/** Publishes values to the subscribers of their key. */
export class Broadcast<Value> {
  readonly #listeners = new Multimap<string, (value: Value) => void>()

  hasListeners(key: string): boolean {
    return this.#listeners.has(key)
  }

  /** The keys with subscribers, at this moment. */
  keys(): string[] {
    return [...this.#listeners.keys()]
  }

  publish(key: string, value: Value): void {
    for (const listener of this.#listeners.of(key)) listener(value)
  }

  /** Everything published under the key from now on, until the reader stops. A reader that falls far behind loses the oldest. */
  stream(key: string): AsyncIterable<Value> {
    return this.#listen(key, (value) => value)
  }

  /** The same, numbered 1, 2, 3 … before anything is lost: a gap in the numbers is a lost value. */
  numbered(key: string): AsyncIterable<Numbered<Value>> {
    let sequence = 0
    return this.#listen(key, (value) => ({ sequence: ++sequence, value }))
  }

  #listen<Told>(key: string, tell: (value: Value) => Told): AsyncIterable<Told> {
    return new Repeater<Told>(async (push, stop) => {
      const listener = (value: Value) => void push(tell(value))
      this.#listeners.add(key, listener)
      await stop
      this.#listeners.delete(key, listener)
    }, new SlidingBuffer(BEHIND))
  }
}
