import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../../../schema/time.ts'
import { BrokerError } from '../../port.ts'

/** Between two reads while no order is open: late fills, annulled ones, and trades by hand. */
const IDLE = 10 * SECOND
/** After books that could not be read while an order is open. */
const AFTER_FAILURE = 2 * SECOND

export interface BookWatchParts {
  /** Reads the books; waits for its turn at the broker. */
  readonly refresh: () => Promise<void>
  /** Whether an order is on its way or waits. */
  readonly isBusy: () => boolean
}

/** Reads an account's books as often as the broker allows while an order is open, every ten seconds otherwise, and whenever it is nudged. */
export class BookWatch {
  readonly #parts: BookWatchParts
  readonly #closing = new AbortController()
  #nudge = new AbortController()

  constructor(parts: BookWatchParts) {
    this.#parts = parts
  }

  /** Runs until it is closed. Never rejects. */
  async run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#nudge = new AbortController()
      const wait = await this.#look()
      await sleep(wait, undefined, { signal: AbortSignal.any([this.#nudge.signal, this.#closing.signal]) }).catch(() => undefined)
    }
  }

  /** Something may have happened: reads now, or again after the read under way. */
  nudge(): void {
    this.#nudge.abort()
  }

  close(): void {
    this.#closing.abort()
  }

  async #look(): Promise<number> {
    const { refresh, isBusy } = this.#parts
    try {
      await refresh()
      return isBusy() ? 0 : IDLE
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      // Whoever reads the books of an account with something live tells that they cannot be read.
      return isBusy() ? AFTER_FAILURE : IDLE
    }
  }
}
