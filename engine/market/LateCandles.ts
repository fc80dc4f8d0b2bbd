import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'

/** Real time between two requests: doubled from the first to the longest. */
const FIRST_DELAY = 15 * SECOND
const LONGEST_DELAY = 5 * MINUTE

export interface LateCandlesParts {
  /** The market's own closed candles with `from` ≤ time < `to`, oldest first. Rejects with a BrokerError. */
  readonly history: (index: IndexSymbol, from: Instant, to: Instant) => Promise<readonly Candle[]>
  readonly marketNow: () => Instant
  /** Called with candles that came late, oldest first. Must not throw. */
  readonly emit: (index: IndexSymbol, candles: readonly Candle[]) => void
  readonly log: Pick<Logger, 'info'>
  /** Waits, in real milliseconds; by a timer that ends with the signal unless given. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Keeps asking the market's history, ever slower, for minutes that it lacked when their candles were due. Gives up on a minute when its
 * day is over: the backfill of the next day asks for it again.
 */
export class LateCandles {
  readonly #parts: LateCandlesParts
  readonly #stopping = new AbortController()
  readonly #missing = new Map<IndexSymbol, Set<Instant>>()

  constructor(parts: LateCandlesParts) {
    this.#parts = parts
  }

  /** These minutes of an index have no candle yet. */
  expect(index: IndexSymbol, minutes: readonly Instant[]): void {
    const missing = this.#missing.get(index)
    if (missing) {
      for (const minute of minutes) missing.add(minute)
      return
    }
    this.#missing.set(index, new Set(minutes))
    void this.#ask(index)
  }

  /** Ends all asking. */
  stop(): void {
    this.#stopping.abort()
  }

  /** Asks until nothing is missing. */
  async #ask(index: IndexSymbol): Promise<void> {
    const { marketNow, emit, log } = this.#parts
    const missing = this.#missing.get(index)!
    for (let delay = FIRST_DELAY; ; delay = Math.min(LONGEST_DELAY, 2 * delay)) {
      await this.#pause(delay)
      if (this.#stopping.signal.aborted) return
      const today = istDate(marketNow())
      for (const minute of missing) if (istDate(minute) < today) missing.delete(minute)
      const late = missing.size === 0 ? [] : (await this.#read(index, [...missing])).filter(({ time }) => missing.has(time))
      if (this.#stopping.signal.aborted) return
      for (const { time } of late) missing.delete(time)
      if (late.length > 0) {
        log.info({ symbol: index, first: late[0]!.time, count: late.length }, 'candles that the market did not have in time have come')
        emit(index, late)
      }
      if (missing.size > 0) continue
      this.#missing.delete(index)
      return
    }
  }

  /** Nothing when the market cannot be reached: it is asked again. */
  async #read(index: IndexSymbol, minutes: readonly Instant[]): Promise<readonly Candle[]> {
    try {
      return await this.#parts.history(index, Math.min(...minutes), Math.max(...minutes) + MINUTE)
    } catch (error) {
      if (error instanceof BrokerError) return []
      throw error
    }
  }

  /** Ends early, without an error, when stopped. */
  async #pause(ms: number): Promise<void> {
    const { pause } = this.#parts
    const { signal } = this.#stopping
    await (pause ? pause(ms, signal) : sleep(ms, undefined, { signal }).catch(() => undefined))
  }
}
