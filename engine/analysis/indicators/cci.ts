import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * Commodity channel index, written to `out`: how far (high + low + close) / 3 is from its average over `period` bars, in units of 0.015 mean absolute
 * deviations; NaN for the first `period` − 1, 0 when the window is flat. Convention: TA-Lib CCI (Donald Lambert, Commodities, 1980).
 * The deviations are taken from each bar's own average, so the cost grows with `period`. Prices are whole paise, and are added up in thirds
 * of a paisa, so that the sum is exact: in a nearly flat window, rounding would otherwise decide.
 */
export function cci({ high, low, close }: CandleColumns, period: number, out: Float64Array): void {
  // The prices of the window twice, one ring length apart, so that from its oldest on they are one contiguous stretch.
  const prices = new Float64Array(2 * period)
  let place = 0
  let sum = 0
  for (let i = 0; i < close.length; i++) {
    const price = thirds(high[i]! + low[i]! + close[i]!)
    sum += price - prices[place]!
    prices[place] = prices[place + period] = price
    if (++place === period) place = 0
    const average = sum / period
    const deviation = deviations(prices, place, period, average)
    out[i] = deviation === 0 ? 0 : ((price - average) * period) / (0.015 * deviation)
  }
  out.fill(NaN, 0, period - 1)
}

/** A third of a sum of three prices in rupees, in thirds of a paisa. */
export function thirds(sum: number): number {
  return Math.round(sum * 100)
}

/**
 * Distances of `period` prices, from `start` on, from a level, added up. Four sums side by side, because each addition has to wait for the
 * one before it in the same sum.
 */
export function deviations(prices: Float64Array, start: number, period: number, level: number): number {
  const end = start + period
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = start
  for (; i + 3 < end; i += 4) {
    a += Math.abs(prices[i]! - level)
    b += Math.abs(prices[i + 1]! - level)
    c += Math.abs(prices[i + 2]! - level)
    d += Math.abs(prices[i + 3]! - level)
  }
  for (; i < end; i++) a += Math.abs(prices[i]! - level)
  return a + b + (c + d)
}
