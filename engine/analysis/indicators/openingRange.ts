import type { CandleColumns } from '../../../schema/market/candles.ts'
import { REGULAR_OPEN_MINUTE } from '../../../schema/market/MarketTables.ts'
import { DAY, IST_OFFSET, MINUTE } from '../../../schema/time.ts'

/**
 * Highest high and lowest low, in rupees, of each session's first `minutes`, from the bar that completes them until the day ends;
 * NaN before. A day whose first bar is missing has no opening range: what followed 09:15 is not known. `barMinutes` divides `minutes`.
 */
export function openingRange(candles: CandleColumns, minutes: number, barMinutes: number): { high: Float64Array; low: Float64Array } {
  const { time, high, low } = candles
  const highs = new Float64Array(time.length).fill(NaN)
  const lows = new Float64Array(time.length).fill(NaN)
  let day = NaN
  let open = NaN
  let top = NaN
  let bottom = NaN
  for (let i = 0; i < time.length; i++) {
    const start = time[i]!
    const today = Math.floor((start + IST_OFFSET) / DAY)
    if (today !== day) {
      day = today
      open = today * DAY - IST_OFFSET + REGULAR_OPEN_MINUTE * MINUTE
      top = bottom = NaN
    }
    if (start === open) {
      top = -Infinity
      bottom = Infinity
    }
    // Math.max and Math.min keep the NaN of a day without its first bar.
    if (start < open + minutes * MINUTE) {
      top = Math.max(top, high[i]!)
      bottom = Math.min(bottom, low[i]!)
    }
    if (start + barMinutes * MINUTE >= open + minutes * MINUTE) {
      highs[i] = top
      lows[i] = bottom
    }
  }
  return { high: highs, low: lows }
}
