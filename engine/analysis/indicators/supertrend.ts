import type { CandleColumns } from '../../../schema/market/candles.ts'
import { atr } from './atr.ts'

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
  // Holds the average true range until the loop puts the band in its place.
  atr(candles, period, value)
  direction.fill(NaN, 0, period)
  let upper = Infinity
  let lower = -Infinity
  let up = false
  for (let i = period; i < close.length; i++) {
    const middle = (high[i]! + low[i]!) / 2
    const distance = multiplier * value[i]!
    const before = close[i - 1]!
    if (middle + distance < upper || before > upper) upper = middle + distance
    if (middle - distance > lower || before < lower) lower = middle - distance
    up = up ? close[i]! >= lower : close[i]! > upper
    value[i] = up ? lower : upper
    direction[i] = up ? 1 : -1
  }
}
