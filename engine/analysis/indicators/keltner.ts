import type { CandleColumns } from '../../../schema/market/candles.ts'
import { atr } from './atr.ts'
import type { Bands } from './bollinger.ts'
import { ema } from './ema.ts'

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
  ema(candles.close, period, middle)
  // Holds the average true range until the loop puts the upper line in its place.
  atr(candles, atrPeriod, upper)
  for (let i = 0; i < middle.length; i++) {
    const distance = multiplier * upper[i]!
    upper[i] = middle[i]! + distance
    lower[i] = middle[i]! - distance
  }
  middle.fill(NaN, 0, atrPeriod)
}
