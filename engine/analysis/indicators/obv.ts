import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * On-balance volume, written to `out`: the sum of rising closes' volume, less falling closes' volume; the first bar counts as rising.
 * Has no warm-up. Its level depends on where the series begins, so compare it only with itself some bars ago; where the feed gives an
 * index no volume it stays 0. Convention: TA-Lib OBV (Joseph Granville, New Key to Stock Market Profits, 1963).
 */
export function obv({ close, volume }: CandleColumns, out: Float64Array): void {
  if (close.length === 0) return
  let total = volume[0]!
  out[0] = total
  for (let i = 1; i < close.length; i++) {
    // Branch-free, because not even a processor can predict whether a price rises.
    total += (Number(close[i]! > close[i - 1]!) - Number(close[i]! < close[i - 1]!)) * volume[i]!
    out[i] = total
  }
}
