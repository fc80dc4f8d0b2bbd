import type { CandleColumns } from '../../../schema/market/candles.ts'
import { DAY, IST_OFFSET } from '../../../schema/time.ts'

/**
 * Volume-weighted average price of the session so far, in rupees, written to `out`: each bar's (high + low + close) / 3 weighted by its
 * volume, restarted with the first bar of each day in India. Has no warm-up. While a session has had no volume, every bar weighs the same:
 * feeds give an index no volume, and then this is the session's plain average price.
 */
export function vwap(candles: CandleColumns, out: Float64Array): void {
  const { time } = candles
  for (let start = 0, end = 0; start < time.length; start = end) {
    const tomorrow = (Math.floor((time[start]! + IST_OFFSET) / DAY) + 1) * DAY - IST_OFFSET
    while (end < time.length && time[end]! < tomorrow) end++
    session(candles, start, end, out)
  }
}

/** The average of the bars from `start` up to, not including, `end`. */
function session({ high, low, close, volume }: CandleColumns, start: number, end: number, out: Float64Array): void {
  let i = start
  for (let sum = 0; i < end && volume[i] === 0; i++) {
    sum += high[i]! + low[i]! + close[i]!
    out[i] = sum / (3 * (i + 1 - start))
  }
  let value = 0
  let traded = 0
  for (; i < end; i++) {
    value += (high[i]! + low[i]! + close[i]!) * volume[i]!
    traded += volume[i]!
    out[i] = value / (3 * traded)
  }
}
