import type { CandleColumns } from '../../../schema/market/candles.ts'
import { firstAverageTrueRange, trueRange } from './trueRange.ts'

/**
 * Supertrend (Olivier Seban): bands `multiplier` average true ranges around the bar's middle. A band only moves towards the price
 * until a close breaks it; then the direction turns. `value` is the band in force in rupees (the lower one when up), `direction`
 * is 1 up or −1 down; the first is up only when that bar closes above its upper band. NaN for the first `period` bars.
 */
export function supertrend(
  candles: CandleColumns,
  period: number,
  multiplier: number,
  { value, direction }: { readonly value: Float64Array; readonly direction: Float64Array },
): void {
  const { high, low, close } = candles
  value.fill(NaN, 0, period)
  direction.fill(NaN, 0, period)
  if (close.length <= period) return
  let range = firstAverageTrueRange(candles, period)
  const weight = 1 / period
  let upper = Infinity
  let lower = -Infinity
  let up = false
  for (let i = period; ;) {
    const middle = (high[i]! + low[i]!) / 2
    const distance = multiplier * range
    const before = close[i - 1]!
    if (middle + distance < upper || before > upper) upper = middle + distance
    if (middle - distance > lower || before < lower) lower = middle - distance
    up = up ? close[i]! >= lower : close[i]! > upper
    value[i] = up ? lower : upper
    direction[i] = up ? 1 : -1
    if (++i === close.length) return
    range += (trueRange(high, low, close, i) - range) * weight
  }
}
