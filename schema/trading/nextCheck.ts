import { bucketStart } from '../market/candles.ts'
import { istDate, istInstant, MINUTE, parseTimeOfDay, type Instant } from '../time.ts'

/**
 * The next candle close on which a strategy may open something on the day of `now`, market time; null: its window is over. `start`, `end`: its
 * window, `HH:MM` IST. `minutes`: length of its candles. Whether the market is open is the caller's to know.
 */
export function nextCheck({ start, end }: { readonly start: string; readonly end: string }, minutes: number, now: Instant): Instant | null {
  const at = (time: string) => istInstant(istDate(now), parseTimeOfDay(time)!)
  // The first close after now, and not before the window.
  const after = Math.max(now, at(start) - 1)
  const close = bucketStart(after, minutes) + minutes * MINUTE
  return close < at(end) ? close : null
}
