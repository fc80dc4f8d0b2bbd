import type { Logger } from 'pino'
import type { SymbolCandle } from './SymbolCandle.ts'

/** Candles buffered while the database does not answer: a quarter of an hour of a hundred contracts. */
const MOST_WAITING = 1_500

/**
 * Stores option candles for later backtests, off the path that trading waits for, in batches when many wait. While the database does not
 * answer it buffers the newest and retries with the next batch.
 */
export class OptionRecorder {
  readonly #save: (candles: readonly SymbolCandle[]) => Promise<void>
  readonly #log: Pick<Logger, 'warn'>
  #waiting: readonly SymbolCandle[] = []
  #saving: Promise<void> | null = null
  #failing = false
  #dropped = 0

  constructor(save: (candles: readonly SymbolCandle[]) => Promise<void>, log: Pick<Logger, 'warn'>) {
    this.#save = save
    this.#log = log
  }

  /** Candles that were never stored. */
  get dropped(): number {
    return this.#dropped
  }

  add(candle: SymbolCandle): void {
    this.#dropped += Math.max(0, this.#waiting.length + 1 - MOST_WAITING)
    this.#waiting = [...this.#waiting, candle].slice(-MOST_WAITING)
    this.#saving ??= this.#saveAll().finally(() => (this.#saving = null))
  }

  /** Waits for writes under way. */
  async close(): Promise<void> {
    await this.#saving
  }

  async #saveAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#save(batch)
        this.#failing = false
      } catch (error) {
        if (!this.#failing) this.#log.warn({ err: error }, 'option candles not stored')
        this.#failing = true
        this.#dropped += Math.max(0, batch.length + this.#waiting.length - MOST_WAITING)
        this.#waiting = [...batch, ...this.#waiting].slice(-MOST_WAITING)
        return
      }
    }
  }
}
