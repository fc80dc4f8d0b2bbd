import { paise, type Paise } from '../../schema/money.ts'
import type { BacktestMarket } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestTrade } from './BacktestResult.ts'
import { dailyBalances, drawdownOf, equityAfter } from './equity.ts'
import { exposureOf } from './exposureOf.ts'

const TRADING_DAYS_A_YEAR = 252

/** What a backtest is judged by. Ratios are fractions; null where the formula has no answer. Money in paise. */
export interface Metrics {
  readonly trades: number
  readonly wins: number
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
  readonly winRate: number | null
  readonly expectancy: number | null
  readonly profitFactor: number | null
  readonly maxDrawdown: Paise
  readonly maxDrawdownShare: number
  readonly sharpe: number | null
  readonly sortino: number | null
  readonly exposure: number
}

/** The metrics that name a winner of several plans: the higher the better. */
export const RANKING_METRICS = ['net', 'winRate', 'expectancy', 'profitFactor', 'sharpe', 'sortino'] as const
export type RankingMetric = (typeof RANKING_METRICS)[number]

/**
 * The metrics of a plan's trades:
 * - a win is a trade with net > 0; winRate = wins / trades
 * - expectancy = net / trades, in paise a trade (Van Tharp's expectancy in money)
 * - profitFactor = Σ net of the wins / |Σ net of the others|; null without a loss
 * - maxDrawdown = the greatest fall of the equity after a closed trade from its highest value before, the funds at the start included;
 *   maxDrawdownShare = the greatest such fall as a fraction of that highest value
 * - sharpe = mean(r) / s(r) × √252 with r the daily returns, net of the trades closed on a day / funds at the start, and s their sample
 *   standard deviation (n − 1); the risk-free rate is taken as zero (Sharpe 1994, "The Sharpe Ratio"); null below two days or when s is 0
 * - sortino = mean(r) / √(Σ min(r, 0)² / n) × √252, over all n days, target zero (Sortino and Price 1994); null below two days or without
 *   a day of loss
 * - exposure = share of the minutes traded in which a trade was open
 * Days of the history without a trade count as days with a return of zero.
 */
export function measure(trades: readonly BacktestTrade[], plan: BacktestPlan, market: BacktestMarket): Metrics {
  const { funds } = plan.account
  const sum = (value: (trade: BacktestTrade) => number) => paise(trades.reduce((total, trade) => total + value(trade), 0))
  const net = sum((trade) => trade.net)
  const won = sum((trade) => Math.max(0, trade.net))
  const wins = trades.filter((trade) => trade.net > 0).length
  const { amount, share } = drawdownOf(equityAfter(trades, funds))
  const returns = dailyBalances(trades, plan, market).map((day) => day.net / funds)
  return {
    trades: trades.length,
    wins,
    gross: sum((trade) => trade.gross),
    charges: sum((trade) => trade.charges),
    net,
    winRate: trades.length === 0 ? null : wins / trades.length,
    expectancy: trades.length === 0 ? null : net / trades.length,
    profitFactor: won === net ? null : won / (won - net),
    maxDrawdown: amount,
    maxDrawdownShare: share,
    sharpe: yearly(returns, sampleDeviation),
    sortino: yearly(returns, downsideDeviation),
    exposure: exposureOf(trades, plan, market),
  }
}

function yearly(returns: readonly number[], riskOf: (returns: readonly number[], mean: number) => number): number | null {
  if (returns.length < 2) return null
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
