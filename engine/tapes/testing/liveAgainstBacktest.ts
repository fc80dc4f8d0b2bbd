import { expect } from 'vitest'
import type { Database } from '../../../prisma/client.ts'
import { INTERVAL_MINUTES, toColumns, type Candle, type CandleColumns } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { StrategyTemplate } from '../../../schema/rules/templates.ts'
import { istDate, istIso, MINUTE, parseTimeOfDay, type Instant } from '../../../schema/time.ts'
import { evaluate, sideOf } from '../../analysis/rules/evaluate.ts'
import { Series } from '../../analysis/rules/Series.ts'
import { BacktestMarket } from '../../backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../../backtest/trades/BacktestPlan.ts'
import { runBacktest } from '../../backtest/run/runBacktest.ts'
import { firstAtOrAfter } from '../../backtest/history/firstAtOrAfter.ts'
import type { MarketBroker, OptionContract } from '../../broker/port.ts'
import { contractColumn } from '../../store/contractColumn.ts'

/** A session that was traded live. */
export interface LiveSession {
  readonly db: Database
  /** The market it was traded on, for what its options were traded at. */
  readonly broker: Pick<MarketBroker, 'minuteCandles'>
  /** The session's one-minute candles. */
  readonly candles: ReadonlyMap<IndexSymbol, readonly Candle[]>
  /** Those before it, as the engine had them stored. */
  readonly past: ReadonlyMap<IndexSymbol, readonly Candle[]>
  readonly strategies: readonly { readonly strategyId: string; readonly template: StrategyTemplate }[]
  /** Whether the engine was up when a bar closed. */
  readonly served: (closedAt: Instant) => boolean
}

/** The signals of a strategy on an index in the engine's books and in a backtest are the same where the engine was up; elsewhere it has no other. */
export async function expectSignalsOfBacktest({ db, candles, past, strategies, served }: LiveSession): Promise<void> {
  for (const { strategyId, template } of strategies)
    for (const [index, session] of candles) {
      const open = session[0]!.time
      const plan = planOf(template, open)
      const { rules } = plan
      const bars = new BacktestMarket(historyOf(index, [...past.get(index)!, ...session], new Map())).bars(rules.interval)
      const expected = [...evaluate(rules, new Series(bars, rules.interval))].flatMap((signal, i) =>
        signal === 0 || bars.time[i]! < open ? [] : [`${istIso(bars.time[i]!)} ${sideOf(signal)}`],
      )
      const rows = await db.signal.findMany({ where: { strategyId, symbol: index }, orderBy: { candleTime: 'asc' } })
      const live = rows.map(({ candleTime, side }) => `${istIso(candleTime.getTime())} ${side}`)
      const closedAt = (signal: string) => Date.parse(signal.split(' ')[0]!) + INTERVAL_MINUTES[rules.interval] * MINUTE
      const name = `${template.slug} ${index}`
      expect.soft({ name, signals: live.filter((signal) => !expected.includes(signal)) }).toEqual({ name, signals: [] })
      const wanted = expected.filter((signal) => served(closedAt(signal)))
      expect.soft({ name, signals: live.filter((signal) => served(closedAt(signal))) }).toEqual({ name, signals: wanted })
    }
}

/**
 * The trades pair one to one by the signal that opened them, on signals from when the engine was up; one that only live or only the
 * backtest took was denied by the other because it was still in the trade before: a fill comes later live, and an outage keeps a trade open.
 * Pairs have the same contract. Each fill is at what the option traded at, half a spread worse at most: in the backtest in the minute after
 * the signal, live between there and the fill. How far live lags behind is the machine's affair: a market that runs 240 times too fast
 * makes minutes of a quarter of a second. Positions of several legs are held against backtests on tapes (oneTape.test.ts): here their legs
 * are filled minutes apart.
 */
export async function expectTradesOfBacktest(session: LiveSession): Promise<void> {
  const { db, candles, past, strategies, served } = session
  const entries = await db.order.findMany({ where: { purpose: 'ENTRY' }, include: { signal: true } })
  const denials = await db.denial.findMany({ include: { signal: true } })
  const trades = new Map((await db.trade.findMany()).map((trade) => [trade.id, trade]))
  const options = await optionCandles(
    session,
    (await db.leg.findMany()).map(({ contract }) => contractColumn.parse(contract)),
  )
  let pairs = 0
  let alone = 0
  for (const { strategyId, template } of strategies)
    for (const [index, minutes] of candles) {
      if (template.rules.position) continue
      const result = runBacktest(
        planOf(template, minutes[0]!.time),
        new BacktestMarket(historyOf(index, [...past.get(index)!, ...minutes], options)),
      )
      const closedAt = (candleTime: Instant) => candleTime + INTERVAL_MINUTES[template.rules.interval] * MINUTE
      const ours = <T extends { readonly signal: { strategyId: string; symbol: string; candleTime: Date } | null }>(rows: readonly T[]) =>
        new Map(
          rows.flatMap((row) =>
            row.signal?.strategyId === strategyId && row.signal.symbol === index ? [[row.signal.candleTime.getTime(), row]] : [],
          ),
        )
      const live = ours(entries.filter(({ filledQuantity }) => filledQuantity > 0))
      const notFilled = ours(entries.filter(({ filledQuantity }) => filledQuantity === 0))
      const deniedLive = ours(denials)
      const tested = new Map(result.trades.map((trade) => [trade.candleTime, trade]))
      const deniedTested = new Map(result.denials.map(({ candleTime, denial }) => [candleTime, denial.reason]))
      for (const time of new Set([...live.keys(), ...tested.keys()])) {
        if (!served(closedAt(time))) continue
        const name = `${template.slug} ${index} ${istIso(time)}`
        const trade = trades.get(live.get(time)?.tradeId ?? '')
        const twin = tested.get(time)
        // The market runs so fast here that it can leave an entry's limit behind before the first quote; a backtest has no such moment.
        if (!trade && notFilled.has(time)) continue
        if (!trade || !twin) {
          alone++
          expect
            .soft({ name, denied: trade ? deniedTested.get(time) : deniedLive.get(time)?.reason })
            .toEqual({ name, denied: 'ALREADY_IN_TRADE' })
          continue
        }
        pairs++
        expect
          .soft({ name, contract: trade.option, side: trade.signal })
          .toEqual({ name, contract: twin.contract?.tradingSymbol, side: twin.side })
        const premiums = options.get(trade.option)!
        const entry = trade.entryTime.getTime()
        const exit = trade.exitTime?.getTime() ?? NaN
        const within = (price: number, from: Instant, to: Instant, slipped = 0) => isTradedAt(premiums, price, from, to, slipped)
        // What a stop slips in a backtest: a hundredth of the premium is far more than it moves in 300 ms.
        const slip = twin.exitReason === 'TARGET' ? 0 : twin.exitPrice! * 0.01
        expect
          .soft({
            name,
            entered: within(Number(trade.entryPricePaise), closedAt(time), entry),
            left: within(Number(trade.exitPricePaise), exit, exit),
            tested: within(twin.entryPrice!, closedAt(time), twin.entryTime) && within(twin.exitPrice!, twin.exitTime, twin.exitTime, slip),
          })
          .toEqual({ name, entered: true, left: true, tested: true })
      }
    }
  expect(pairs).toBeGreaterThan(2 * alone)
}

/** Whether a price is one of those an option had from a moment's minute to another's, or half a spread of 0.24%, a step and `slipped` beyond. */
function isTradedAt({ time, high, low }: CandleColumns, price: number, from: Instant, to: Instant, slipped: number): boolean {
  const first = firstAtOrAfter(time, from - (from % MINUTE), 0)
  const end = firstAtOrAfter(time, to + 1, first)
  const slack = price * 0.0012 + 5 + slipped
  return price >= Math.min(...low.subarray(first, end)) * 100 - slack && price <= Math.max(...high.subarray(first, end)) * 100 + slack
}

async function optionCandles({ broker, candles }: LiveSession, contracts: readonly OptionContract[]): Promise<Map<string, CandleColumns>> {
  const options = new Map<string, CandleColumns>()
  for (const contract of contracts) {
    const minutes = candles.get(contract.index)
    if (!minutes || options.has(contract.tradingSymbol)) continue
    const [from, to] = [minutes[0]!.time, minutes.at(-1)!.time + MINUTE]
    options.set(contract.tradingSymbol, toColumns(await broker.minuteCandles(contract, from, to)))
  }
  return options
}

function historyOf(index: IndexSymbol, session: readonly Candle[], candles: ReadonlyMap<string, CandleColumns>) {
  return {
    index,
    minutes: toColumns(session),
    tables: SHIPPED_MARKET_TABLES,
    traded: { kind: 'OPTIONS', volatility: 0.15, candles },
  } as const
}

/** A backtest of what a new user's subscription to the template trades, from the day of an instant on. */
function planOf(
  { rules, windowStart, windowEnd, maxTrades, stopLossPercent, takeProfitPercent, riskPerTradePaise }: StrategyTemplate,
  from: Instant,
): BacktestPlan {
  const parsed = parseRuleSet(rules)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return {
    rules: parsed.value,
    account: { funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: paise(25_000_00), squareOffAtDailyLoss: false },
    from: istDate(from),
    ...{ to: null, slippage: 1 },
    settings: {
      windowStart: parseTimeOfDay(windowStart)!,
      windowEnd: parseTimeOfDay(windowEnd)!,
      ...{ maxTrades, lots: 1, trailingStopPercent: null, risk: riskPerTradePaise, sizeByRisk: false },
      stopLoss: { unit: 'PERCENT', value: stopLossPercent },
      takeProfit: { unit: 'PERCENT', value: takeProfitPercent },
    },
  }
}
