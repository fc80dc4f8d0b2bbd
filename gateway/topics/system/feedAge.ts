import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { indexMovesAt } from '../../../schema/market/sessionAt.ts'
import { SESSION_LIMITS } from '../../../schema/limits.ts'
import type { Instant } from '../../../schema/time.ts'
import type { EngineState } from '../market/EngineStates.ts'

/** What the age of the feed is judged by. */
export type FeedState = Pick<EngineState, 'clock' | 'lastTickAt'>

/** Real milliseconds since an index last ticked; null while none is to tick, or when none ever did. */
export function feedAge({ clock, lastTickAt }: FeedState, rules: MarketRules, now: Instant): number | null {
  return lastTickAt !== null && indexMovesAt(clock, now, rules) ? Math.max(0, now - lastTickAt) : null
}

/** Whether indices were to tick for longer than a feed may be silent, and none did. */
export function isFeedLate({ clock, lastTickAt }: FeedState, rules: MarketRules, now: Instant): boolean {
  const since = now - SESSION_LIMITS.staleFeedMs
  return indexMovesAt(clock, now, rules) && indexMovesAt(clock, since, rules) && (lastTickAt ?? -Infinity) < since
}
