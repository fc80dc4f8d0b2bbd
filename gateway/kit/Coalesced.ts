/** Work that runs once at a time: requests while it runs make one more run afterwards. So what is read last is reported last. */
export class Coalesced {
  readonly #work: () => Promise<void>
  #isAskedFor = false
  #underWay: Promise<void> | null = null

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** Resolves when a run that began after this call has ended; rejects with what a run throws, which ends those waited for with it. */
  run(): Promise<void> {
    this.#isAskedFor = true
    this.#underWay ??= this.#runAll().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  async #runAll(): Promise<void> {
    while (this.#isAskedFor) {
      this.#isAskedFor = false
      await this.#work()
    }
  }
}
