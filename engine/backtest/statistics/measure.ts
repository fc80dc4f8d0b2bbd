import { paise, type Paise } from '../../../schema/money.ts'
import { performanceOf, type Performance } from '../../../schema/trading/performanceOf.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { dailyBalances, drawdownOf, equityAfter } from './equity.ts'
import { exposureOf } from './exposureOf.ts'
import { returnShape, type ReturnShape } from './returnShape.ts'

/** The metrics of a backtest. Ratios are fractions; null where the formula has no answer. Money in paise. */
export interface Metrics extends Performance, ReturnShape {
  readonly trades: number
  readonly wins: number
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
  readonly winRate: number | null
  readonly maxDrawdown: Paise
  readonly maxDrawdownShare: number
  readonly exposure: number
}

/** The metrics that can pick a winner among plans: the higher the better. */
export const RANKING_METRICS = ['net', 'winRate', 'expectancy', 'profitFactor', 'sharpe', 'sortino', 'deflatedSharpe'] as const
export type RankingMetric = (typeof RANKING_METRICS)[number]

/**
 * The metrics of a plan's trades:
 * - a win is a trade with net > 0; winRate = wins / trades
 * - maxDrawdown = the greatest fall of the equity after a closed trade from its highest value before, the funds at the start included;
 *   maxDrawdownShare = the greatest such fall as a fraction of that highest value
 * - expectancy, profitFactor, sharpe and sortino as in schema/trading/performanceOf.ts, with the daily returns as fractions of the funds at
 *   the start: net of the trades closed on a day / funds
 * - days, skewness and kurtosis of the same returns as in statistics/returnShape.ts
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
    ...performanceOf({ trades: trades.length, net, won, returns }),
    ...returnShape(returns),
    maxDrawdown: amount,
    maxDrawdownShare: share,
    exposure: exposureOf(trades, plan, market),
  }
}
