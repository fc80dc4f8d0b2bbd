import { setTimeout as sleep } from 'node:timers/promises'
import type { Candle } from '../../schema/market/candles.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'

/** How long to wait before retrying a minute that the market's history does not have yet. */
const MISSING_DELAYS = [0.5 * SECOND, 1.5 * SECOND, 4 * SECOND]
const LONGEST_ERROR_DELAY = 15 * SECOND

export interface CandleSequenceParts {
  /** The market's own closed candles with `from` ≤ time < `to`, oldest first. Rejects with a BrokerError. */
  readonly history: (from: Instant, to: Instant) => Promise<readonly Candle[]>
  readonly isSessionMinute: (minute: Instant) => boolean
  /** Whether a candle of the market's history may be one of a session's; others, such as a pre-open auction's, are dropped. */
  readonly mayHaveCandle: (minute: Instant) => boolean
  /** How many history candles were dropped for lying outside the session. */
  readonly onOutside: (candles: number) => void
  readonly emit: (candle: Candle) => void
  /** Session minutes that the market's history still lacks; the stream goes on without them. */
  readonly onGap: (minutes: readonly Instant[]) => void
  readonly onError: (error: BrokerError) => void
  /** Waits, in real milliseconds; by a timer that ends early when stopped, unless given. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * One index's closed candles in strict order, each minute once and final. Passes on candles that the stream completed; fetches what is
 * missing before them from the market's history first.
 */
export class CandleSequence {
  readonly #parts: CandleSequenceParts
  readonly #stopping = new AbortController()
  readonly #waiting: Candle[] = []
  /** The last minute that is settled: emitted, or known to have no candle. */
  #cursor: Instant = -Infinity
  #closedBefore: Instant = -Infinity
  #lastOpened: Instant = -Infinity
  /** True while history is being fetched, and until `start` is through. */
  #settling = true

  constructor(parts: CandleSequenceParts) {
    this.#parts = parts
  }

  /**
   * Emits what the market has of [from, until), cut by `keep`; then runs by itself, beginning with what closed meanwhile. Call once.
   * Retries while the broker cannot be reached; resolves early when stopped.
   */
  async start(from: Instant, until: Instant, keep: (candles: readonly Candle[]) => readonly Candle[]): Promise<void> {
    this.#closedBefore = Math.max(this.#closedBefore, until)
    this.#cursor = from - MINUTE
    for (const candle of keep(await this.#ask(from, until))) this.#give(candle)
    this.#settling = false
    void this.#settle()
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** A tick of this minute came; `completed` is the candle of the minute before it, when this tick completed one. */
  tickIn(minute: Instant, completed: Candle | null): void {
    if (minute <= this.#lastOpened) return
    this.#lastOpened = minute
    this.#over(minute, completed)
  }

  /** A tick of a minute that can have no candle came: the minutes before it are over. `completed` as in `tickIn`. */
  tickOutside(minute: Instant, completed: Candle | null): void {
    if (completed || minute > this.#closedBefore) this.#over(minute, completed)
  }

  #over(minute: Instant, completed: Candle | null): void {
    this.#closedBefore = Math.max(this.#closedBefore, minute)
    if (completed) {
      if (!this.#settling && completed.time === this.#cursor + MINUTE) this.#give(completed)
      else this.#waiting.push(completed)
    }
    void this.#settle()
  }

  /** All minutes before this one are over by the clock. */
  closedBefore(minute: Instant): void {
    if (minute <= this.#closedBefore) return
    this.#closedBefore = minute
    void this.#settle()
  }

  async #settle(): Promise<void> {
    if (this.#settling) return
    this.#settling = true
    while (!this.#stopping.signal.aborted) {
      const next = this.#cursor + MINUTE
      const first = this.#waiting[0]
      if (first && first.time <= next) {
        this.#waiting.shift()
        if (first.time === next) this.#give(first)
        continue
      }
      const until = first?.time ?? this.#closedBefore
      if (!this.#isHole(next, until)) break
      await this.#fill(next, until)
    }
    this.#settling = false
  }

  /** Whether [from, until) must be fetched from history: it had ticks in it or right after it, or lies in a session. */
  #isHole(from: Instant, until: Instant): boolean {
    if (from >= until) return false
    if (this.#waiting.length > 0 || (this.#lastOpened >= from && this.#lastOpened <= until)) return true
    return this.#missing(from, until, []).length > 0
  }

  async #fill(from: Instant, until: Instant): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const candles = await this.#ask(this.#cursor + MINUTE, until)
      if (this.#stopping.signal.aborted) return
      const missing = this.#missing(this.#cursor + MINUTE, until, candles)
      const delay = MISSING_DELAYS[attempt]
      const certainBefore = missing[0] === undefined || delay === undefined ? until : missing[0]
      for (const candle of candles) if (candle.time < certainBefore) this.#give(candle)
      if (certainBefore === until) {
        if (missing.length > 0) this.#parts.onGap(missing)
        this.#cursor = until - MINUTE
        return
      }
      await this.#pause(delay ?? 0)
    }
  }

  /** The minutes of [from, until) that must have a candle but have none here. */
  #missing(from: Instant, until: Instant, candles: readonly Candle[]): readonly Instant[] {
    const there = new Set(candles.map((candle) => candle.time))
    const missing: Instant[] = []
    for (let minute = from; minute < until; minute += MINUTE) {
      if (!there.has(minute) && (minute === this.#lastOpened || this.#parts.isSessionMinute(minute))) missing.push(minute)
    }
    return missing
  }

  /** Retries until there is an answer: an unreachable market does not prove that a candle is missing. */
  async #ask(from: Instant, until: Instant): Promise<readonly Candle[]> {
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt++) {
      try {
        const candles = await this.#parts.history(from, until)
        const kept = candles.filter(({ time }) => this.#parts.mayHaveCandle(time))
        if (kept.length < candles.length) this.#parts.onOutside(candles.length - kept.length)
        return kept
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error
        if (!this.#stopping.signal.aborted) this.#parts.onError(error)
        await this.#pause(Math.min(LONGEST_ERROR_DELAY, SECOND * 2 ** attempt))
      }
    }
    return []
  }

  #give(candle: Candle): void {
    this.#cursor = candle.time
    this.#parts.emit(candle)
  }

  /** Ends early, without an error, when stopped: the callers check the signal. */
  async #pause(ms: number): Promise<void> {
    const { pause } = this.#parts
    await (pause ? pause(ms) : sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined))
  }
}
