import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addStrategyVersion } from '../../prisma/addStrategyVersion.ts'
import { Relay } from '../../prisma/bus/Relay.ts'
import { waitingJobs } from '../../prisma/jobs/testing/waitingJobs.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { paise } from '../../schema/money.ts'
import { parseRuleSet, parseRuleText } from '../../schema/rules/parseRuleSet.ts'
import { sliceColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { MINUTE } from '../../schema/time.ts'
import { randomWalk } from '../analysis/testing/randomWalk.ts'
import { BacktestMarket } from '../backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/trades/BacktestPlan.ts'
import { backtestReport, type BacktestReport } from '../backtest/report/backtestReport.ts'
import { runWithRange } from '../backtest/run/runWithRange.ts'
import type { SweepReport } from '../backtest/report/sweepReport.ts'
import type { WalkForwardReport } from '../backtest/report/walkForwardReport.ts'
import { BacktestRuns } from '../store/BacktestRuns.ts'
import { queueBacktest, storeColumns, TEST_MARKET } from '../store/testing/queueBacktest.ts'
import { createTestSubscription, STRATEGY_TERMS } from '../store/testing/createTestSubscription.ts'
import type { TradeSettings } from '../trading/risk/assess.ts'
import { programOf } from '../testing/programOf.ts'
import { BacktestDesk, type BacktestDeskParts } from './BacktestDesk.ts'

const RULES = { interval: '5min', long: ['close', 'crosses above', 'ema(9)'], short: ['close', 'crosses below', 'ema(9)'] }
/** Three sessions from 2024-01-01 on, of 375 minutes. */
const minutes = randomWalk(3 * 375, 5)
/** The programs of tests are not compiled. */
const program = (name: string) => ['--import', '#typescript', fileURLToPath(new URL(`./testing/${name}.ts`, import.meta.url))]
const ENDLESS = program('endlessBacktestProcess')
const STANDING = program('standingBacktestProcess')
const HUNGRY = program('hungryBacktestProcess')
const MB = 1_024 * 1_024
/** Real time until a process of low priority has had its turn on a machine that computes something else. */
const LOW_PRIORITY_MS = 4 * MINUTE

let database: TestDatabase
let relay: Relay
let runs: BacktestRuns
let desk: BacktestDesk | null = null
beforeAll(async () => {
  database = await createTestDatabase()
  await storeColumns(database.db, 'NIFTY', minutes)
  await storeColumns(database.db, 'BANKNIFTY', randomWalk(375, 6), 'another-market')
  runs = new BacktestRuns(database.url)
  relay = new Relay(database.url)
})
afterAll(async () => {
  await relay.close()
  await runs.close()
  await database.drop()
})
afterEach(async () => {
  await desk?.close()
  await database.db.backtestRun.deleteMany()
  // A ticket that is left over would be good for a run of the next test.
  await expect.poll(() => database.db.outbox.count()).toBe(0)
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`
})

function startDesk(parts: Partial<BacktestDeskParts> = {}): BacktestDesk {
  desk = new BacktestDesk({
    ...{ runs, databaseUrl: database.url, market: TEST_MARKET, log: pino({ level: 'silent' }) },
    program: programOf('engine/backtestDesk/backtestProcess.ts'),
    ...parts,
  })
  desk.start()
  return desk
}

const stored = (id: string) => database.db.backtestRun.findUniqueOrThrow({ where: { id } })
const statusOf = (id: string) => expect.poll(async () => (await stored(id)).status, { timeout: LOW_PRIORITY_MS, interval: 20 })
/** Of the jobs that a run was queued with. */
const attemptsOf = async (id: string) =>
  (await waitingJobs(database.db)).filter(({ payload }) => (payload as { runId: string }).runId === id).map(({ attempts }) => attempts)
const strategyOf = (changes: Parameters<typeof createTestSubscription>[1] = {}) =>
  createTestSubscription(database.db, { rules: RULES, maxTrades: 10, riskPerTradePaise: 5_000_00n, ...changes })

/** What the strategies of these tests trade by. */
const SETTINGS: TradeSettings = {
  ...{
    windowStart: 9 * 60 + 20,
    windowEnd: 15 * 60 + 10,
    maxTrades: 10,
    lots: 1,
    risk: paise(5_000_00),
    sizeByRisk: false,
    trailingStopPercent: null,
  },
  ...{ takeProfit: { unit: 'PERCENT', value: 18 }, stopLoss: { unit: 'PERCENT', value: 12 } },
}

/** The report of a plan over the stored minutes, computed here. */
function reportOf(name: string, changes: Partial<BacktestPlan>, candles: ReadonlyMap<string, CandleColumns> = new Map()): BacktestReport {
  const rules = parseRuleSet(RULES)
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  const plan: BacktestPlan = {
    rules: rules.value,
    settings: SETTINGS,
    account: { funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: paise(25_000_00), squareOffAtDailyLoss: false },
    ...{ from: null, to: null, slippage: 1 },
    ...changes,
  }
  const traded = { kind: 'OPTIONS', volatility: new Map(), candles } as const
  const market = new BacktestMarket({ index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES, traded })
  // What JSON makes of it.
  return JSON.parse(JSON.stringify(backtestReport(name, runWithRange(plan, market), plan, market))) as BacktestReport
}

describe('BacktestDesk', { timeout: LOW_PRIORITY_MS + MINUTE }, () => {
  it('reports what a backtest in this thread would, over all stored candles of its market, by the strategy’s settings', async () => {
    const { strategyId } = await strategyOf()
    const { userId } = await strategyOf()
    const id = await queueBacktest(database.db, { userId, strategyId })
    const { name } = await database.db.strategy.findUniqueOrThrow({ where: { id: strategyId } })
    const running = startDesk()
    await statusOf(id).toBe('DONE')
    const report = reportOf(name, {})
    expect(report.trades.length).toBeGreaterThan(5)
    expect(await stored(id)).toMatchObject({
      progress: 1,
      result: {
        ...{ index: 'NIFTY', from: '2024-01-01', to: '2024-01-03', days: 3, funds: 10_00_000, lots: 1 },
        traded: 'options priced by the option model at the volatility of each day',
        strategies: [report],
      },
    })
    await expect.poll(() => running.ended).toBe(1)
  })

  it('prices by the India VIX that is stored, of the day before', async () => {
    // On the last day it was not yet known.
    const closes = [
      ['2024-01-01', 20],
      ['2024-01-03', 90],
    ] as const
    await database.db.vixClose.createMany({ data: closes.map(([date, close]) => ({ date: new Date(date), close })) })
    const { userId, strategyId } = await strategyOf()
    const id = await queueBacktest(database.db, { userId, strategyId })
    startDesk()
    await statusOf(id).toBe('DONE')
    await database.db.vixClose.deleteMany()
    const { strategies } = (await stored(id)).result as unknown as { readonly strategies: readonly [BacktestReport] }
    expect(strategies[0].assumptions.volatility).toEqual([{ source: 'VIX', days: 2, low: 22.4, high: 22.4 }])
  })

  it('trades the days asked for by the user’s own settings, account and limits, with the day before to warm up', async () => {
    const { userId, strategyId, subscriptionId } = await strategyOf()
    await database.db.subscription.update({
      where: { id: subscriptionId },
      data: { windowStart: '10:00', maxTrades: 4, lots: 2, riskPercent: 2, sizeByRisk: true, stopLossPaise: 1_500_00n },
    })
    await database.db.user.update({
      where: { id: userId },
      data: { paperFundsPaise: 5_00_000_00n, maxOpenTrades: 3, maxDailyLossPaise: null, squareOffAtDailyLoss: true },
    })
    const id = await queueBacktest(database.db, { userId, strategyId }, { symbol: 'NIFTY', from: '2024-01-02', to: '2024-01-02' })
    const { name } = await database.db.strategy.findUniqueOrThrow({ where: { id: strategyId } })
    startDesk()
    await statusOf(id).toBe('DONE')
    const expected = reportOf(name, {
      settings: {
        ...{
          windowStart: 10 * 60,
          windowEnd: 15 * 60 + 10,
          maxTrades: 4,
          lots: 2,
          risk: paise(10_000_00),
          sizeByRisk: true,
          trailingStopPercent: null,
        },
        ...{ takeProfit: { unit: 'PERCENT', value: 18 }, stopLoss: { unit: 'RUPEES', value: paise(1_500_00) } },
      },
      account: { funds: paise(5_00_000_00), maxOpenTrades: 3, maxDailyLoss: null, squareOffAtDailyLoss: true },
      ...{ from: '2024-01-02', to: '2024-01-02' },
    })
    expect(expected.trades.length).toBeGreaterThan(0)
    expect((await stored(id)).result).toMatchObject({ from: '2024-01-02', to: '2024-01-02', days: 1, lots: 2, strategies: [expected] })
  })

  it('tries the version that the user trades by, and the newest one for others', async () => {
    const asked = await strategyOf()
    const { userId } = await strategyOf()
    const terms = { ...STRATEGY_TERMS, rules: RULES, maxTrades: 10, riskPerTradePaise: 5_000_00n, takeProfitPercent: 40 }
    await addStrategyVersion(database.db, asked.strategyId, terms, { changes: [], createdBy: null })
    const { name } = await database.db.strategy.findUniqueOrThrow({ where: { id: asked.strategyId } })
    const pinned = await queueBacktest(database.db, asked)
    const newest = await queueBacktest(database.db, { userId, strategyId: asked.strategyId })
    startDesk()
    await statusOf(newest).toBe('DONE')
    const settings = { ...SETTINGS, takeProfit: { unit: 'PERCENT', value: 40 } } as const
    expect((await stored(pinned)).result).toMatchObject({ strategies: [reportOf(name, {})] })
    expect((await stored(newest)).result).toMatchObject({ strategies: [reportOf(name, { settings })] })
  })

  it('tries a draft, which is no stored strategy, by its own terms, and pays as much slippage as is asked for', async () => {
    const { userId } = await strategyOf()
    const draft = {
      ...{ rules: RULES, windowStart: '09:20', windowEnd: '15:10', maxTrades: 10, riskPaise: 5_000_00, lots: 3 },
      ...{ stopLossPercent: 12, takeProfitPercent: 18, trailingStopPercent: 4 },
    }
    const id = await queueBacktest(database.db, { userId }, { symbol: 'NIFTY', draft, slippage: 2.5 })
    startDesk()
    await statusOf(id).toBe('DONE')
    const expected = reportOf('Draft', { settings: { ...SETTINGS, lots: 3, trailingStopPercent: 4 }, slippage: 2.5 })
    expect(expected.trades.length).toBeGreaterThan(0)
    expect((await stored(id)).result).toMatchObject({ lots: 3, strategies: [expected] })
  })

  it('ranks the variants of a sweep as backtests in this thread would, and says how far it is', async () => {
    const { userId, strategyId } = await strategyOf()
    const { name } = await database.db.strategy.findUniqueOrThrow({ where: { id: strategyId } })
    const id = await queueBacktest(
      database.db,
      { userId, strategyId },
      { symbol: 'NIFTY', sweep: [{ name: 'stopLoss', values: [3, 12, 20] }] },
    )
    startDesk()
    await statusOf(id).toBe('DONE')
    const { result, progress } = await stored(id)
    const found = result as unknown as SweepReport
    expect([progress, found.rankedBy]).toEqual([1, 'net'])
    const expected = [3, 12, 20].map((value) => {
      const { metrics, range } = reportOf(name, { settings: { ...SETTINGS, stopLoss: { unit: 'PERCENT', value } } })
      return { name: `stopLoss=${value}`, metrics, range }
    })
    expect(new Set(expected.map(({ metrics }) => metrics.net)).size).toBe(3)
    expect(found.variants.map(({ name, metrics, range }) => ({ name, metrics, range }))).toEqual(
      expected.toSorted((a, b) => b.metrics.net - a.metrics.net),
    )
    expect(found.variants.map(({ neighbours }) => neighbours?.count).sort()).toEqual([1, 1, 2])
    expect(result).toMatchObject({ from: '2024-01-01', days: 3, lots: 1, ranged: 3, assumptions: { slippage: 1 }, uncoveredYears: [] })
  })

  it('walks a draft with placeholders forward, and stitches the days it was not chosen by', async () => {
    const { userId } = await strategyOf()
    const draft = {
      rules: { interval: '5min', long: ['close', 'crosses above', 'ema({period})'], short: ['close', 'crosses below', 'ema({period})'] },
      ...{ windowStart: '09:20', windowEnd: '15:10', maxTrades: 10, riskPaise: 5_000_00, lots: 1 },
      ...{ stopLossPercent: 12, takeProfitPercent: 18, trailingStopPercent: null },
    }
    const request = { symbol: 'NIFTY', draft, sweep: [{ name: 'period', values: [5, 9] }], walkForward: { train: 1, validate: 1 } }
    const id = await queueBacktest(database.db, { userId }, request)
    startDesk()
    await statusOf(id).toBe('DONE')
    const { folds, outOfSample, variants } = (await stored(id)).result as unknown as WalkForwardReport
    expect(variants).toBe(2)
    expect(folds.map(({ train, validate }) => [...train, ...validate])).toEqual([
      ['2024-01-01', '2024-01-01', '2024-01-02', '2024-01-02'],
      ['2024-01-02', '2024-01-02', '2024-01-03', '2024-01-03'],
    ])
    // What the winner of each fold did on its day.
    const won = folds.map(({ variant, validate: [from, to] }) => {
      const rules = parseRuleText(JSON.stringify(draft.rules).replaceAll('{period}', variant.replace('period=', '')))
      if (!rules.ok) throw new Error(JSON.stringify(rules.error))
      return reportOf('Draft', { rules: rules.value, from, to })
    })
    expect(folds.map(({ validated, range }) => [validated, range])).toEqual(won.map(({ metrics, range }) => [metrics, range]))
    expect(outOfSample.range!.doubleSlippage).toBeCloseTo(won[0]!.range!.doubleSlippage + won[1]!.range!.doubleSlippage, 4)
    const nets = won.flatMap(({ trades }) => trades.map(({ net }) => net))
    expect(nets.length).toBeGreaterThan(3)
    expect(outOfSample.equity.map(({ equity }) => equity)).toEqual(
      nets.map((_, i) => expect.closeTo(10_00_000 + nets.slice(0, i + 1).reduce((sum, net) => sum + net, 0), 4)),
    )
  })

  it('fails a walk-forward of too few days, and one that is too much work, with the numbers', async () => {
    const { userId, strategyId } = await strategyOf()
    const ask = (train: number, values: readonly number[]) =>
      queueBacktest(
        database.db,
        { userId, strategyId },
        { symbol: 'NIFTY', sweep: [{ name: 'stopLoss', values: [...values] }], walkForward: { train, validate: 1 } },
      )
    const short = await ask(3, [10])
    // What the gateway would have refused.
    const large = await ask(
      1,
      Array.from({ length: 9_000 }, (_, i) => 1 + i / 1_000),
    )
    startDesk()
    await statusOf(large).toBe('FAILED')
    expect((await stored(short)).problem).toBe('Training on 3 days and validating on the next takes more than 3 days; there are 3.')
    expect((await stored(large)).problem).toBe(
      '9,000 variants on 2 folds are 18,002 runs over 1,125 minutes each, 20,252,250 minutes; at most 20,000,000 fit. The last day can be 2024-01-02; or take fewer variants or longer folds.',
    )
  })

  it('prices a trade by the stored candles of its option where there are any, and says so', async () => {
    const { userId, strategyId } = await strategyOf()
    const { name } = await database.db.strategy.findUniqueOrThrow({ where: { id: strategyId } })
    const [trade] = reportOf(name, {}).trades
    const contract = trade?.contract ?? ''
    const session = Math.floor(minutes.time.findIndex((time) => time >= Date.parse(String(trade?.entryTime))) / 375)
    const premiums = { ...sliceColumns(minutes, session * 375, (session + 1) * 375) }
    for (const column of ['open', 'high', 'low', 'close'] as const)
      premiums[column] = premiums[column].map((price) => Math.round(price) / 100)
    await storeColumns(database.db, contract, premiums)
    const id = await queueBacktest(database.db, { userId, strategyId })
    startDesk()
    await statusOf(id).toBe('DONE')
    const expected = reportOf(name, {}, new Map([[contract, premiums]]))
    expect(expected.priceSources.CANDLES).toBeGreaterThan(0)
    expect((await stored(id)).result).toMatchObject({
      traded: 'options priced by stored candles, else by the option model at the volatility of each day',
      strategies: [expected],
    })
    await database.db.candle.deleteMany({ where: { symbol: contract } })
  })

  it('fails those that cannot be run, says why each, and runs the next', async () => {
    const problems = [
      [{ symbol: 'NIFTY', from: '2024-02-01', to: '2024-02-29' }, 'There are no candles of NIFTY between 2024-02-01 and 2024-02-29 yet.'],
      [{ symbol: 'NIFTY', from: '2024-02-01' }, 'There are no candles of NIFTY from 2024-02-01 on yet.'],
      [{ symbol: 'NIFTY', to: '2023-12-31' }, 'There are no candles of NIFTY up to 2023-12-31 yet.'],
      [{ symbol: 'BANKNIFTY' }, 'There are no candles of BANKNIFTY yet.'],
      [{ symbol: 'FINNIFTY' }, 'There is no index FINNIFTY.'],
    ] as const
    const asked = await strategyOf()
    const ids: string[] = []
    for (const [request] of problems) ids.push(await queueBacktest(database.db, asked, request))
    const broken = await strategyOf({ name: 'Broken', rules: { interval: '5min', long: ['close', '>', 'moon(3)'] } })
    const unreadable = await queueBacktest(database.db, broken)
    const next = await queueBacktest(database.db, asked)
    startDesk()
    // After seven processes, one after the other.
    await statusOf(next).toBe('DONE')
    for (const [i, [, problem]] of problems.entries())
      expect(await stored(ids[i]!)).toMatchObject({ status: 'FAILED', problem, result: null })
    expect((await stored(unreadable)).problem).toMatch(/^The rules of Broken cannot be read\. long\[2\]: .*moon/)
  })

  it('stops one that computes too long, says how far it was and how much would fit', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    startDesk({ limitMs: { cpu: 3_000, clock: LOW_PRIORITY_MS }, program: ENDLESS })
    await statusOf(id).toBe('FAILED')
    expect((await stored(id)).problem).toBe(
      'The backtest had done 50% of its work when the 3 s of computing time that one may take were used up. Of its 3 days, 1 would fit: up to 2024-01-01, or from 2024-01-03 on.',
    )
  })

  it('counts no time in which a run waits, and stops one that stands still', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const waiting = startDesk({ limitMs: { cpu: 20_000, clock: LOW_PRIORITY_MS }, program: STANDING })
    await expect.poll(async () => (await stored(id)).progress, { timeout: LOW_PRIORITY_MS, interval: 20 }).toBe(0.5)
    // Longer than the processor time that it has taken so far, several times over.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect((await stored(id)).status).toBe('RUNNING')
    await waiting.close()
    startDesk({ limitMs: { cpu: 20_000, clock: 6_000 }, program: STANDING })
    await statusOf(id).toBe('FAILED')
    expect((await stored(id)).problem).toBe(
      'The backtest did not end within 0.1 minutes and was stopped. Try again when the engine has less to do.',
    )
  })

  it('asks for fewer variants, too, where a sweep takes too long or too much memory', async () => {
    const sweep = { symbol: 'NIFTY', sweep: [{ name: 'stopLoss', values: [3, 12, 20] }] }
    const slow = await queueBacktest(database.db, await strategyOf(), sweep)
    const late = startDesk({ limitMs: { cpu: 3_000, clock: LOW_PRIORITY_MS }, program: ENDLESS })
    await statusOf(slow).toBe('FAILED')
    expect((await stored(slow)).problem).toMatch(
      /Of its 3 days, 1 would fit: up to 2024-01-01, or from 2024-01-03 on; or try fewer variants\.$/,
    )
    await late.close()
    const large = await queueBacktest(database.db, await strategyOf(), sweep)
    startDesk({ limitMb: { heap: 128, resident: 400 }, program: HUNGRY })
    await statusOf(large).toBe('FAILED')
    expect((await stored(large)).problem).toBe(
      'The backtest needs more than the 400 MB of memory there are for one. Ask for fewer days, indicators or variants.',
    )
  })

  it('says how far one is, stops it as soon as it hears that it is cancelled, and takes the next', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const next = await queueBacktest(database.db, await strategyOf())
    const running = startDesk({ program: ENDLESS })
    await statusOf(id).toBe('RUNNING')
    await expect.poll(async () => (await stored(id)).progress, { timeout: LOW_PRIORITY_MS, interval: 20 }).toBe(0.5)
    await database.db.backtestRun.update({ where: { id }, data: { status: 'CANCELLED' } })
    const beat = vi.spyOn(runs, 'beat')
    running.onCancelled()
    // At once, not with the next beat.
    expect(beat).toHaveBeenCalledExactlyOnceWith(id, 0.5)
    beat.mockRestore()
    await statusOf(next).toBe('RUNNING')
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', result: null, problem: null })
    expect(running.ended).toBe(1)
  })

  it('refuses a hundred and fifty Bollinger bands over a year of minutes with the numbers, before it reads a candle', async () => {
    const market = 'a-year'
    // 250 days of 375 minutes.
    await database.db.$executeRaw`
      INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
      SELECT ${market}, 'NIFTY', timestamptz '2019-01-01 03:45Z' + day * interval '1 day' + minute * interval '1 minute', 2000000, 2000100, 1999900, 2000050, 1
      FROM generate_series(0, 249) day, generate_series(0, 374) minute`
    const { userId } = await strategyOf()
    const band = (i: number, width: number) => `bollinger(${i + 2},${width}).upper`
    const between = (_: unknown, i: number) => [band(i, 1), 'between', band(i, 2), band(i, 3)]
    const rules = { interval: '1min', long: { any: Array.from({ length: 50 }, between) } }
    const draft = {
      ...{ rules, windowStart: '09:20', windowEnd: '15:10', maxTrades: 10, riskPaise: 5_000_00, lots: 3 },
      ...{ stopLossPercent: 12, takeProfitPercent: 18, trailingStopPercent: null },
    }
    const id = await queueBacktest(database.db, { userId }, { symbol: 'NIFTY', draft })
    const before = process.memoryUsage.rss()
    startDesk({ market })
    await statusOf(id).toBe('FAILED')
    expect((await stored(id)).problem).toBe(
      'These rules need 450 columns of 93,750 bars each, 42,187,500 values; at most 20,000,000 fit. The last day can be 2019-04-28; or take fewer indicators or longer bars.',
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MB)
  })

  it('kills one that takes up too much memory outside of the heap, says so, and has not grown itself', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const next = await queueBacktest(database.db, await strategyOf())
    const before = process.memoryUsage.rss()
    startDesk({ limitMb: { heap: 128, resident: 400 }, program: HUNGRY })
    await statusOf(next).toBe('FAILED')
    for (const each of [id, next])
      expect((await stored(each)).problem).toBe(
        'The backtest needs more than the 400 MB of memory there are for one. Ask for fewer days or indicators.',
      )
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MB)
  })

  it('fails one whose process breaks, and one whose heap is full', async () => {
    const log = pino({ level: 'silent' })
    const logged = vi.spyOn(log, 'error')
    const broken = await queueBacktest(database.db, await strategyOf())
    const failing = startDesk({ log, program: ['-e', 'process.stderr.write("boom"); process.exitCode = 3'] })
    await statusOf(broken).toBe('FAILED')
    expect((await stored(broken)).problem).toBe('The backtest failed on our side. Try again; the engine’s log has the reason.')
    expect(logged.mock.calls[0]).toMatchObject([{ runId: broken, err: { message: 'the process ended with 3: boom' } }, 'a backtest failed'])
    await failing.close()
    const large = await queueBacktest(database.db, await strategyOf())
    startDesk({ limitMb: { heap: 32, resident: 1_000 }, program: ['-e', 'const all = []; for (;;) all.push({ number: all.length })'] })
    await statusOf(large).toBe('FAILED')
    expect((await stored(large)).problem).toMatch(/^The backtest needs more than/)
  })

  it('waits again when somebody else ends its process', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const giveBack = vi.spyOn(runs, 'giveBack')
    startDesk({ program: ['-e', 'setTimeout(() => process.kill(process.pid, "SIGTERM"), 50); setInterval(() => {}, 1_000)'] })
    await expect.poll(() => giveBack.mock.calls.length, { interval: 20 }).toBeGreaterThan(0)
    expect(giveBack).toHaveBeenCalledWith(id)
    giveBack.mockRestore()
  })

  it('runs it with a lower priority and without the environment of this process', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    process.env['SAKHA_TEST_SECRET'] = 'secret'
    startDesk({
      program: [
        '-e',
        `process.once('message', (task) => process.send(
          { kind: 'failed', reason: JSON.stringify([Object.keys(task), Object.keys(process.env), require('node:os').getPriority()]) },
          () => process.exit(0),
        ))`,
      ],
      log: Object.assign(pino({ level: 'silent' }), { error: ({ err }: { readonly err: Error }) => (told = err.message) }),
    })
    let told = ''
    await statusOf(id).toBe('FAILED')
    delete process.env['SAKHA_TEST_SECRET']
    const [task, environment, priority] = JSON.parse(told) as [string[], string[], number]
    expect(task).toEqual(['databaseUrl', 'market', 'runId'])
    // The channel to this process is Node's own.
    expect(environment.filter((name) => !/^(PG|TZ$|NODE_EXTRA_CA_CERTS$|NODE_CHANNEL)/.test(name))).toEqual([])
    expect(priority).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  })

  it('runs again what a node that was killed had in hand, as soon as its job is taken again', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const dead = startDesk({ program: ENDLESS })
    await statusOf(id).toBe('RUNNING')
    await dead.close()
    await expect.poll(() => attemptsOf(id)).toEqual([0])
    await database.db.$transaction(async (tx) => {
      // As a kill leaves them.
      const [job] = await tx.$queryRaw<{ id: bigint }[]>`
        UPDATE graphile_worker._private_jobs SET locked_by = 'pool-gone', locked_at = now(), attempts = 1 WHERE payload->>'runId' = ${id} RETURNING id`
      await tx.backtestRun.update({ where: { id }, data: { status: 'RUNNING', jobId: job!.id } })
    })
    startDesk()
    await statusOf(id).toBe('DONE')
  })

  it('gives the one in hand back when it closes', async () => {
    const id = await queueBacktest(database.db, await strategyOf())
    const closing = startDesk({ program: ENDLESS })
    await statusOf(id).toBe('RUNNING')
    expect(await attemptsOf(id)).toEqual([1])
    await closing.close()
    expect(await stored(id)).toMatchObject({ status: 'QUEUED', jobId: null })
    // The next one, in place of the one that was running.
    await expect.poll(() => attemptsOf(id)).toEqual([0])
  })
})
