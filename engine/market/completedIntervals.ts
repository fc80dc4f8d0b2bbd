import { INTERVAL_MINUTES, INTERVALS, type Interval } from '../../schema/market/candles.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'

/** The bar lengths whose bar completes when the minute that starts at `minute` closes. */
export function completedIntervals(minute: Instant): readonly Interval[] {
  return INTERVALS.filter((interval) => (minute + MINUTE) % (INTERVAL_MINUTES[interval] * MINUTE) === 0)
}
