export const TRADING_DAYS_A_YEAR = 252

/** Ratios of fewer trading days than these say nothing but chance, and are not given. */
export const RATIO_DAYS = 20

/** Fewer closed trades than these are not judged: neither an interval of their mean nor a comparison with chance says anything. */
export const JUDGED_TRADES = 30

/** Closed trades as sums of whole paise, and what each trading day brought. */
export interface ClosedTrades {
  readonly trades: number
  /** After charges. */
  readonly net: number
  /** Σ net of the trades with net > 0. */
  readonly won: number
  /** One number a trading day, days without a trade included, all in the same unit: net, or net as a fraction of the funds at the start. */
  readonly returns: readonly number[]
}

/** What trades are judged by; null where the formula has no answer. */
export interface Performance {
  readonly expectancy: number | null
  readonly profitFactor: number | null
  readonly sharpe: number | null
  readonly sortino: number | null
}

/**
 * - expectancy = net / trades, in paise a trade (Van Tharp's expectancy in money)
 * - profitFactor = Σ net of the wins / |Σ net of the others|; null without a loss
 * - sharpe = mean(r) / s(r) × √252 with r the daily returns and s their sample standard deviation (n − 1); the risk-free rate is taken as
 *   zero (Sharpe 1994, "The Sharpe Ratio"); null when s is 0
 * - sortino = mean(r) / √(Σ min(r, 0)² / n) × √252, over all n days, target zero (Sortino and Price 1994); null without a day of loss
 * Both ratios are null below RATIO_DAYS trading days, and the same in whatever unit the returns are.
 */
export function performanceOf({ trades, net, won, returns }: ClosedTrades): Performance {
  return {
    expectancy: trades === 0 ? null : net / trades,
    profitFactor: won === net ? null : won / (won - net),
    sharpe: yearly(returns, sampleDeviation),
    sortino: yearly(returns, downsideDeviation),
  }
}

function yearly(returns: readonly number[], riskOf: (returns: readonly number[], mean: number) => number): number | null {
  if (returns.length < RATIO_DAYS) return null
  const mean = returns.reduce((total, each) => total + each, 0) / returns.length
  const risk = riskOf(returns, mean)
  // The same return on every day leaves rounding behind instead of zero.
  return risk <= 1e-12 * Math.abs(mean) ? null : (mean / risk) * Math.sqrt(TRADING_DAYS_A_YEAR)
}

function sampleDeviation(returns: readonly number[], mean: number): number {
  return Math.sqrt(returns.reduce((total, each) => total + (each - mean) ** 2, 0) / (returns.length - 1))
}

function downsideDeviation(returns: readonly number[]): number {
  return Math.sqrt(returns.reduce((total, each) => total + Math.min(each, 0) ** 2, 0) / returns.length)
}
