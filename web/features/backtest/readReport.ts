import * as z from 'zod/mini'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { describeDropped } from '../../../schema/market/SessionSieve.ts'
import { EXIT_REASONS } from '../../../schema/trading/exits.ts'
import type { EquityPoint } from '../../charts/equityGeometry.ts'
import { statistics } from './readStatistics.ts'

const ratio = z.nullable(z.number())
export const instant = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const at = Date.parse(text)
    if (Number.isNaN(at)) context.issues.push({ code: 'custom', input: text, message: 'expected a time' })
    return at
  }),
)

const leg = z.object({
  contract: z.string(),
  side: z.enum(['BUY', 'SELL']),
  quantity: z.number(),
  entryTime: instant,
  entryPrice: z.number(),
  exitTime: instant,
  exitPrice: z.number(),
  reason: z.enum(EXIT_REASONS),
  net: z.number(),
})

const trade = z.object({
  side: z.enum(['LONG', 'SHORT', 'NEUTRAL']),
  contract: z.nullable(z.string()),
  quantity: z.number(),
  indexPrice: z.number(),
  entryTime: instant,
  // A position's legs have them.
  entryPrice: z.nullable(z.number()),
  exitTime: instant,
  exitPrice: z.nullable(z.number()),
  reason: z.enum(EXIT_REASONS),
  gross: z.number(),
  charges: z.number(),
  net: z.number(),
  // Older results have none.
  legs: z._default(z.array(leg), []),
})

export const range = z.object({
  ...{ low: z.number(), high: z.number() },
  ...{ lowerVolatility: z.number(), higherVolatility: z.number(), doubleSlippage: z.number() },
  // Reports of earlier versions have none.
  premiumNoise: z._default(z.number(), 0),
})

export const assumptions = z.object({
  volatility: z.array(
    z.object({ source: z.enum(['GIVEN', 'OPTIONS', 'VIX', 'USUAL']), days: z.number(), low: z.number(), high: z.number() }),
  ),
  slippage: z.number(),
  latencyMs: z.number(),
  // Older results have none.
  positions: z.optional(z.boolean()),
})

const modelGap = z.object({
  ...{ moneyness: z.string(), minutes: z.number() },
  ...{ medianAbsolutePercent: z.nullable(z.number()), medianPercent: z.nullable(z.number()) },
})

const recordedFills = z.object({ fills: z.number(), inside: z.number(), share: z.nullable(z.number()) })

const dropped = z.object({
  ...{ beforeOpen: z.number(), afterClose: z.number(), inPause: z.number(), noSession: z.number() },
  daysWithoutSession: z.array(z.string()),
})

const report = z.object({
  from: z.string(),
  to: z.string(),
  days: z.number(),
  funds: z.number(),
  lots: z.number(),
  traded: z.string(),
  // Older reports have none.
  uncoveredYears: z.optional(z.array(z.number())),
  modelGap: z.optional(z.nullable(z.array(modelGap))),
  // Reports on a file of candles have it.
  dropped: z.optional(dropped),
  strategies: z.array(
    z.object({
      signals: z.number(),
      metrics: z.object({
        trades: z.number(),
        gross: z.number(),
        charges: z.number(),
        net: z.number(),
        winRate: ratio,
        expectancy: ratio,
        profitFactor: ratio,
        maxDrawdown: z.number(),
        maxDrawdownShare: z.number(),
        sharpe: ratio,
        sortino: ratio,
        exposure: z.number(),
      }),
      statistics: z.optional(statistics),
      // Older results had none of these.
      range: z.optional(z.nullable(range)),
      assumptions: z.optional(assumptions),
      recordedFills: z.optional(z.nullable(recordedFills)),
      priceSources: z.object({
        ...{ CANDLES: z.optional(z.number()), ANCHORED: z.optional(z.number()) },
        ...{ MODEL: z.optional(z.number()), INDEX: z.optional(z.number()) },
      }),
      // The latest of them.
      trades: z.array(trade),
      denied: z.record(z.string(), z.number()),
      stillOpen: z.array(z.unknown()),
      equity: z.array(z.object({ at: instant, equity: z.number(), drawdown: z.number() })),
    }),
  ),
})

/** A closed trade of a backtest: times are instants, prices and amounts rupees. */
export type BacktestTrade = z.infer<typeof trade>

/** A leg of a position: opened once, closed once. */
export type BacktestLeg = z.infer<typeof leg>

type ReportedStrategy = z.infer<typeof report>['strategies'][number]

/** Net under other assumptions: rupees. */
export type NetRange = z.infer<typeof range>
/** The assumptions of a result that no record backs; volatility in per cent a trading year. */
export type Assumptions = z.infer<typeof assumptions>
/** How far the option model is from recorded premiums that far from the money: medians in per cent, null without minutes. */
export type ModelGap = z.infer<typeof modelGap>
/** Fills in recorded minutes of their contracts, and how many of them at a price traded in the minute. */
export type RecordedFills = z.infer<typeof recordedFills>

/** The report of a backtest of one strategy. Amounts in rupees; winRate, maxDrawdownShare and exposure are fractions. */
export interface BacktestReport extends Pick<ReportedStrategy, 'signals' | 'metrics' | 'statistics' | 'priceSources'> {
  /** First and last date in India, and how many trading days there were. */
  readonly from: string
  readonly to: string
  readonly days: number
  /** The account's value before the first trade, and the lots of each trade. */
  readonly funds: number
  readonly lots: number
  /** Where the prices of the trades come from, in words. */
  readonly traded: string
  /** Years of these days whose market rules are not all known. */
  readonly uncoveredYears: readonly number[]
  /** Null: not known, or the index itself was traded, which assumes neither. */
  readonly range: NetRange | null
  readonly assumptions: Assumptions | null
  /** Null: no option was recorded. */
  readonly modelGap: readonly ModelGap[] | null
  readonly recordedFills: RecordedFills | null
  /** Candles that were left out, in a sentence; null when none were. */
  readonly dropped: string | null
  /** The latest, by the time of their exit; `metrics` counts all. */
  readonly trades: readonly BacktestTrade[]
  /** Signals that opened no trade. */
  readonly denied: number
  /** Trades that the end of the candles found open; in none of the figures. */
  readonly stillOpen: number
  /** The account's value: at the first entry, or at the first exit where the first trades are not at hand, then after trades; not each if there are many. */
  readonly equity: readonly EquityPoint[]
}

/** Parses trades as `backtestTrades` has them. Throws for what is none. */
export const readTrades = (nodes: readonly unknown[]): readonly BacktestTrade[] => z.parse(z.array(trade), nodes)

/** Parses the result of a finished backtest; the error names what is malformed. */
export function readReport(result: unknown): Result<BacktestReport, string> {
  const read = z.safeParse(report, result)
  if (!read.success) return err(z.prettifyError(read.error))
  const { strategies, ...scope } = read.data
  const [strategy] = strategies
  if (!strategy) return err('The result is of no strategy.')
  const { signals, metrics, statistics, priceSources, trades, denied, stillOpen } = strategy
  return ok({
    ...scope,
    uncoveredYears: scope.uncoveredYears ?? [],
    ...{ signals, metrics, statistics, priceSources, trades },
    ...{ modelGap: scope.modelGap ?? null, recordedFills: strategy.recordedFills ?? null },
    dropped: scope.dropped ? describeDropped(scope.dropped) : null,
    ...{ range: strategy.range ?? null, assumptions: strategy.assumptions ?? null },
    ...{
      denied: Object.values(denied).reduce((sum, count) => sum + count, 0),
      stillOpen: stillOpen.length,
      equity: equityOf(strategy, scope.funds),
    },
  })
}

function equityOf({ trades, equity }: ReportedStrategy, funds: number): readonly EquityPoint[] {
  const [first] = trades
  if (!first) return []
  const drawn = equity.map(({ at, ...point }) => ({ time: at, ...point }))
  return [{ time: Math.min(first.entryTime, drawn[0]?.time ?? Infinity), equity: funds, drawdown: 0 }, ...drawn]
}
