import { JUDGED_TRADES } from '../../../schema/trading/performanceOf.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { dailyBalances } from './equity.ts'
import { bootstrapInterval, CONFIDENCE } from './bootstrapInterval.ts'
import { excursionOf } from './excursionOf.ts'
import { growthOf, type Growth } from './growthOf.ts'
import { randomEntries, type RandomEntries } from './randomEntries.ts'
import { tradeStatistics, type TradeGroup, type TradeStatistics } from './tradeStatistics.ts'
import { verdictOf } from './verdictOf.ts'

interface ReportedGroup extends Omit<TradeGroup, 'net'> {
  readonly net: number
}

/**
 * A backtest's statistics beyond its metrics, and how far it can be trusted: JSON, amounts in rupees. The formulas are in the files here.
 */
export interface ReportedStatistics extends Growth, Omit<TradeStatistics, 'expiryDays'> {
  readonly expiryDays: { readonly on: ReportedGroup; readonly off: ReportedGroup } | null
  /** Of the expectancy; null below JUDGED_TRADES trades. */
  readonly expectancyInterval: { readonly low: number; readonly high: number; readonly confidence: number } | null
  /** Null below JUDGED_TRADES trades. */
  readonly randomEntries: RandomEntries | null
  /** In words. */
  readonly verdict: string
}

/**
 * The statistics of a plan's closed trades. Costs a resampling and about one more run of the plan: for the report of one strategy, not for
 * every variant of a sweep.
 */
export function reportStatistics(trades: readonly BacktestTrade[], plan: BacktestPlan, market: BacktestMarket): ReportedStatistics {
  const { funds } = plan.account
  const excursions = trades.map((trade) => excursionOf(trade, market))
  const judged = trades.length >= JUDGED_TRADES
  const interval = judged ? bootstrapInterval(trades.map(({ net }) => net)) : null
  const random = judged ? randomEntries(trades, plan, market) : null
  const growth = growthOf(trades, excursions, dailyBalances(trades, plan, market), funds)
  const statistics = tradeStatistics(trades, excursions)
  const { adverse, favourable, expiryDays } = statistics
  return {
    ...growth,
    intratradeDrawdown: { ...growth.intratradeDrawdown, amount: growth.intratradeDrawdown.amount / 100 },
    ...statistics,
    averageWin: rupees(statistics.averageWin),
    averageLoss: rupees(statistics.averageLoss),
    adverse: { mean: rupees(adverse.mean), ofWins: rupees(adverse.ofWins) },
    favourable: { mean: rupees(favourable.mean), ofLosses: rupees(favourable.ofLosses) },
    expiryDays: expiryDays && { on: groupInRupees(expiryDays.on), off: groupInRupees(expiryDays.off) },
    expectancyInterval: interval && { low: interval.low / 100, high: interval.high / 100, confidence: CONFIDENCE },
    randomEntries: random && { ...random, expectancy: random.expectancy / 100 },
    verdict: verdictOf(trades.length, interval),
  }
}

function groupInRupees({ net, expectancy, ...group }: TradeGroup): ReportedGroup {
  return { ...group, net: net / 100, expectancy: rupees(expectancy) }
}

function rupees(value: number | null): number | null {
  return value === null ? null : value / 100
}
