/**
 * A value is warm when no longer history would change it by more than this part of its scale: of the price, or of 100 for what goes from 0
 * to 100. What came before is taken to have been as large as the price itself, which no market exceeds.
 */
export const TOLERANCE = 1e-9

/** How many times a fraction has to be kept until no more than `left` remains. */
export function timesUntil(keep: number, left: number): number {
  return keep === 0 ? 0 : Math.max(0, Math.ceil(Math.log(left) / Math.log(keep)))
}

/** What an exponential average of so many bars keeps of itself with each bar. */
export const emaKeep = (period: number) => 1 - 2 / (period + 1)

/** What Wilder's average of so many bars keeps of itself with each bar. */
export const wilderKeep = (period: number) => 1 - 1 / period
