import { PrismaPg } from '@prisma/adapter-pg'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PrismaClient } from '../../../prisma/generated/client.ts'
import type { Report } from '../../../schema/graphql/reports.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { addDays, istDate, weekday } from '../../../schema/time.ts'
import { deepestDrawdown, equityOf } from '../../../schema/trading/equityOf.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { ReportService } from './service.ts'

let app: TestGateway
let ema: string
let supertrend: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  ema = await insertStrategy(app.db, 'ema-crossover')
  supertrend = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.trade.deleteMany()
  await app.db.candle.deleteMany()
})

/** A closed trade of Asha's from one time to another; charges are ₹64.13. */
async function closed(
  entry: string,
  exit: string,
  grossPaise: number,
  changes: { strategyId?: string; mode?: 'LIVE'; userId?: string } = {},
) {
  const times = { entryTime: new Date(entry), exitTime: new Date(exit) }
  await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(BigInt(grossPaise)), ...times, ...changes })
}

/** The market of these trades has a session on these days: a candle of each. */
async function hold(...days: readonly string[]) {
  const candle = { market: 'test-market', symbol: 'SENSEX', open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n }
  await app.db.candle.createMany({ data: days.map((day) => ({ ...candle, time: new Date(`${day}T09:15+05:30`) })), skipDuplicates: true })
}

async function report(query: Record<string, string> = {}, { token } = asha): Promise<Report> {
  const { status, body } = await app.rest('GET', `/reports?${new URLSearchParams({ mode: 'PAPER', ...query })}`, { token })
  expect(status).toBe(200)
  return (body as { data: Report }).data
}

describe('a report', () => {
  test('adds up the closed trades by day, strategy, weekday and hour; the same by GraphQL', async () => {
    // Monday 16, Tuesday 17 and Friday 20 November 2026: nets of ₹1,000, −₹500, −₹300 and ₹200.
    await hold('2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23')
    await closed('2026-11-16T10:20+05:30', '2026-11-16T10:50+05:30', 106_413)
    await closed('2026-11-17T10:59:59+05:30', '2026-11-17T11:10+05:30', -43_587, { strategyId: supertrend })
    await closed('2026-11-17T11:00+05:30', '2026-11-17T11:20+05:30', -23_587)
    await closed('2026-11-20T09:20+05:30', '2026-11-20T09:40+05:30', 26_413)
    const gross = 656.52
    expect(await report()).toEqual({
      ...{ mode: 'PAPER', trades: 4, unknown: 0, winRate: 50, gross, charges: 256.52, net: 400, expectancy: 100, profitFactor: 1.5 },
      // Monday to Friday: too few for ratios.
      tradingDays: 5,
      ...{ sharpe: null, sortino: null },
      maxDrawdown: {
        ...{ amount: 800, peakAt: '2026-11-16T05:20:00.000Z', troughAt: '2026-11-17T05:50:00.000Z', recoveredAt: null },
        ...{ peakDate: '2026-11-16', troughDate: '2026-11-17', recoveryDate: null },
      },
      equity: [
        { at: '2026-11-16T05:20:00.000Z', equity: 1_000, drawdown: 0 },
        { at: '2026-11-17T05:40:00.000Z', equity: 500, drawdown: 500 },
        { at: '2026-11-17T05:50:00.000Z', equity: 200, drawdown: 800 },
        { at: '2026-11-20T04:10:00.000Z', equity: 400, drawdown: 600 },
      ],
      days: [
        { date: '2026-11-16', trades: 1, gross: 1_064.13, charges: 64.13, net: 1_000, equity: 1_000, drawdown: 0 },
        { date: '2026-11-17', trades: 2, gross: -671.74, charges: 128.26, net: -800, equity: 200, drawdown: 800 },
        { date: '2026-11-20', trades: 1, gross: 264.13, charges: 64.13, net: 200, equity: 400, drawdown: 600 },
      ],
      strategies: [
        { strategyId: ema, strategy: 'EMA Crossover', trades: 3, winRate: 66.7, gross: 1_092.39, charges: 192.39, net: 900 },
        { strategyId: supertrend, strategy: 'Supertrend', trades: 1, winRate: 0, gross: -435.87, charges: 64.13, net: -500 },
      ],
      hours: [
        { weekday: 1, hour: 10, trades: 1, winRate: 100, gross: 1_064.13, charges: 64.13, net: 1_000 },
        { weekday: 2, hour: 10, trades: 1, winRate: 0, gross: -435.87, charges: 64.13, net: -500 },
        { weekday: 2, hour: 11, trades: 1, winRate: 0, gross: -235.87, charges: 64.13, net: -300 },
        { weekday: 5, hour: 9, trades: 1, winRate: 100, gross: 264.13, charges: 64.13, net: 200 },
      ],
    })
    const query = `query ($input: ReportInput!) { report(input: $input) { net profitFactor days { date } maxDrawdown { amount } } }`
    const { body } = await app.graphql(query, { token: asha.token, variables: { input: { mode: 'PAPER', strategyId: supertrend } } })
    expect(body).toEqual({
      data: { report: { net: -500, profitFactor: 0, days: [{ date: '2026-11-17' }], maxDrawdown: { amount: 500 } } },
    })
  })

  test('tells of what was given back within a day, though the day ended with a gain', async () => {
    await closed('2026-11-20T09:20+05:30', '2026-11-20T09:40+05:30', 1_506_413)
    await closed('2026-11-20T10:20+05:30', '2026-11-20T10:40+05:30', -1_258_587)
    await closed('2026-11-20T11:20+05:30', '2026-11-20T11:40+05:30', 206_413)
    const { maxDrawdown, days, equity } = await report()
    expect(maxDrawdown).toMatchObject({
      ...{ amount: 12_650, peakAt: '2026-11-20T04:10:00.000Z', troughAt: '2026-11-20T05:10:00.000Z', recoveredAt: null },
      ...{ peakDate: '2026-11-20', troughDate: '2026-11-20' },
    })
    expect(days).toMatchObject([{ net: 4_350, equity: 4_350, drawdown: 12_650 }])
    // The curve ends with the last exit, not at a close that is still to come.
    expect(equity.at(-1)).toEqual({ at: '2026-11-20T06:10:00.000Z', equity: 4_350, drawdown: 10_650 })
  })

  test('counts the sessions of its trades’ own market: days on which it stood still, or a market of other dates, are none', async () => {
    await hold('2025-01-01', '2025-01-02', '2026-11-20')
    await closed('2025-01-01T10:20+05:30', '2025-01-01T10:50+05:30', 106_413)
    await closed('2026-11-20T10:20+05:30', '2026-11-20T10:50+05:30', -43_587)
    expect(await report()).toMatchObject({ tradingDays: 3 })
  })

  test('has ratios from twenty trading days on', async () => {
    const days = Array.from({ length: 30 }, (_, i) => addDays('2026-10-26', i)).filter((day) => ![0, 6].includes(weekday(day)))
    for (const [i, day] of days.entries()) await closed(`${day}T10:00+05:30`, `${day}T10:20+05:30`, i % 2 === 0 ? 106_413 : -43_587)
    expect(await report({ to: days[18]! })).toMatchObject({ tradingDays: 19, sharpe: null, sortino: null })
    expect(await report({ to: days[19]! })).toMatchObject({ tradingDays: 20, sharpe: expect.any(Number), sortino: expect.any(Number) })
  })

  test('keeps paper and live apart, and every user’s trades', async () => {
    await closed('2026-11-20T10:00+05:30', '2026-11-20T10:10+05:30', 106_413)
    await closed('2026-11-20T10:00+05:30', '2026-11-20T10:10+05:30', 206_413, { mode: 'LIVE' })
    await closed('2026-11-20T10:00+05:30', '2026-11-20T10:10+05:30', 306_413, { userId: ravi.id })
    expect(await report()).toMatchObject({ mode: 'PAPER', trades: 1, net: 1_000 })
    expect(await report({ mode: 'LIVE' })).toMatchObject({ mode: 'LIVE', trades: 1, net: 2_000 })
    expect(await report({}, ravi)).toMatchObject({ trades: 1, net: 3_000 })
  })

  test('of nothing is empty, and has no figures that nobody knows', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId: ema })
    expect(await report()).toEqual({
      ...{ mode: 'PAPER', trades: 0, unknown: 0, winRate: null, gross: 0, charges: 0, net: 0, expectancy: null, profitFactor: null },
      ...{ tradingDays: 0, sharpe: null, sortino: null, maxDrawdown: null, equity: [], days: [], strategies: [], hours: [] },
    })
  })

  test('counts trades whose result is unknown, and leaves them out of everything else', async () => {
    await closed('2026-11-20T10:00+05:30', '2026-11-20T10:10+05:30', 106_413)
    const lost = { status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: new Date('2026-11-19T09:30:00Z') } as const
    await insertTrade(app.db, { userId: asha.id, strategyId: supertrend, ...lost })
    const { unknown, trades, charges, days, strategies, hours } = await report()
    expect({ unknown, trades, charges }).toEqual({ unknown: 1, trades: 1, charges: 64.13 })
    expect([days.length, strategies.length, hours.length]).toEqual([1, 1, 1])
  })

  test('takes a day for what it is in India: of one that begins at midnight there, the last minute belongs to it and the next does not', async () => {
    await closed('2026-11-18T23:58+05:30', '2026-11-18T23:59:59.999+05:30', 106_413)
    await closed('2026-11-18T23:58+05:30', '2026-11-19T00:00+05:30', 206_413)
    await closed('2026-11-19T23:58+05:30', '2026-11-19T23:59:59.999+05:30', 306_413)
    await closed('2026-11-20T00:00+05:30', '2026-11-20T00:00+05:30', 406_413)
    const { days, hours } = await report()
    expect(days.map(({ date, net }) => [date, net])).toEqual([
      ['2026-11-18', 1_000],
      ['2026-11-19', 5_000],
      ['2026-11-20', 4_000],
    ])
    expect(hours.map(({ weekday, hour, trades }) => [weekday, hour, trades])).toEqual([
      [3, 23, 2],
      [4, 23, 1],
      [5, 0, 1],
    ])
    expect((await report({ from: '2026-11-19', to: '2026-11-19' })).net).toBe(5_000)
    expect((await report({ to: '2026-11-18' })).net).toBe(1_000)
    expect((await report({ from: '2026-11-20' })).net).toBe(4_000)
  })

  test('has breakdowns that each add up to its totals, and the same totals as a plain sum', async () => {
    const trade = fc.record({
      strategyId: fc.constantFrom(0, 1),
      mode: fc.constantFrom('PAPER', 'LIVE'),
      // Nine days, around the clock.
      entry: fc.integer({ min: Date.parse('2026-11-10T00:00Z'), max: Date.parse('2026-11-18T00:00Z') }),
      minutes: fc.integer({ min: 0, max: 1_500 }),
      gross: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      charges: fc.integer({ min: 0, max: 20_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { maxLength: 30 }), async (drawn) => {
        await app.db.trade.deleteMany()
        const id = await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(100n) })
        const {
          id: _id,
          terms,
          openWhenFailing: _failing,
          openWhenHanded: _handedOver,
          ...row
        } = await app.db.trade.findUniqueOrThrow({ where: { id } })
        const rows = drawn.map(({ strategyId, mode, entry, minutes, gross, charges }) => ({
          ...row,
          ...{ terms: terms ?? {}, mode, strategyId: [ema, supertrend][strategyId] ?? ema },
          ...{ entryTime: new Date(entry), exitTime: new Date(entry + minutes * 60_000) },
          ...{ grossPaise: BigInt(gross), chargesPaise: BigInt(charges), netPaise: BigInt(gross - charges) },
        }))
        await app.db.trade.deleteMany()
        await app.db.trade.createMany({ data: rows })
        const known = rows.filter(({ mode }) => mode === 'PAPER')
        const sum = (pick: (row: (typeof rows)[number]) => bigint) => Number(known.reduce((total, each) => total + pick(each), 0n))
        const expected = [known.length, sum((each) => each.grossPaise), sum((each) => each.chargesPaise), sum((each) => each.netPaise)]
        const shown = await report()
        for (const parts of [[shown], shown.days, shown.strategies, shown.hours])
          expect(['trades', 'gross', 'charges', 'net'].map((name) => total(parts, name))).toEqual(expected)
        expect(shown.days.map(({ date }) => date)).toEqual([...new Set(known.map(({ exitTime }) => istDate(exitTime.getTime())))].sort())
        expect(shown.days.at(-1)?.equity ?? 0).toBe(shown.net)
        const points = equityOf(
          (await app.db.trade.findMany({ where: { mode: 'PAPER' } })).map(({ id, exitTime, netPaise }) => {
            return { id, exitTime: exitTime!.getTime(), net: Number(netPaise) }
          }),
          paise(0),
        )
        expect(shown.equity).toEqual(
          points.map(({ at, equity, drawdown }) => ({
            at: new Date(at).toISOString(),
            equity: toRupees(equity),
            drawdown: toRupees(drawdown),
          })),
        )
        expect(shown.maxDrawdown?.amount ?? 0).toBe(toRupees(deepestDrawdown(points)?.amount ?? paise(0)))
      }),
      { numRuns: 15 },
    )
  })

  test('takes two statements, however many trades there are', async () => {
    for (const strategyId of [ema, supertrend]) await closed('2026-11-20T10:00+05:30', '2026-11-20T10:10+05:30', 100, { strategyId })
    const counted = new PrismaClient({
      adapter: new PrismaPg({ connectionString: app.databaseUrl }),
      log: [{ emit: 'event', level: 'query' }],
    })
    try {
      const reports = new ReportService(counted)
      let statements = 0
      counted.$on('query', () => statements++)
      expect((await reports.report(asha.id, { mode: 'PAPER' })).strategies).toHaveLength(2)
      expect(statements).toBe(2)
    } finally {
      await counted.$disconnect()
    }
  })

  test.each([
    [{ mode: 'BOTH' }, 'mode must be one of PAPER, LIVE, got BOTH'],
    [{ mode: 'PAPER', from: '2026-02-30' }, 'from must be a date YYYY-MM-DD, got 2026-02-30'],
    [{ mode: 'PAPER', from: '2026-11-20', to: '2026-11-19' }, 'to must not be before from'],
    [{ mode: 'PAPER', strategyId: 'all' }, 'strategyId must be an id, got all'],
  ])('%# is refused in plain words, as its file is', async (query, message) => {
    for (const path of ['/reports', '/reports/trades.csv']) {
      const { status, body } = await app.rest('GET', `${path}?${new URLSearchParams(query)}`, { token: asha.token })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message })
    }
  })

  test('is for those who are signed in', async () => {
    expect((await app.rest('GET', '/reports?mode=PAPER')).status).toBe(401)
    expect((await app.rest('GET', '/reports/trades.csv?mode=PAPER')).status).toBe(401)
  })
})

test('live orders are compared with the dry run, by strategy; those that paper did not fill are counted only', async () => {
  const tradeId = await insertTrade(app.db, { userId: asha.id, strategyId: ema, mode: 'LIVE', ...closedWith(100_000n) })
  const foreign = await insertTrade(app.db, { userId: ravi.id, strategyId: ema, mode: 'LIVE', ...closedWith(100_000n) })
  // Bought 75 at ₹100.10 where paper paid ₹100.00; sold at ₹113.00 where paper got ₹113.20 and ₹113.00 for a part each; one without paper.
  await liveOrder(tradeId, 'E1', 'ENTRY', 75, 75 * 100_10, [[75, 100_00]])
  await liveOrder(tradeId, 'X1', 'EXIT', 50, 50 * 113_00, [
    [25, 113_20],
    [25, 113_00],
  ])
  await liveOrder(tradeId, 'X2', 'EXIT', 25, 25 * 113_00, [])
  await liveOrder(foreign, 'E2', 'ENTRY', 75, 75 * 100_10, [[75, 100_00]])
  const gap = async (mode: string) => {
    const { body } = await app.rest('GET', `/reports/live-gap?mode=${mode}`, { token: asha.token })
    return (body as { data: unknown }).data
  }
  expect(await gap('LIVE')).toEqual([{ strategyId: ema, strategy: 'EMA Crossover', orders: 3, compared: 2, entries: 7.5, exits: 5 }])
  expect(await gap('PAPER')).toEqual([])
  expect((await app.rest('GET', '/reports/live-gap?mode=LIVE')).status).toBe(401)

  async function liveOrder(
    of: string,
    clientOrderId: string,
    purpose: 'ENTRY' | 'EXIT',
    quantity: number,
    value: number,
    dry: readonly (readonly [units: number, price: number])[],
  ): Promise<void> {
    const { userId, subscriptionId } = await app.db.trade.findUniqueOrThrow({ where: { id: of } })
    const at = new Date('2026-11-20T05:00:00Z')
    await app.db.order.create({
      data: {
        ...{ userId, subscriptionId, tradeId: of, legId: of, clientOrderId, mode: 'LIVE', purpose, status: 'FILLED', contract: {} },
        ...{ side: purpose === 'ENTRY' ? 'BUY' : 'SELL', quantity, filledQuantity: quantity, filledValuePaise: value, intendedAt: at },
        ...(purpose === 'ENTRY' ? { terms: {} } : { exitReason: 'TARGET' }),
        dryFills: {
          create: dry.map(([units, pricePaise], i) => ({ id: `${clientOrderId}-${i}`, quantity: units, pricePaise, filledAt: at })),
        },
      },
    })
  }
})

test('the file of a report holds its trades and no others', async () => {
  await closed('2026-11-18T23:58+05:30', '2026-11-19T00:00+05:30', 106_413)
  await closed('2026-11-18T23:58+05:30', '2026-11-18T23:59+05:30', 206_413)
  await closed('2026-11-19T10:00+05:30', '2026-11-19T10:10+05:30', 306_413, { mode: 'LIVE' })
  await closed('2026-11-19T10:00+05:30', '2026-11-19T10:10+05:30', 406_413, { userId: ravi.id })
  const response = await fetch(`${app.url}/api/reports/trades.csv?mode=PAPER&from=2026-11-19`, {
    headers: { authorization: `Bearer ${asha.token}` },
  })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="report-trades.csv"')
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"2026-11-19T00:00:00+05:30","1064.13"')
})

/** A figure of all parts together: whole trades, or rupees as paise. */
function total(parts: readonly object[], name: string): number {
  return parts.reduce((paise, part) => paise + Math.round(Number(Reflect.get(part, name)) * (name === 'trades' ? 1 : 100)), 0)
}
