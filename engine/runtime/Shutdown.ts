import type { Logger } from 'pino'

const STEP_MS = 5_000

/** Closes resources once, last opened first, however often it is called. */
export class Shutdown {
  readonly #steps: { readonly name: string; readonly close: () => Promise<void> | void }[] = []
  readonly #log: Logger
  readonly #started = new AbortController()
  #done: Promise<void> | null = null
  #failed = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** Aborted as soon as the shutdown begins, to cancel waits. */
  get signal(): AbortSignal {
    return this.#started.signal
  }

  /** Whether the engine ends because it cannot run. */
  get failed(): boolean {
    return this.#failed
  }

  /** The engine cannot run: reports why, closes everything. Nothing happens when it is closing already. */
  fail(reason: string): void {
    if (this.#done) return
    this.#failed = true
    this.#log.fatal(reason)
    void this.run()
  }

  /** Something was opened. */
  add(name: string, close: () => Promise<void> | void): void {
    this.#steps.push({ name, close })
  }

  /** Closes everything. A step that fails or takes longer than five seconds is logged and left behind. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      this.#started.abort(new Error('the engine is stopping'))
      for (const { name, close } of this.#steps.reverse()) await this.#close(name, close)
    })()
    return this.#done
  }

  async #close(name: string, close: () => Promise<void> | void): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`did not close within ${STEP_MS / 1_000} s`)), STEP_MS)
    })
    try {
      await Promise.race([close(), tooLong])
    } catch (error) {
      this.#log.error({ err: error, step: name }, 'not closed cleanly')
    } finally {
      clearTimeout(timer)
    }
  }
}
