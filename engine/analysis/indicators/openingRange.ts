import type { CandleColumns } from '../../../schema/market/candles.ts'
import { REGULAR_OPEN_MINUTE } from '../../../schema/market/MarketTables.ts'
import { DAY, IST_OFFSET, MINUTE } from '../../../schema/time.ts'

/**
 * Highest high and lowest low, in rupees, of each session's first `minutes`, from the bar that completes them until the day ends;
 * NaN before. A day whose first bar is missing has no opening range: what followed 09:15 is not known. `barMinutes` divides `minutes`.
 */
export function openingRange(
  candles: CandleColumns,
  minutes: number,
  barMinutes: number,
  columns: { readonly high: Float64Array; readonly low: Float64Array },
): void {
  const { time, high, low } = candles
  let i = 0
  while (i < time.length) {
    const open = Math.floor((time[i]! + IST_OFFSET) / DAY) * DAY - IST_OFFSET + REGULAR_OPEN_MINUTE * MINUTE
    const end = open + minutes * MINUTE
    const tomorrow = open + DAY - REGULAR_OPEN_MINUTE * MINUTE
    // Math.max and Math.min keep the NaN of a day without its first bar.
    let top = NaN
    let bottom = NaN
    for (; i < time.length && time[i]! < end; i++) {
      if (time[i] === open) {
        top = -Infinity
        bottom = Infinity
      }
      top = Math.max(top, high[i]!)
      bottom = Math.min(bottom, low[i]!)
      const known = time[i]! + barMinutes * MINUTE >= end
      columns.high[i] = known ? top : NaN
      columns.low[i] = known ? bottom : NaN
    }
    for (; i < time.length && time[i]! < tomorrow; i++) {
      columns.high[i] = top
      columns.low[i] = bottom
    }
  }
}
