import { createHash } from 'node:crypto'

/** All events of a simulated day, in order. Two days are equal when their hashes are. */
export class Journal {
  readonly #hash = createHash('sha256')
  #entries = 0

  get entries(): number {
    return this.#entries
  }

  /** `facts` must be plain data whose keys come in the same order each time. */
  append(kind: string, facts: unknown): void {
    this.#entries++
    this.#hash.update(`${kind} ${JSON.stringify(facts)}\n`)
  }

  /** Of everything appended so far, as hexadecimal digits. */
  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}
