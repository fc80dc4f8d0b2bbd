import { toRupees } from '../../../schema/money.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describePositionRule } from '../../../schema/rules/describePositionRule.ts'
import { istIso, type IsoDate } from '../../../schema/time.ts'
import type { DenialReason } from '../../../schema/trading/denials.ts'
import { describeDenial } from '../../../schema/trading/describeDenial.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { assumptionsOf, rangeInRupees, type Assumptions, type ReportedRange } from './assumptionsOf.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { PriceSource } from '../premiums/Premiums.ts'
import type { BacktestLeg, BacktestResult, BacktestTrade } from '../trades/BacktestResult.ts'
import { describeTrade } from './describeTrade.ts'
import { dailyBalances, equityAfter } from '../statistics/equity.ts'
import { measure, type Metrics } from '../statistics/measure.ts'
import { recordedFills, type RecordedFills } from './recordedFills.ts'
import type { NetRange } from '../run/runWithRange.ts'
import { excursionOf } from '../statistics/excursionOf.ts'
import { reportStatistics, type ReportedStatistics } from '../statistics/reportStatistics.ts'

/** Metrics with money in rupees; the formulas are in measure.ts. */
export type ReportedMetrics = { readonly [K in keyof Metrics]: number | Extract<Metrics[K], null> }

/** A leg of a position for readers: prices and amounts in rupees, times in India (ISO 8601). */
export interface ReportedLeg {
  readonly contract: string
  readonly side: OrderSide
  readonly priceSource: PriceSource
  /** Units. */
  readonly quantity: number
  readonly entryTime: string
  readonly entryPrice: number
  readonly exitTime: string
  readonly exitPrice: number
  readonly reason: ExitReason
  readonly gross: number
  readonly charges: number
  readonly net: number
}

/** A trade for readers: prices and amounts in rupees, times in India (ISO 8601). */
export interface ReportedTrade {
  readonly side: SignalSide
  /** Trading symbol of the option, or one per leg of a position; null: the index itself. */
  readonly contract: string | null
  readonly priceSource: PriceSource
  /** Units. */
  readonly quantity: number
  /** Start of the deciding bar. */
  readonly candleTime: string
  readonly indexPrice: number
  readonly entryTime: string
  /** Null for a position: its legs have theirs. */
  readonly entryPrice: number | null
  readonly exitTime: string
  readonly exitPrice: number | null
  readonly reason: ExitReason
  readonly gross: number
  readonly charges: number
  readonly net: number
  /** Maximum adverse and favourable excursion while it was open, before charges; neither is negative. */
  readonly mae: number
  readonly mfe: number
  readonly opened: string
  readonly closed: string
  /** For a position every leg, oldest first; else empty. */
  readonly legs: readonly ReportedLeg[]
}

/** The full report of a backtest of one strategy: JSON. */
export interface BacktestReport {
  readonly strategy: string
  readonly interval: string
  /** The rules in English; null for a side that is never entered. */
  readonly long: string | null
  readonly short: string | null
  readonly enter: string | null
  /** What a signal opens, a sentence per leg and per limit; null: one option. */
  readonly position: readonly string[] | null
  readonly signals: number
  readonly metrics: ReportedMetrics
  readonly statistics: ReportedStatistics
  /** Net under other assumptions; null for the index itself. */
  readonly range: ReportedRange | null
  readonly assumptions: Assumptions
  /** Trades by the source of their prices. */
  readonly priceSources: Readonly<Partial<Record<PriceSource, number>>>
  /** How many fills lay within their minute's range; null when no option was recorded. */
  readonly recordedFills: RecordedFills | null
  readonly trades: readonly ReportedTrade[]
  readonly denied: Readonly<Partial<Record<DenialReason, number>>>
  readonly denials: readonly { readonly candleTime: string; readonly side: string; readonly reason: DenialReason; readonly text: string }[]
  /** Still open at the end of the candles; in none of the figures. */
  readonly stillOpen: readonly {
    readonly side: string
    readonly contract: string | null
    readonly entryTime: string
    readonly entryPrice: number | null
  }[]
  /** After each closed trade. */
  readonly equity: readonly { readonly at: string; readonly equity: number; readonly drawdown: number }[]
  readonly daily: readonly { readonly date: IsoDate; readonly net: number; readonly equity: number; readonly drawdown: number }[]
}

/** Converts a backtest's result and its range to words and rupees. `strategy`: its name. */
export function backtestReport(
  strategy: string,
  { result, range }: { readonly result: BacktestResult; readonly range: NetRange | null },
  plan: BacktestPlan,
  market: BacktestMarket,
): BacktestReport {
  const { trades, denials, stillOpen, signals } = result
  const { rules, account } = plan
  const { traded } = market
  return {
    strategy,
    interval: rules.interval,
    long: rules.long && describeCondition(rules.long),
    short: rules.short && describeCondition(rules.short),
    enter: rules.enter && describeCondition(rules.enter),
    position: rules.position && describePositionRule(rules.position),
    signals,
    metrics: inRupees(measure(trades, plan, market)),
    statistics: reportStatistics(trades, plan, market),
    range: rangeInRupees(range),
    assumptions: assumptionsOf(result, plan),
    priceSources: countBy(trades, ({ source }) => source),
    recordedFills: traded.kind === 'OPTIONS' && traded.candles.size > 0 ? recordedFills(trades, traded.candles) : null,
    trades: trades.map((trade) => reportTrade(trade, market)),
    denied: countBy(denials, ({ denial }) => denial.reason),
    denials: denials.map(({ candleTime, side, denial }) => ({
      candleTime: istIso(candleTime),
      side,
      reason: denial.reason,
      text: describeDenial(denial),
    })),
    stillOpen: stillOpen.map(({ side, option, entryTime, entryPrice }) => ({
      side,
      contract: option,
      entryTime: istIso(entryTime),
      entryPrice: entryPrice && toRupees(entryPrice),
    })),
    equity: equityAfter(trades, account.funds).map(({ at, equity, drawdown }) => ({
      at: istIso(at),
      equity: toRupees(equity),
      drawdown: toRupees(drawdown),
    })),
    daily: dailyBalances(trades, plan, market).map(({ date, net, equity, drawdown }) => ({
      date,
      net: toRupees(net),
      equity: toRupees(equity),
      drawdown: toRupees(drawdown),
    })),
  }
}

/** Metrics with their amounts in rupees. */
export function inRupees(metrics: Metrics): ReportedMetrics {
  const { gross, charges, net, expectancy, maxDrawdown } = metrics
  return {
    ...metrics,
    gross: toRupees(gross),
    charges: toRupees(charges),
    net: toRupees(net),
    expectancy: expectancy === null ? null : expectancy / 100,
    maxDrawdown: toRupees(maxDrawdown),
  }
}

function reportTrade(trade: BacktestTrade, market: BacktestMarket): ReportedTrade {
  const { adverse, favourable } = excursionOf(trade, market)
  return {
    side: trade.side,
    contract: trade.option,
    priceSource: trade.source,
    quantity: trade.quantity,
    candleTime: istIso(trade.candleTime),
    indexPrice: toRupees(trade.indexPrice),
    entryTime: istIso(trade.entryTime),
    entryPrice: trade.entryPrice && toRupees(trade.entryPrice),
    exitTime: istIso(trade.exitTime),
    exitPrice: trade.exitPrice && toRupees(trade.exitPrice),
    reason: trade.exitReason,
    gross: toRupees(trade.gross),
    charges: toRupees(trade.charges),
    net: toRupees(trade.net),
    mae: toRupees(adverse),
    mfe: toRupees(favourable),
    ...describeTrade(trade, market.index),
    legs: trade.legs.map(reportLeg),
  }
}

function reportLeg({ contract, side, source, quantity, exitReason, ...leg }: BacktestLeg): ReportedLeg {
  return {
    ...{ contract: contract.tradingSymbol, side, priceSource: source, quantity, reason: exitReason },
    ...{ entryTime: istIso(leg.entryTime), entryPrice: toRupees(leg.entryPrice) },
    ...{ exitTime: istIso(leg.exitTime), exitPrice: toRupees(leg.exitPrice) },
    ...{ gross: toRupees(leg.gross), charges: toRupees(leg.charges), net: toRupees(leg.net) },
  }
}

function countBy<T, K extends string>(items: readonly T[], keyOf: (item: T) => K): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {}
  for (const item of items) {
    const key = keyOf(item)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
