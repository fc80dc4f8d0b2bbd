/** One read for all who ask for the same thing at the same time. Nobody is given what was read before the question: a read under way is waited for, and the next one answers all who came meanwhile. */
export class SharedReads<Value> {
  readonly #underWay = new Map<string, Reading<Value>>()

  /** Resolves and rejects as `read` does. Concurrent reads of the same key are shared by all callers. */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    const underWay = this.#underWay.get(key)
    if (!underWay) return this.#start(key, read)
    const start = () => this.#start(key, read)
    underWay.next ??= underWay.answer.then(start, start)
    return underWay.next
  }

  #start(key: string, read: () => Promise<Value>): Promise<Value> {
    const answer = read()
    const reading: Reading<Value> = { answer, next: null }
    this.#underWay.set(key, reading)
    const end = () => {
      if (reading.next === null) this.#underWay.delete(key)
    }
    answer.then(end, end)
    return answer
  }
}

interface Reading<Value> {
  readonly answer: Promise<Value>
  next: Promise<Value> | null
}
