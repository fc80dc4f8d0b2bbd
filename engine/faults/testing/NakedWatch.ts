import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../../schema/time.ts'

const LOOK_EVERY = 100

/** Polls which open legs nothing protects at the exchange. For tests only. */
export class NakedWatch {
  readonly #look: () => Promise<readonly string[]>
  /** By leg, in this process's time. */
  readonly #since = new Map<string, number>()
  #longest = 0
  #isOver = false
  readonly #over: Promise<void>

  /** Begins at once. `look`: the legs that are naked now. */
  constructor(look: () => Promise<readonly string[]>) {
    this.#look = look
    this.#over = this.#run()
  }

  /** Resolves with the seconds for which the leg that was naked for the longest time was so, without a break. Rejects as `look` does. */
  async end(): Promise<number> {
    this.#isOver = true
    await this.#over
    return this.#longest / SECOND
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const naked = new Set(await this.#look())
      const now = performance.now()
      for (const id of this.#since.keys()) if (!naked.has(id)) this.#since.delete(id)
      for (const id of naked) {
        const since = this.#since.get(id) ?? now
        this.#since.set(id, since)
        this.#longest = Math.max(this.#longest, now - since)
      }
      await sleep(LOOK_EVERY)
    }
  }
}
