/** Workers that look for a job one after the other: what one has found is counted before the next one looks. */
export class LookingTurns {
  #last: Promise<void> = Promise.resolve()
  #end: () => void = () => undefined

  /** Resolves when it is the caller's turn, which lasts until end(). */
  async begin(): Promise<void> {
    const before = this.#last
    let end = this.#end
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    this.#end = end
  }

  end(): void {
    this.#end()
  }
}
