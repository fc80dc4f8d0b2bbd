import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { Bands } from './bollinger.ts'
import { firstAverageTrueRange, trueRange } from './trueRange.ts'

/**
 * Keltner channel in rupees: the EMA of the close over `period` bars (middle) and the lines `multiplier` average true ranges over
 * `atrPeriod` bars above and below it; NaN until both are there. Not in TA-Lib: this is Linda Bradford Raschke's form of Chester Keltner's
 * channel, which most charts draw.
 */
export function keltner(
  candles: CandleColumns,
  period: number,
  atrPeriod: number,
  multiplier: number,
  { upper, middle, lower }: Bands,
): void {
  const { high, low, close } = candles
  const first = Math.max(period - 1, atrPeriod)
  for (const out of [upper, middle, lower]) out.fill(NaN, 0, first)
  if (close.length <= first) return
  let average = 0
  for (let i = 0; i < period; i++) average += close[i]! / period
  const weight = 2 / (period + 1)
  for (let i = period; i <= first; i++) average += (close[i]! - average) * weight
  let range = firstAverageTrueRange(candles, atrPeriod)
  const rangeWeight = 1 / atrPeriod
  for (let i = atrPeriod + 1; i <= first; i++) range += (trueRange(high, low, close, i) - range) * rangeWeight
  for (let i = first; ;) {
    upper[i] = average + multiplier * range
    middle[i] = average
    lower[i] = average - multiplier * range
    if (++i === close.length) return
    average += (close[i]! - average) * weight
    range += (trueRange(high, low, close, i) - range) * rangeWeight
  }
}
