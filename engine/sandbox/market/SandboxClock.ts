import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { marketTimeAt, type ClockSegment, type MarketClock } from '../../../schema/market/MarketClock.ts'
import { addDays, istDate, SECOND, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { MarketSource } from '../sources/MarketSource.ts'

/** Real time for which the clock stands at a session's close before the next session opens. */
const BREAK = 3 * SECOND

export type MarketState = 'running' | 'between sessions' | 'replay over'

/**
 * The sandbox's market time: it runs `speed` times as fast as real time while a session lasts, stands at the close for a short
 * break and goes on at the next session's open. After the source's last session it stands for ever. It never runs backwards.
 */
export class SandboxClock {
  readonly #sessions: Pick<MarketSource, 'sessionFrom' | 'sessionBefore'>
  readonly #speed: number
  readonly #realNow: () => Instant
  #current: ClockSegment
  #next: ClockSegment | null

  /** Starts now at a market time, or at the first open after it. Throws a RangeError when the source has no session at all. */
  constructor(sessions: Pick<MarketSource, 'sessionFrom' | 'sessionBefore'>, speed: number, startAt: Instant, realNow: () => Instant) {
    this.#sessions = sessions
    this.#speed = speed
    this.#realNow = realNow
    this.#current = this.#firstSegment(startAt, realNow())
    this.#next = this.#segmentAfter(this.#current)
  }

  /** The clock as it is published: the session in force, and the one after it. */
  clock(): MarketClock {
    const real = this.#realNow()
    while (this.#next && this.#next.realStart <= real) {
      this.#current = this.#next
      this.#next = this.#segmentAfter(this.#current)
    }
    return { kind: 'sandbox', speed: this.#speed, segments: this.#next ? [this.#current, this.#next] : [this.#current] }
  }

  /** Market time now, or in some real milliseconds. */
  now(ahead = 0): Instant {
    return marketTimeAt(this.clock(), this.#realNow() + ahead)
  }

  state(): MarketState {
    if (this.now() < this.#current.sessionClose) return 'running'
    return this.#next ? 'between sessions' : 'replay over'
  }

  #firstSegment(startAt: Instant, real: Instant): ClockSegment {
    const today = istDate(startAt)
    const coming = this.#sessions.sessionFrom(startAt > SHIPPED_MARKET_RULES.sessionHours(today).close ? addDays(today, 1) : today)
    if (coming !== null) return segment(coming, startAt, real)
    const last = this.#sessions.sessionBefore(today)
    if (last === null) throw new RangeError('the market has no session')
    return segment(last, startAt, real)
  }

  #segmentAfter(current: ClockSegment): ClockSegment | null {
    const date = this.#sessions.sessionFrom(addDays(istDate(current.sessionClose), 1))
    if (date === null) return null
    const closedAt = current.realStart + (current.sessionClose - current.marketStart) / this.#speed
    return segment(date, SHIPPED_MARKET_RULES.sessionHours(date).open, closedAt + BREAK)
  }
}

function segment(date: IsoDate, startAt: Instant, realStart: Instant): ClockSegment {
  const { open, close } = SHIPPED_MARKET_RULES.sessionHours(date)
  return { realStart, marketStart: Math.min(close, Math.max(open, startAt)), sessionOpen: open, sessionClose: close }
}
