import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publish } from '../../../prisma/bus/publish.ts'
import { JobWorkers } from '../../../prisma/jobs/JobWorkers.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { DRAWN_POINTS } from '../../../schema/trading/equityOf.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'

let app: TestGateway
let workers: JobWorkers
let strategyId: string
let hiddenId: string
let asha: TestUser
let ravi: TestUser
/** What the engine makes of the next backtest; null: it leaves it alone. */
let engine: Prisma.BacktestRunUpdateInput | null = null
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover', { instruments: ['BANKNIFTY', 'NIFTY'] })
  hiddenId = await insertStrategy(app.db, 'supertrend', { isPublic: false })
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const run = async ({ runId }: { readonly runId: string }) => {
    if (engine === null) return
    await app.db.backtestRun.update({ where: { id: runId }, data: { ...engine, endedAt: new Date() } })
    await publish(app.db, { type: 'backtest.ended', runId })
  }
  workers = new JobWorkers(app.databaseUrl, [{ tasks: { 'backtest.run': run }, concurrency: 1 }], pino({ level: 'silent' }))
})
afterAll(async () => {
  await workers.close()
  await app.close()
})
beforeEach(async () => {
  await app.db.backtestRun.deleteMany()
  engine = null
})

const run = (body: unknown, user = asha, key?: string) =>
  app.rest('POST', '/strategy/run', { body, token: user.token, ...(key === undefined ? {} : { key }) })
const DRAFT = { rules: { interval: '5min', long: ['close', '>', 'open'] } }
const done = { status: 'DONE', progress: 1, result: { trades: 3, net: 120.5 } } as const

describe('before a backtest', () => {
  test('its user reads over how many days one can run: those with a candle of the index in the market of the engine', async () => {
    const ask = async (symbol: string) =>
      (await app.graphql(`{ backtestDays(symbol: "${symbol}") { days first last } }`, { token: asha.token })).body
    expect(await ask('SENSEX')).toEqual({ data: { backtestDays: { days: 0, first: null, last: null } } })
    const state = { market: 'days', clock: { kind: 'real' }, sandbox: false, feed: 'connected', heartbeatAt: new Date() }
    await app.db.engineState.create({ data: { nodeId: randomUUID(), ...state } })
    // 00:10 and 23:50 in India are of the same day; the second market is another's.
    const times = ['2026-11-18T18:40:00Z', '2026-11-19T18:20:00Z', '2026-11-20T04:00:00Z', '2026-11-24T04:00:00Z', '2026-11-24T04:01:00Z']
    const price = { open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n }
    const candles = times.map((time) => ({ market: 'days', symbol: 'SENSEX', time: new Date(time), ...price }))
    await app.db.candle.createMany({ data: [...candles, { ...candles[0]!, market: 'other', time: new Date('2026-11-30T04:00:00Z') }] })
    expect(await ask('SENSEX')).toEqual({ data: { backtestDays: { days: 3, first: '2026-11-19', last: '2026-11-24' } } })
    expect(await ask('MIDCAP')).toEqual({ data: { backtestDays: { days: 0, first: null, last: null } } })
    await app.db.candle.deleteMany()
    await app.db.engineState.deleteMany()
  })

  test('the one that is under way is found again by its user alone, and one that has ended by nobody', async () => {
    const ask = async (user: TestUser) => (await app.graphql('{ backtestUnderWay { id status progress } }', { token: user.token })).body
    expect(await ask(asha)).toEqual({ data: { backtestUnderWay: null } })
    const { id } = await app.db.backtestRun.create({
      data: { userId: asha.id, strategyId, request: { symbol: 'NIFTY' }, status: 'RUNNING', progress: 0.4 },
    })
    expect(await ask(asha)).toEqual({ data: { backtestUnderWay: { id, status: 'RUNNING', progress: 0.4 } } })
    expect(await ask(ravi)).toEqual({ data: { backtestUnderWay: null } })
    await app.db.backtestRun.update({ where: { id }, data: { ...done, endedAt: new Date() } })
    expect(await ask(asha)).toEqual({ data: { backtestUnderWay: null } })
  })
})

describe('a backtest', () => {
  test('is queued for the engine and answered with its result', async () => {
    engine = done
    const { status, body } = await run({ strategyId, symbol: 'NIFTY', from: '2026-01-01', to: '2026-03-31' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'The backtest is done.',
      data: { strategyId, symbol: 'NIFTY', from: '2026-01-01', to: '2026-03-31', status: 'DONE', result: { trades: 3, net: 120.5 } },
    })
    const stored = await app.db.backtestRun.findFirstOrThrow()
    expect(stored.request).toEqual({ symbol: 'NIFTY', from: '2026-01-01', to: '2026-03-31' })
  })

  test('of years is answered in part, and its trades are read page by page, the same by both faces', async () => {
    const trades = Array.from({ length: 450 }, (_, i) => ({ place: i, opened: 'Bought 75 units.'.repeat(20) }))
    const denials = trades.map(({ place }) => ({ place, text: 'Skipped.' }))
    const daily = Array.from({ length: 1_200 }, (_, i) => ({ place: i }))
    const curve = Array.from({ length: 5_000 }, (_, i) => ({
      at: `${i}`,
      equity: i === 3_000 ? 1 : 1_000 + i,
      drawdown: i === 3_000 ? 3_998 : 0,
    }))
    const report = { ...{ metrics: { trades: 450 }, trades, denials, daily, equity: curve, stillOpen: [] }, statistics: { list: [1, 2] } }
    engine = { status: 'DONE', progress: 1, result: { days: 1_200, strategies: [report] } }
    const { body } = await run({ strategyId })
    const { id, result } = (body as { data: { id: string; result: { strategies: (typeof report)[] } } }).data
    const [shown] = result.strategies
    expect(shown).toMatchObject({ metrics: { trades: 450 }, stillOpen: [], statistics: { list: [1, 2] } })
    expect(shown!.trades).toEqual(trades.slice(-LIMITS.backtests.listed.trades))
    expect(shown!.denials).toEqual(denials.slice(-LIMITS.backtests.listed.denials))
    expect(shown!.daily).toEqual(daily.slice(-LIMITS.backtests.listed.daily))
    expect(shown!.equity.length).toBeLessThanOrEqual(DRAWN_POINTS)
    expect(shown!.equity).toContainEqual(curve[3_000])
    expect(shown!.equity.at(-1)).toEqual(curve.at(-1))

    const read: unknown[] = []
    for (let after: string | null = null; ;) {
      const query = `query($after: String) { backtestTrades(id: "${id}", first: 200, after: $after) { totalCount edges { node } pageInfo { hasNextPage hasPreviousPage endCursor } } }`
      const page = (await app.graphql(query, { variables: { after }, token: asha.token })).body as {
        data: { backtestTrades: { totalCount: number; edges: { node: unknown }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
      }
      const { totalCount, edges, pageInfo } = page.data.backtestTrades
      expect(totalCount).toBe(450)
      read.push(...edges.map(({ node }) => node))
      const rest = await app.rest('GET', `/strategy/run/${id}/trades?first=200${after === null ? '' : `&after=${after}`}`, {
        token: asha.token,
      })
      const endCursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
      expect(rest.body).toMatchObject({ data: { trades: edges.map(({ node }) => node), totalCount: 450, endCursor } })
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(read).toEqual(trades.toReversed())
    const pageOf = async (query: string, user = asha) =>
      (await app.rest('GET', `/strategy/run/${id}/trades${query}`, { token: user.token })).body
    expect(await pageOf('')).toMatchObject({ data: { trades: trades.slice(-50).toReversed(), totalCount: 450, endCursor: '400' } })
    expect(await pageOf('?after=0')).toMatchObject({ data: { trades: [], totalCount: 450, endCursor: null } })
    expect(await pageOf('?after=999999')).toMatchObject({ data: { trades: trades.slice(-50).toReversed() } })
    expect(await pageOf('?first=201')).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await pageOf('?after=x')).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await pageOf('', ravi)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    ['a sweep', { variants: [{ name: 'a' }] }],
    ['a walk-forward', { folds: [], outOfSample: { equity: Array.from({ length: 2_000 }, (_, i) => ({ equity: i, drawdown: 0 })) } }],
    ['a run without a trade', { strategies: [{ trades: [], denials: [], equity: [], daily: [] }] }],
  ])('of %s has no trades to read, and no more points than are drawn', async (_, result) => {
    engine = { status: 'DONE', progress: 1, result }
    const { id, result: shown } = ((await run({ strategyId })).body as { data: { id: string; result: typeof result } }).data
    if ('outOfSample' in shown) expect(shown.outOfSample?.equity.length).toBeLessThanOrEqual(DRAWN_POINTS)
    else expect(shown).toEqual(result)
    expect((await app.rest('GET', `/strategy/run/${id}/trades`, { token: asha.token })).body).toMatchObject({
      data: { trades: [], totalCount: 0, endCursor: null },
    })
  })

  test('is of the strategy’s first index when none is named, and a failure says why', async () => {
    engine = { status: 'FAILED', problem: 'There are no candles of BANKNIFTY.' }
    const { body } = await app.graphql(
      'mutation($input: RunBacktestInput!) { runBacktest(input: $input) { symbol from to status result problem } }',
      { variables: { input: { strategyId } }, token: asha.token },
    )
    const runBacktest = {
      symbol: 'BANKNIFTY',
      from: null,
      to: null,
      status: 'FAILED',
      result: null,
      problem: 'There are no candles of BANKNIFTY.',
    }
    expect(body).toEqual({ data: { runBacktest } })
  })

  test('under way is the only one of its user; cancelled, it ends the waiting and is told to the engine', async () => {
    const answered = run({ strategyId })
    await eventually(() => app.db.backtestRun.count()).toBe(1)
    expect((await run({ strategyId })).body).toMatchObject({
      code: 'CONFLICT',
      message: 'You have 1 backtest under way, at most 1 fits. Wait for it or cancel it.',
    })
    // Before the order is read: one that is wrong, or of two hundred variants, costs no more.
    expect((await run({ strategyId: 'x', sweep: 'x' })).body).toMatchObject({ code: 'CONFLICT' })
    const { id } = await app.db.backtestRun.findFirstOrThrow()
    for (const method of ['GET', 'DELETE'] as const)
      expect((await app.rest(method, `/strategy/run/${id}`, { token: ravi.token })).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await app.rest('GET', `/strategy/run/${id}`, { token: asha.token })).body).toMatchObject({
      data: { status: 'QUEUED', progress: 0 },
    })
    const cancelled = await app.graphql('mutation($id: ID!) { cancelBacktest(id: $id) { status } }', {
      variables: { id },
      token: asha.token,
    })
    expect(cancelled.body).toEqual({ data: { cancelBacktest: { status: 'CANCELLED' } } })
    expect((await answered).body).toMatchObject({ message: 'The backtest was cancelled.', data: { id, status: 'CANCELLED' } })
    expect((await app.rest('DELETE', `/strategy/run/${id}`, { token: asha.token })).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This backtest has ended already.',
    })
  })

  test('asked for at once by many is queued up to the limit, and by the same key once', async () => {
    engine = done
    const answers = await Promise.all(Array.from({ length: 4 }, () => run({ strategyId }, asha, 'try')))
    expect(new Set(answers.map(({ body }) => (body as { data: { id: string } }).data.id)).size).toBe(1)
    engine = null
    const waiting = Array.from({ length: 20 }, (_, i) => ({ name: `U${i}`, email: `u${i}@example.com`, passwordHash: 'none' }))
    const users = await app.db.user.createManyAndReturn({ data: waiting })
    await app.db.backtestRun.createMany({ data: users.map(({ id }) => ({ userId: id, strategyId, request: { symbol: 'NIFTY' } })) })
    const { status, body } = await run({ strategyId }, ravi)
    expect(status).toBe(429)
    expect(body).toMatchObject({
      message:
        '20 backtests of users without a confirmed e-mail address are waiting, at most 20 may. Confirm your address, or try again in a minute.',
    })
    await app.db.user.update({ where: { id: ravi.id }, data: { emailVerifiedAt: new Date() } })
    engine = done
    expect((await run({ strategyId }, ravi)).status).toBe(200)
  })

  test.each([
    [() => ({ strategyId: 'ema' }), 400, 'strategyId must be an id, got ema'],
    [
      () => ({ strategyId, symbol: 'FINNIFTY' }),
      400,
      'FINNIFTY is not traded here: subscribers choose from NIFTY, BANKNIFTY, SENSEX, MIDCAP',
    ],
    [() => ({ strategyId, from: 'May' }), 400, 'from must be a date YYYY-MM-DD, got May'],
    [() => ({ strategyId, from: '2026-02-01', to: '2026-01-01' }), 400, 'to must not be before from'],
    [() => ({ strategyId: hiddenId }), 404, 'This strategy is not available.'],
    [() => ({ strategyId: hiddenId, symbol: 'NIFTY' }), 404, 'This strategy is not available.'],
    [() => ({}), 400, 'Name either a strategyId or a draft, not both'],
    [() => ({ strategyId, draft: DRAFT }), 400, 'Name either a strategyId or a draft, not both'],
    [() => ({ draft: { ...DRAFT, stopLoss: 51 } }), 400, 'stopLoss must be a number from 0.1 to 50, got 51'],
    [() => ({ draft: { ...DRAFT, timeWindow: { start: '15:30' } } }), 400, 'The trading window must end after its start'],
    [() => ({ draft: { rules: { interval: '5min' } } }), 400, expect.stringContaining('The rules: ')],
  ])('that cannot be is refused (%#)', async (input, status, message) => {
    const answer = await run(input())
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message })
    expect(await app.db.backtestRun.count()).toBe(0)
  })
})

describe('a draft', () => {
  test('is tried by whoever is signed in, with defaults for what is left out, and is stored as no strategy', async () => {
    engine = done
    const strategies = await app.db.strategy.count()
    const draft = { ...DRAFT, timeWindow: { start: '10:00' }, riskPerTrade: 1500.5, quantity: 2, trailingStop: 5 }
    expect((await run({ draft, from: '2026-01-01' })).body).toMatchObject({
      data: { strategyId: null, symbol: 'NIFTY', from: '2026-01-01', status: 'DONE' },
    })
    const stored = await app.db.backtestRun.findFirstOrThrow()
    expect([stored.strategyId, stored.request]).toEqual([
      null,
      {
        ...{ symbol: 'NIFTY', from: '2026-01-01' },
        draft: {
          rules: { interval: '5min', long: ['close', '>', 'open'], short: null },
          ...{ windowStart: '10:00', windowEnd: '15:30', maxTrades: 5, riskPaise: 150_050, lots: 2 },
          ...{ stopLossPercent: 50, takeProfitPercent: 100, trailingStopPercent: 5 },
        },
      },
    ])
    expect(await app.db.strategy.count()).toBe(strategies)
  })
})

test('a backtest that needs too much memory or work over the stored candles is refused with the numbers, and not queued', async () => {
  await app.db.engineState.create({
    data: {
      nodeId: randomUUID(),
      market: 'a-year',
      clock: { kind: 'real' },
      sandbox: false,
      heartbeatAt: new Date(),
      lastTickAt: null,
      feed: 'connected',
    },
  })
  await app.db.$executeRaw`
    INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
    SELECT 'a-year', 'NIFTY', timestamptz '2019-01-01 03:45Z' + day * interval '1 day' + minute * interval '1 minute', 1, 1, 1, 1, 1
    FROM generate_series(0, 249) day, generate_series(0, 374) minute`
  const band = (i: number, width: number) => `bollinger(${i + 2},${width}).upper`
  const bands = (count: number) => Array.from({ length: count }, (_, i) => [band(i, 1), 'between', band(i, 2), band(i, 3)])
  const draft = (count: number) => ({ rules: { interval: '1min', long: { any: bands(count) } } })
  const message =
    'These rules need 450 columns of 93,750 bars each, 42,187,500 values; at most 20,000,000 fit. The last day can be 2019-04-28; or take fewer indicators or longer bars.'
  expect(await run({ draft: draft(50) })).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT', message } })
  const heavy = await insertStrategy(app.db, 'ema-crossover', { slug: 'heavy', rules: draft(50).rules })
  expect(await run({ strategyId: heavy, symbol: 'NIFTY' })).toMatchObject({ status: 400, body: { message } })
  expect(await app.db.backtestRun.count()).toBe(0)
  engine = done
  expect((await run({ draft: draft(14) })).status).toBe(200)
  expect((await run({ draft: draft(50), to: '2019-02-28' })).status).toBe(200)
  const stops = Array.from({ length: 200 }, (_, i) => (i + 1) / 10)
  const swept = (count: number) => ({ draft: draft(1), sweep: [{ name: 'stopLoss', values: stops.slice(0, count) }], to: '2019-12-31' })
  expect((await run(swept(200))).status).toBe(200)
  await app.db.$executeRaw`
    INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
    SELECT market, symbol, time - interval '1 year', open, high, low, close, volume FROM "Candle" WHERE market = 'a-year'`
  expect(await run(swept(200))).toMatchObject({
    ...{ status: 400 },
    body: {
      code: 'BAD_USER_INPUT',
      message:
        '200 variants are 200 runs over 187,500 minutes each, 37,500,000 minutes; at most 20,000,000 fit. The last day can be 2019-01-16; or take fewer variants.',
    },
  })
  expect((await run(swept(100))).status).toBe(200)
  await app.db.engineState.deleteMany()
})

describe('a sweep', () => {
  const SWEPT = { rules: { interval: '5min', long: ['ema({fast})', 'crosses above', 'ema({slow})'] } }
  const sweep = [
    { name: 'fast', values: [3, 5] },
    { name: 'slow', values: [9, 21] },
  ]
  const sold = (option: OptionType) => ({ side: 'SELL', option, strike: 'ATM', expiry: 'this week', lots: 1, stop: '25%' })
  const STRADDLE = { interval: '1min', enter: '09:20', position: { legs: [sold('CE'), sold('PE')] } }
  const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

  test('of a draft with placeholders is queued as it was asked for, with a walk-forward', async () => {
    engine = done
    const mutation = 'mutation($input: RunBacktestInput!) { runBacktest(input: $input) { status result } }'
    const input = {
      draft: SWEPT,
      sweep: [...sweep, { name: 'stopLoss', values: [12.5] }],
      walkForward: { train: 60, validate: 20 },
      slippage: 1.5,
    }
    const { body } = await app.graphql(mutation, { variables: { input }, token: asha.token })
    expect(body).toEqual({ data: { runBacktest: { status: 'DONE', result: done.result } } })
    const stored = await app.db.backtestRun.findFirstOrThrow()
    expect(stored.request).toMatchObject({ draft: SWEPT, sweep: input.sweep, walkForward: input.walkForward, slippage: 1.5 })
  })

  test('of a strategy varies its settings', async () => {
    engine = done
    const searched = { sweep: [{ name: 'stopLoss', values: [10, 20] }], walkForward: { train: 60, validate: 20 }, slippage: 0 }
    expect((await run({ strategyId, ...searched })).status).toBe(200)
    const stored = await app.db.backtestRun.findFirstOrThrow()
    expect(stored.request).toEqual({ symbol: 'BANKNIFTY', ...searched })
  })

  test.each([
    [() => ({ draft: SWEPT }), expect.stringContaining('The rules at long')],
    [() => ({ draft: SWEPT, sweep: sweep.slice(0, 1) }), expect.stringMatching(/^With fast=3: The rules at long.*slow/)],
    [
      () => ({ draft: SWEPT, sweep: [sweep[0], { name: 'slow', values: [9, 900] }] }),
      expect.stringMatching(/^With fast=3 slow=900: The rules/),
    ],
    [
      () => ({
        draft: SWEPT,
        sweep: [
          { name: 'fast', values: many(15) },
          { name: 'slow', values: many(20) },
        ],
      }),
      'sweep asks for 300 variants, at most 200 fit',
    ],
    [
      () => ({ strategyId, sweep: [{ name: 'fast', values: [3] }] }),
      'The rules have no {fast}; beside placeholders stopLoss, takeProfit, trailingStop, maxTrades can be swept',
    ],
    [() => ({ strategyId, sweep: [{ name: 'stopLoss', values: [10, 51] }] }), 'stopLoss must be a number from 0.1 to 50, got 51'],
    [() => ({ strategyId, sweep: [{ name: 'maxTrades', values: [2.5] }] }), 'maxTrades must be a whole number from 1 to 50, got 2.5'],
    [() => ({ strategyId, sweep: [{ name: 'stopLoss', values: [10, 10] }] }), 'sweep has a value of stopLoss twice'],
    [
      () => ({
        strategyId,
        sweep: [
          { name: 'stopLoss', values: [10] },
          { name: 'stopLoss', values: [11] },
        ],
      }),
      'sweep names stopLoss twice',
    ],
    [
      () => ({ draft: { rules: STRADDLE }, sweep: [{ name: 'takeProfit', values: [10, 20] }] }),
      expect.stringMatching(/^takeProfit has no effect on legs/),
    ],
    [() => ({ strategyId, sweep: [] }), 'sweep must name a parameter at least'],
    [() => ({ strategyId, sweep: many(7).map((i) => ({ name: `p${i}`, values: [1] })) }), 'sweep may name at most 6 parameters'],
    [() => ({ strategyId, sweep: [{ name: '{x}', values: [1] }] }), 'name must be letters and digits like fast, got {x}'],
    [() => ({ strategyId, slippage: 20.5 }), 'slippage must be a number from 0 to 20, got 20.5'],
    [() => ({ strategyId, slippage: -1 }), 'slippage must be a number from 0 to 20, got -1'],
    [() => ({ strategyId, walkForward: { train: 0, validate: 20 } }), 'train must be a whole number from 1 to 1000, got 0'],
  ])('that cannot be is refused (%#)', async (input, message) => {
    const answer = await run(input())
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'BAD_USER_INPUT', message })
    expect(await app.db.backtestRun.count()).toBe(0)
  })
})

describe('the progress of a backtest', () => {
  const query = 'subscription($id: ID!) { backtestProgress(id: $id) { status progress } }'
  /** Everything the subscription gives, until it ends or fails. */
  async function watch(user: TestUser, id: string, onNext: () => void): Promise<unknown[]> {
    const url = `${app.url.replace('http', 'ws')}/graphql`
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token: user.token }, retryAttempts: 0 })
    const seen: unknown[] = []
    await new Promise<void>((resolve) => {
      const next = (result: { readonly data?: unknown; readonly errors?: unknown }) => {
        seen.push(result.errors ?? result.data)
        onNext()
      }
      client.subscribe({ query, variables: { id } }, { next, complete: resolve, error: (error) => (seen.push(error), resolve()) })
    })
    await client.dispose()
    return seen
  }
  const queue = async () => {
    const mutation = 'mutation($input: RunBacktestInput!) { runBacktest(input: $input, wait: false) { id status } }'
    const { body } = await app.graphql(mutation, { variables: { input: { strategyId } }, token: asha.token })
    return (body as { data: { runBacktest: { id: string; status: string } } }).data.runBacktest
  }

  test('is told to its user as it grows, and ends with the backtest', async () => {
    const { id, status } = await queue()
    expect(status).toBe('QUEUED')
    const steps = [
      async () => {
        await app.db.backtestRun.update({ where: { id }, data: { status: 'RUNNING', progress: 0.5 } })
        await publish(app.db, { type: 'backtest.progressed', runId: id, progress: 0.5 })
      },
      async () => {
        await app.db.backtestRun.update({ where: { id }, data: { ...done, endedAt: new Date() } })
        await publish(app.db, { type: 'backtest.ended', runId: id })
      },
    ]
    const seen = await watch(asha, id, () => void steps.shift()?.())
    expect(seen).toEqual([
      { backtestProgress: { status: 'QUEUED', progress: 0 } },
      { backtestProgress: { status: 'RUNNING', progress: 0.5 } },
      { backtestProgress: { status: 'DONE', progress: 1 } },
    ])
  })

  test('is nobody else’s business', async () => {
    const { id } = await queue()
    expect(await watch(ravi, id, () => undefined)).toMatchObject([[{ extensions: { code: 'NOT_FOUND' } }]])
  })
})
