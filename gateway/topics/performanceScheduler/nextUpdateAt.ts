import { segmentAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { nextUpdate } from '../../../schema/market/updateTimes.ts'
import { addDays, istDate, type Instant } from '../../../schema/time.ts'

/** The exchanges are never closed for longer. */
const DAYS_AHEAD = 14

/** The real instant at which the next update of performance is due after another one; null when the calendar or the sandbox's clock does not know. */
export function nextUpdateAt(clock: MarketClock, rules: MarketRules, real: Instant): Instant | null {
  if (clock.kind === 'sandbox') {
    const current = segmentAt(clock, real)
    for (const segment of clock.segments) {
      if (current && segment.realStart < current.realStart) continue
      const now = segment.marketStart + Math.max(0, real - segment.realStart) * clock.speed
      const due = nextUpdate({ open: segment.sessionOpen, close: segment.sessionClose }, now)
      if (due !== null) return segment.realStart + (due - segment.marketStart) / clock.speed
    }
    return null
  }
  const today = istDate(real)
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const session = rules.sessionOf(addDays(today, ahead))
    const due = session && nextUpdate(session, real)
    if (due !== null) return due
  }
  return null
}
