/** The columns of a channel around a price, in rupees. */
export interface Bands {
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/** Prices are whole paise, so the squares of a window that is not flat sum to at least half of a paisa's; less is rounding. */
export const FLAT_SQUARES = 1e-6

/**
 * Bollinger bands: the simple average of `period` values (middle) and the lines `multiplier` standard deviations of the same values above
 * and below it; the deviation is the whole population's. NaN for the first `period` − 1. Convention: TA-Lib BBANDS with SMA
 * (John Bollinger, Bollinger on Bollinger Bands, 2001). Average and squared deviations slide with the window by Welford's update, which
 * keeps the precision that a difference of large sums of squares would lose.
 */
export function bollinger(values: Float64Array, period: number, multiplier: number, { upper, middle, lower }: Bands): void {
  for (const out of [upper, middle, lower]) out.fill(NaN, 0, period - 1)
  const share = 1 / period
  const scale = 100 * period
  let average = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    const before = average
    if (i < period) {
      average += (value - before) / (i + 1)
      squares += (value - before) * (value - average)
    } else {
      const oldest = values[i - period]!
      average += (value - oldest) * share
      squares += (value - oldest) * (value - average + oldest - before)
    }
    if (i < period - 1) continue
    // Rounding leaves a flat window a hair off zero, and the root of a hair is much.
    const distance = squares > FLAT_SQUARES ? multiplier * Math.sqrt(squares * share) : 0
    // The sum of the window is whole paise: without rounding residue, the average is the window's alone.
    const center = Math.round(average * scale) / scale
    upper[i] = center + distance
    middle[i] = center
    lower[i] = center - distance
  }
}
