import type { CandleColumns } from '../../../schema/market/candles.ts'

/** Prices are whole paise, so in a window that is not flat the deviations come to a third of a paisa at least; less is rounding. */
const FLAT = 1e-6

/**
 * Commodity channel index: how far (high + low + close) / 3 is from its average over `period` bars, in units of 0.015 mean absolute
 * deviations; NaN for the first `period` − 1, 0 when the window is flat. Convention: TA-Lib CCI (Donald Lambert, Commodities, 1980).
 * The deviations are taken from each bar's own average, so the cost grows with `period`.
 */
export function cci({ high, low, close }: CandleColumns, period: number): Float64Array {
  const out = new Float64Array(close.length).fill(NaN, 0, period - 1)
  const price = new Float64Array(close.length)
  let sum = 0
  for (let i = 0; i < close.length; i++) {
    price[i] = (high[i]! + low[i]! + close[i]!) / 3
    sum += price[i]!
    if (i >= period) sum -= price[i - period]!
    if (i < period - 1) continue
    const average = sum / period
    let deviation = 0
    for (let j = i - period + 1; j <= i; j++) deviation += Math.abs(price[j]! - average)
    out[i] = deviation < FLAT ? 0 : ((price[i]! - average) * period) / (0.015 * deviation)
  }
  return out
}
