import { DAY, IST_OFFSET, istDate, istMinuteOfDay, type Instant } from '../../time.ts'
import type { MarketRules } from '../MarketRules.ts'
import { REGULAR_OPEN_MINUTE } from '../MarketTables.ts'
import { OVERNIGHT_SHARE, sessionVarianceLeft } from './intradayVariance.ts'

const TRADING_DAYS_A_YEAR = 252
const YEAR = 365 * DAY
/** The model's floor of the time to expiry (premium.ts): below it the calendar side stands still, so this side must too. */
const SHORTEST = 60_000

/**
 * What a volatility per trading year becomes when it is quoted per calendar year, as implied volatilities are. Prices move
 * while markets trade: a session has two thirds of a day's variance in a quarter of its hours. Priced by the calendar alone,
 * options would be cheap all day and dear all night, and buying in the morning and selling in the afternoon would win by design.
 */
export class VolatilityTerm {
  readonly #rules: MarketRules
  readonly #tradingDays = new Map<number, number>()

  constructor(rules: MarketRules) {
    this.#rules = rules
  }

  /** The factor for an option that expires at an instant. */
  at(at: Instant, expiresAt: Instant): number {
    const session = (1 - OVERNIGHT_SHARE) * sessionVarianceLeft(istMinuteOfDay(at) - REGULAR_OPEN_MINUTE)
    const days = session + this.#tradingDaysAfter(at, expiresAt)
    const calendar = Math.max(SHORTEST, expiresAt - at) / YEAR
    return Math.sqrt(days / TRADING_DAYS_A_YEAR / calendar)
  }

  /** Trading days after the date of `at`, up to and including the date of `last`. */
  #tradingDaysAfter(at: Instant, last: Instant): number {
    // By the numbers of the days: writing their dates for every price would take longer than the price.
    const key = dayNumber(at) * 1_000_000 + dayNumber(last)
    const known = this.#tradingDays.get(key)
    if (known !== undefined) return known
    const lastDate = istDate(last)
    let count = 0
    for (let day = this.#rules.nextTradingDay(istDate(at)); day <= lastDate; day = this.#rules.nextTradingDay(day)) count++
    // A market day asks about a handful of expiries; the days before are never asked about again.
    if (this.#tradingDays.size > 1_000) this.#tradingDays.clear()
    this.#tradingDays.set(key, count)
    return count
  }
}

function dayNumber(at: Instant): number {
  return Math.floor((at + IST_OFFSET) / DAY)
}
