import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * On-balance volume: the volume of rising closes added up, less that of falling ones; the first bar counts as rising. Has no warm-up.
 * Its level depends on where the series begins, so it is to be compared with itself some bars ago; where the feed gives an index no
 * volume it stays 0. Convention: TA-Lib OBV (Joseph Granville, New Key to Stock Market Profits, 1963).
 */
export function obv({ close, volume }: CandleColumns): Float64Array {
  const out = new Float64Array(close.length)
  let total = 0
  for (let i = 0; i < close.length; i++) {
    const change = i === 0 ? 1 : close[i]! - close[i - 1]!
    if (change > 0) total += volume[i]!
    else if (change < 0) total -= volume[i]!
    out[i] = total
  }
  return out
}
