import { istDay, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { InstrumentKey, Tick } from '../../broker/port.ts'

/** The latest quote of each instrument on the market day; quotes of another day say nothing about this one and are dropped. */
export class DayQuotes {
  readonly #quotes = new Map<string, Tick>()
  #day: ReturnType<typeof istDay>

  /** `now`: market time. */
  constructor(now: Instant) {
    this.#day = istDay(now)
  }

  /** Drops a quote of an earlier day, which a feed may send on connect. A quote may come before the clock says that its day has begun. */
  onTick(tick: Tick): void {
    if (tick.at >= this.#day.from) this.#quotes.set(instrumentId(tick), tick)
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    if (now >= this.#day.from && now < this.#day.to) return
    this.#day = istDay(now)
    for (const [id, { at }] of this.#quotes) if (at < this.#day.from || at >= this.#day.to) this.#quotes.delete(id)
  }

  /** Null: no quote today. */
  of(key: InstrumentKey): Tick | null {
    return this.#quotes.get(instrumentId(key)) ?? null
  }
}
