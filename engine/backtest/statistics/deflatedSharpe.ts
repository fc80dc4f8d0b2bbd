import { TRADING_DAYS_A_YEAR } from '../../../schema/trading/performanceOf.ts'
import { normalQuantile, normalShare } from './normal.ts'
import type { ReturnShape } from './returnShape.ts'

/** By trial: its yearly Sharpe ratio and the shape of its daily returns. */
export interface Trial extends ReturnShape {
  readonly sharpe: number | null
}

const EULER_MASCHERONI = 0.5772156649015329

/**
 * By trial of one search, the probability, 0 to 1, that its true Sharpe ratio exceeds the expected best of so many trials without skill;
 * null without a Sharpe ratio. Formulas: Bailey and López de Prado, "The Deflated Sharpe Ratio", 2014:
 * - expected of the best: SR₀ = √V × ((1 − γ) Z⁻¹(1 − 1/N) + γ Z⁻¹(1 − 1/(N e))), V the variance of the trials' Sharpe ratios, N their
 * number, γ the Euler–Mascheroni constant; 0 for a single trial, which leaves the plain probability
 * - DSR = Z((SR − SR₀) √(T − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 × SR²)) with SR by the day, T days, γ₃ the skewness and γ₄ the kurtosis Trials
 * count as independent of each other: of variants that trade alike it is too strict rather than too kind.
 */
export function deflatedSharpes(trials: readonly Trial[]): (number | null)[] {
  const known = trials.flatMap(({ sharpe }) => (sharpe === null ? [] : [sharpe / Math.sqrt(TRADING_DAYS_A_YEAR)]))
  const expected = expectedOfBest(known)
  return trials.map(({ sharpe, ...shape }) =>
    sharpe === null ? null : probabilityAbove(expected, sharpe / Math.sqrt(TRADING_DAYS_A_YEAR), shape),
  )
}

/** The Sharpe ratio, in the unit of these, that the best of so many is expected to show by chance. */
export function expectedOfBest(sharpes: readonly number[]): number {
  const count = sharpes.length
  if (count < 2) return 0
  const mean = sharpes.reduce((total, each) => total + each, 0) / count
  const variance = sharpes.reduce((total, each) => total + (each - mean) ** 2, 0) / (count - 1)
  const best = (1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / count) + EULER_MASCHERONI * normalQuantile(1 - 1 / (count * Math.E))
  return Math.sqrt(variance) * best
}

/** The probability that the true Sharpe ratio exceeds a threshold: the paper's PSR. Both by the day. */
export function probabilityAbove(threshold: number, sharpe: number, { days, skewness, kurtosis }: ReturnShape): number | null {
  if (skewness === null || kurtosis === null) return null
  // At least the variance of a coin toss: kurtosis ≥ skewness² + 1 rules out negative values, but rounding may not.
  const spread = Math.max(1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2, Number.EPSILON)
  return normalShare(((sharpe - threshold) * Math.sqrt(days - 1)) / Math.sqrt(spread))
}
