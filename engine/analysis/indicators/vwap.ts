import type { CandleColumns } from '../../../schema/market/candles.ts'
import { DAY, IST_OFFSET } from '../../../schema/time.ts'

/**
 * Volume-weighted average price of the session so far, in rupees, written to `out`: each bar's (high + low + close) / 3 weighted by its volume, begun anew
 * with the first bar of each day in India. Has no warm-up. As long as a session has had no volume at all, every bar weighs the same:
 * feeds give an index no volume, and then this is the session's plain average price.
 */
export function vwap({ time, high, low, close, volume }: CandleColumns, out: Float64Array): void {
  let tomorrow = -Infinity
  let value = 0
  let traded = 0
  let sum = 0
  let bars = 0
  for (let i = 0; i < close.length; i++) {
    if (time[i]! >= tomorrow) {
      tomorrow = (Math.floor((time[i]! + IST_OFFSET) / DAY) + 1) * DAY - IST_OFFSET
      value = traded = sum = bars = 0
    }
    const tripled = high[i]! + low[i]! + close[i]!
    value += tripled * volume[i]!
    traded += volume[i]!
    sum += tripled
    bars++
    out[i] = traded > 0 ? value / (3 * traded) : sum / (3 * bars)
  }
}
