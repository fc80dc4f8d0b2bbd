import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { sessionAt } from '../../../schema/market/sessionAt.ts'
import { latestUpdate, UPDATE_EVERY } from '../../../schema/market/updateTimes.ts'
import type { Instant } from '../../../schema/time.ts'

/**
 * Whether a performance update that was due five minutes of market time ago, or earlier in the session, has not been made yet.
 * `countedAt`: real time of the last count; null: there was none.
 */
export function isCountLate(clock: MarketClock, rules: MarketRules, countedAt: Instant | null, real: Instant): boolean {
  const session = sessionAt(clock, real, rules)
  const due = session && latestUpdate(session, marketTimeAt(clock, real) - UPDATE_EVERY)
  return due !== null && (countedAt === null || marketTimeAt(clock, countedAt) < due.dueAt)
}
