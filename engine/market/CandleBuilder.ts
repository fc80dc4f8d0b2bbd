import { bucketStart, type Candle } from '../../schema/market/candles.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import type { TickDrop } from './TickGuard.ts'

interface OpenMinute {
  readonly time: Instant
  readonly firstAt: Instant
  readonly open: Paise
  high: Paise
  low: Paise
  close: Paise
  /** Every tick of this minute went into it. */
  complete: boolean
}

/**
 * One index's ticks to one-minute candles, by market time. Ticks come in time order over a wire that keeps their order, so a tick of a
 * later minute proves that the earlier minute is complete.
 *
 * Emits complete candles only. A minute is complete when ticks were coming before it began, the stream was unbroken from then until the
 * first tick of a later minute, and no dropped tick could have changed it.
 */
export class CandleBuilder {
  /** Ticks that came after the clock had closed their minute. */
  lateTicks = 0
  #minute: OpenMinute | null = null
  /** Market time of the first tick since the stream began or broke; minutes that began later are complete. */
  #unbrokenSince: Instant = Infinity
  #closedBefore: Instant = -Infinity
  #doubtedThrough: Instant = -Infinity

  /** Takes a tick that came at the market time `now`. Returns the candle it completes, if any. */
  add(tick: Tick, now: Instant): Candle | null {
    this.#streams(tick, now)
    const time = bucketStart(tick.at, 1)
    if (time < this.#closedBefore) {
      this.lateTicks++
      return null
    }
    const minute = this.#minute
    if (minute?.time === time) {
      minute.high = tick.lastPrice > minute.high ? tick.lastPrice : minute.high
      minute.low = tick.lastPrice < minute.low ? tick.lastPrice : minute.low
      minute.close = tick.lastPrice
      return null
    }
    const price = tick.lastPrice
    const complete = time > this.#unbrokenSince && time > this.#doubtedThrough
    const completed = this.#finish(time)
    this.#minute = { time, firstAt: tick.at, open: price, high: price, low: price, close: price, complete }
    return completed
  }

  /**
   * A tick outside the session, whose minute has no candle. It proves the stream unbroken and the minute before it over. Returns the candle
   * it completes, if any.
   */
  passBy(tick: Tick, now: Instant): Candle | null {
    this.#streams(tick, now)
    const time = bucketStart(tick.at, 1)
    return time > this.#closedBefore ? this.#finish(time) : null
  }

  /** The clock says that all minutes before this one are over. That proves nothing about their ticks: they stay incomplete. */
  closeBefore(time: Instant): void {
    if (time <= this.#closedBefore) return
    this.#closedBefore = time
    if (this.#minute && this.#minute.time < time) this.#minute = null
  }

  /** A tick was dropped: the stream no longer proves the minute it may have belonged to. */
  dropped(tick: Tick, reason: TickDrop): void {
    // Either the time stamp or this clock is wrong; if the clock, this tick and those after it are right.
    if (reason === 'future') this.interrupt()
    else if (reason === 'unconfirmed') this.doubt(tick)
    else if (reason === 'late') this.doubtLate(tick)
  }

  /** The stream is known to be unbroken from its first tick on. */
  #streams(tick: Tick, now: Instant): void {
    // By the clock, not the tick alone: a time stamp that is too old proves nothing.
    if (this.#unbrokenSince === Infinity) this.#unbrokenSince = Math.max(now, tick.at)
  }

  /** Ends the open minute, because a tick of the minute `time` came. */
  #finish(time: Instant): Candle | null {
    const minute = this.#minute
    this.#minute = null
    this.#closedBefore = time
    return minute?.complete
      ? { time: minute.time, open: minute.open, high: minute.high, low: minute.low, close: minute.close, volume: 0 }
      : null
  }

  /** Ticks may be missing: the connection broke, or ticks were dropped that may have been right. */
  interrupt(): void {
    this.#unbrokenSince = Infinity
    if (this.#minute) this.#minute.complete = false
  }

  /** A tick was dropped that may have been right. */
  doubt(tick: Tick): void {
    const time = bucketStart(tick.at, 1)
    if (this.#minute?.time === time) this.#minute.complete = false
    else if (time > this.#doubtedThrough) this.#doubtedThrough = time
  }

  /** A tick was dropped for coming out of order: it matters only if it would have changed the open minute. */
  doubtLate(tick: Tick): void {
    const minute = this.#minute
    if (!minute || bucketStart(tick.at, 1) !== minute.time) return
    const inside = tick.at >= minute.firstAt && tick.lastPrice >= minute.low && tick.lastPrice <= minute.high
    if (!inside) minute.complete = false
  }
}
