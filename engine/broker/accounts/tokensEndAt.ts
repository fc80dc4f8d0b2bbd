import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import { DAY, istDay, type Instant } from '../../../schema/time.ts'

/** The real instant at which tokens of a session that begins at a real instant end: the market's next midnight in India. */
export function tokensEndAt(clock: MarketClock, real: Instant): Instant {
  const midnight = istDay(marketTimeAt(clock, real)).to
  if (clock.kind === 'real') return midnight
  // A sandbox's clock skips the night: the day ends when its next session begins. After its last one it stops, and no day ends.
  const next = clock.segments.find(({ marketStart }) => marketStart >= midnight)
  return next?.realStart ?? real + DAY
}
