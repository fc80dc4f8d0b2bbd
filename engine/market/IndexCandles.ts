import { bucketStart, type Candle } from '../../schema/market/candles.ts'
import type { Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { CandleBuilder } from './CandleBuilder.ts'
import { CandleSequence, type CandleSequenceParts } from './CandleSequence.ts'
import type { TickDrop } from './TickGuard.ts'

/**
 * One index's ticks to its final candles, each minute of its session once and in order: built from the stream where it proves them, else
 * from history. Ticks before the open and after the close become no candle.
 */
export class IndexCandles {
  /** Ticks of minutes outside the index's sessions. */
  outsideTicks = 0
  readonly #parts: CandleSequenceParts
  readonly #builder = new CandleBuilder()
  readonly #sequence: CandleSequence

  constructor(parts: CandleSequenceParts) {
    this.#parts = parts
    this.#sequence = new CandleSequence(parts)
  }

  /** Ticks that came after the clock had closed their minute. */
  get lateTicks(): number {
    return this.#builder.lateTicks
  }

  /** See CandleSequence.start. */
  start(from: Instant, until: Instant, keep: (candles: readonly Candle[]) => readonly Candle[]): Promise<void> {
    return this.#sequence.start(from, until, keep)
  }

  stop(): void {
    this.#sequence.stop()
  }

  /** A tick that passed the guard at the market time `now`. */
  add(tick: Tick, now: Instant): void {
    const minute = bucketStart(tick.at, 1)
    if (this.#parts.isSessionMinute(minute)) return this.#sequence.tickIn(minute, this.#builder.add(tick, now))
    this.outsideTicks++
    this.#sequence.tickOutside(minute, this.#builder.passBy(tick, now))
  }

  /** See CandleBuilder.dropped. */
  dropped(tick: Tick, reason: TickDrop): void {
    this.#builder.dropped(tick, reason)
  }

  /** Ticks may be missing. */
  interrupt(): void {
    this.#builder.interrupt()
  }

  /** All minutes before this one are over by the clock. */
  closeBefore(minute: Instant): void {
    this.#builder.closeBefore(minute)
    this.#sequence.closedBefore(minute)
  }
}
