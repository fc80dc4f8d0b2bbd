import { REGULAR_OPEN_MINUTE } from '../../../schema/market/MarketTables.ts'
import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../../schema/time.ts'

/**
 * Follows the days of a series of bars, for what restarts with each. A history that begins within a day leaves open what that day began
 * with; from its first bar at 09:15, or from the next day on, a longer history changes nothing.
 */
export class SessionStart {
  /** Midnight in India after the last bar. */
  #tomorrow = -Infinity
  isKnown = false

  /** Adds the start of a bar; whether it is the first of its day. */
  step(time: Instant): boolean {
    if (time < this.#tomorrow) return false
    const midnight = Math.floor((time + IST_OFFSET) / DAY) * DAY - IST_OFFSET
    this.isKnown ||= this.#tomorrow !== -Infinity || time === midnight + REGULAR_OPEN_MINUTE * MINUTE
    this.#tomorrow = midnight + DAY
    return true
  }

  /** When the day of the last bar opened. */
  get open(): Instant {
    return this.#tomorrow - DAY + REGULAR_OPEN_MINUTE * MINUTE
  }
}
