import { SESSION_LIMITS } from '../../schema/limits.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { marketTimeAt, type MarketClock } from '../../schema/market/MarketClock.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { marketWait } from '../schedule/marketWait.ts'
import { indexMovesAt, previousSession, sessionAt } from '../../schema/market/sessionAt.ts'
import type { FloorWaits } from '../trading/floor/TradingFloor.ts'

/**
 * Waits in market time, and the real time they are never shorter than (schedule/marketWait.ts). An entry outlasts the age at which a quote
 * still counts as fresh: a leg that had one when its position was begun is not given up before another is due.
 */
const PATIENCE = [30 * SECOND, SESSION_LIMITS.staleFeedMs + SECOND] as const
const ENTRY_LIFE = [MINUTE, SESSION_LIMITS.staleFeedMs + 3 * SECOND] as const
const REPRICE_AFTER = [3 * SECOND, SECOND] as const
const CANDLE_LIFE = [2 * MINUTE, 3 * SECOND] as const

/** What time it is in the market, and what that means: the session, whether the calendar knows the day, how long a wait is. */
export class EngineClock {
  readonly #rules: () => MarketRules
  readonly #now: () => Instant
  /** The market's clock, as it was last read. */
  clock: MarketClock

  /** `now`: real time. */
  constructor(clock: MarketClock, rules: () => MarketRules, now: () => Instant) {
    this.clock = clock
    this.#rules = rules
    this.#now = now
  }

  /** Market time. */
  now(): Instant {
    return marketTimeAt(this.clock, this.#now())
  }

  /** Null on a day without one. */
  session(): Session | null {
    return sessionAt(this.clock, this.#now(), this.#rules())
  }

  /** The last session before this day's; null in a sandbox, which only knows those to come. */
  previousSession(): Session | null {
    return this.clock.kind === 'sandbox' ? null : previousSession(istDate(this.#now()), this.#rules())
  }

  /** Whether indices are expected to tick at this moment. */
  indexMoves(): boolean {
    return indexMovesAt(this.clock, this.#now(), this.#rules())
  }

  /** Whether the calendar knows this day; a sandbox trades on every day of its clock. */
  dayCovered(): boolean {
    return this.clock.kind === 'sandbox' || this.#rules().covers(istDate(this.#now()))
  }

  waits(): FloorWaits {
    const wait = ([market, real]: readonly [number, number]) => marketWait(this.clock, market, real)
    return {
      patience: wait(PATIENCE),
      entryLife: wait(ENTRY_LIFE),
      repriceAfter: wait(REPRICE_AFTER),
      candleLife: wait(CANDLE_LIFE),
    }
  }
}
