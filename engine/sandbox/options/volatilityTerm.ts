import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { REGULAR_OPEN_MINUTE } from '../../../schema/market/MarketTables.ts'
import { DAY, istDate, istMinuteOfDay, type Instant } from '../../../schema/time.ts'
import { OVERNIGHT_SHARE, sessionVarianceLeft } from '../market/intradayVariance.ts'

const TRADING_DAYS_A_YEAR = 252
const YEAR = 365 * DAY
/** The model's floor of the time to expiry (premium.ts): below it the calendar side stands still, so this side must too. */
const SHORTEST = 60_000

/**
 * What a volatility per trading year becomes when it is quoted per calendar year, as implied volatilities are. Prices move
 * while markets trade: a session has two thirds of a day's variance in a quarter of its hours. Priced by the calendar alone,
 * options would be cheap all day and dear all night, and whoever buys in the morning and sells in the afternoon would win by design.
 */
export function volatilityTerm(at: Instant, expiresAt: Instant): number {
  const session = (1 - OVERNIGHT_SHARE) * sessionVarianceLeft(istMinuteOfDay(at) - REGULAR_OPEN_MINUTE)
  const days = session + tradingDaysAfter(istDate(at), istDate(expiresAt))
  const calendar = Math.max(SHORTEST, expiresAt - at) / YEAR
  return Math.sqrt(days / TRADING_DAYS_A_YEAR / calendar)
}

const counts = new Map<string, number>()

/** Trading days later than one date, up to and with another. */
function tradingDaysAfter(date: string, last: string): number {
  const key = `${date}${last}`
  const known = counts.get(key)
  if (known !== undefined) return known
  let count = 0
  for (let day = SHIPPED_MARKET_RULES.nextTradingDay(date); day <= last; day = SHIPPED_MARKET_RULES.nextTradingDay(day)) count++
  // A market day asks about a handful of expiries; the days before are never asked about again.
  if (counts.size > 1_000) counts.clear()
  counts.set(key, count)
  return count
}
