import type { Logger } from 'pino'
import type { StopAll, StopFile } from './StopFile.ts'

export interface StopWatchParts {
  readonly file: Pick<StopFile, 'read' | 'remove'>
  /** Obeys at once, from this engine's memory. */
  readonly obey: (order: StopAll) => void
  /** Stores the kill switch; rejects while the database is away. */
  readonly store: (order: StopAll) => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

/** Obeys a stop that waits in the data folder, and makes a kill switch of it as soon as the database answers. */
export class StopWatch {
  readonly #parts: StopWatchParts
  #isObeyed = false
  #isStoring = false

  constructor(parts: StopWatchParts) {
    this.#parts = parts
  }

  /** Looks; call it several times a second. Never throws. */
  onTime(): void {
    const { file, obey, log } = this.#parts
    const order = file.read()
    if (!order) return void (this.#isObeyed = false)
    if (!this.#isObeyed) {
      this.#isObeyed = true
      log.warn(order, 'stopped by the data folder')
      obey(order)
    }
    if (this.#isStoring) return
    this.#isStoring = true
    void this.#store(order).finally(() => (this.#isStoring = false))
  }

  async #store(order: StopAll): Promise<void> {
    try {
      await this.#parts.store(order)
      this.#parts.file.remove()
    } catch {
      // The database is away, which the lanes log; the next look tries again.
    }
  }
}
