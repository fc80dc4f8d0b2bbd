import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { paise } from '../../../schema/money.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let otherStrategyId: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  otherStrategyId = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(() => app.db.trade.deleteMany())

interface History {
  data: {
    trades: { id: string }[]
    next: string | null
    matchingTrades: number
    mode: string
    totalTrades: number
    profitableTrades: number
    winRate: number | null
    totalProfitRs: number
    totalNetRs: number
  }
}
async function history(query: string, token = asha.token): Promise<History['data']> {
  const { body } = await app.rest('GET', `/trades/history${query}`, { token })
  return (body as History).data
}

describe('running trades', () => {
  test('are shown in rupees, with the last price as the bus told it and what closing at it would leave', async () => {
    const id = await insertTrade(app.db, { userId: asha.id, strategyId })
    await tellPrices(app.db, {
      prices: [['NIFTY24NOV2624500CE', paise(10_355), Date.parse('2026-11-20T05:01:00Z')]],
      leftAt: 0,
    })
    await eventually(async () => (await app.rest('GET', '/trades/live', { token: asha.token })).body).toMatchObject({
      data: [
        {
          _id: id,
          id,
          option: 'NIFTY24NOV2624500CE',
          strike: 24500,
          optionType: 'CE',
          expiry: '2026-11-24',
          strategy: 'EMA Crossover',
          signal: 'LONG',
          entryPrice: 100,
          exitPrice: null,
          target: 118,
          sl: 88,
          fundUsed: 7500,
          profitLossRs: 266.25,
          charges: 26.55,
          netProfitLossRs: 200.83,
          status: 'RUNNING',
          entryTime: '2026-11-20T05:00:00.000Z',
          entryTimeIST: '2026-11-20T10:30:00+05:30',
          exitTime: null,
          exitTimeIST: null,
          ltp: 103.55,
        },
      ],
    })
  })

  test('are the same by GraphQL', async () => {
    const id = await insertTrade(app.db, { userId: asha.id, strategyId, terms: { trailingStopPercent: 5 } })
    const { body } = await app.graphql(
      '{ liveTrades { id option index strike optionType expiry strategy strategyId signal mode lots quantity sl trailingStopPercent status } }',
      {
        token: asha.token,
      },
    )
    expect(body).toEqual({
      data: {
        liveTrades: [
          {
            id,
            option: 'NIFTY24NOV2624500CE',
            index: 'NIFTY',
            strike: 24500,
            optionType: 'CE',
            expiry: '2026-11-24',
            strategy: 'EMA Crossover',
            strategyId,
            signal: 'LONG',
            mode: 'PAPER',
            lots: 1,
            quantity: 75,
            sl: 88,
            trailingStopPercent: 5,
            status: 'RUNNING',
          },
        ],
      },
    })
  })

  test('of another user are never shown, whatever is asked', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_000n) })
    for (const path of ['/trades', '/trades/live']) {
      expect((await app.rest('GET', path, { token: ravi.token })).body).toMatchObject({ data: [] })
    }
    const nothing = {
      trades: [],
      matchingTrades: 0,
      mode: 'PAPER',
      totalTrades: 0,
      profitableTrades: 0,
      winRate: 0,
      totalProfitRs: 0,
      next: null,
      totalNetRs: 0,
    }
    expect(await history(`?strategy=${strategyId}`, ravi.token)).toEqual(nothing)
  })
})

test('running and closed trades come together, latest entry first, as many as asked for, by both faces', async () => {
  const closed = await insertTrade(app.db, {
    userId: asha.id,
    strategyId,
    ...closedWith(100n),
    entryTime: new Date('2026-11-20T04:00:00Z'),
  })
  const running = await insertTrade(app.db, { userId: asha.id, strategyId })
  const { body } = await app.graphql('{ trades { id status } latest: trades(limit: 1) { id } }', { token: asha.token })
  expect(body).toEqual({
    data: {
      trades: [
        { id: running, status: 'RUNNING' },
        { id: closed, status: 'TARGET_HIT' },
      ],
      latest: [{ id: running }],
    },
  })
  expect((await app.rest('GET', '/trades?limit=1', { token: asha.token })).body).toMatchObject({ data: [{ id: running }] })
})

const PAGE_OF_TWO = `{ tradeHistory(input: { first: 2 }) {
  edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  matchingTrades mode totalTrades profitableTrades winRate totalProfitRs totalNetRs
} }`

describe('history', () => {
  test('holds closed trades only where running ones are left out, latest entry first, and its totals count what has a known result', async () => {
    const at = (time: string) => ({ entryTime: new Date(time) })
    const first = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_050n), ...at('2026-11-18T05:00:00Z') })
    const second = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-30_000n), ...at('2026-11-19T05:00:00Z') })
    const third = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(10_000n), ...at('2026-11-20T05:00:00Z') })
    const unknown = await insertTrade(app.db, {
      userId: asha.id,
      strategyId,
      status: 'COMPLETED',
      exitReason: 'MARKET_CHANGED',
      exitTime: new Date('2026-11-20T07:00:00Z'),
      ...at('2026-11-20T06:00:00Z'),
    })
    await insertTrade(app.db, { userId: asha.id, strategyId })
    const shown = await history('?running=false')
    expect(shown.trades.map((trade) => trade.id)).toEqual([unknown, third, second, first])
    expect(shown).toMatchObject({ totalTrades: 4, profitableTrades: 2, winRate: 66.7, totalProfitRs: 550.5, totalNetRs: 358.11 })
    expect(shown.trades[0]).toMatchObject({ exitReason: 'MARKET_CHANGED', exitPrice: null, profitLossRs: null, netProfitLossRs: null })

    const { body } = await app.graphql(PAGE_OF_TWO, { token: asha.token })
    const { trades: _trades, next: _next, ...totals } = shown
    const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: unknown, endCursor: third }
    expect(body).toEqual({
      data: { tradeHistory: { edges: [unknown, third].map((id) => ({ cursor: id, node: { id } })), pageInfo, ...totals } },
    })
  })

  test('is filtered by strategy and by entry date in India, both ends included', async () => {
    const lastMoment = await insertTrade(app.db, {
      userId: asha.id,
      strategyId,
      ...closedWith(100n),
      entryTime: new Date('2026-11-19T18:29:59.999Z'),
    })
    const nextDay = await insertTrade(app.db, {
      userId: asha.id,
      strategyId: otherStrategyId,
      ...closedWith(100n),
      entryTime: new Date('2026-11-19T18:30:00.000Z'),
    })
    const ids = async (query: string) => (await history(query)).trades.map((trade) => trade.id)
    expect(await ids('?fromDate=2026-11-19&toDate=2026-11-19')).toEqual([lastMoment])
    expect(await ids('?fromDate=2026-11-20')).toEqual([nextDay])
    expect(await ids('?toDate=2026-11-20')).toEqual([nextDay, lastMoment])
    expect(await ids(`?strategy=${otherStrategyId}`)).toEqual([nextDay])
    const { name } = await app.db.strategy.findUniqueOrThrow({ where: { id: otherStrategyId } })
    expect(await ids(`?strategy=${encodeURIComponent(name.toUpperCase())}`)).toEqual([nextDay])
    for (const nothing of ['1%27%20OR%201=1', 'No%20such%20strategy', '%25']) expect(await ids(`?strategy=${nothing}`)).toEqual([])
    // A form sends every field that it has.
    expect(await ids('?strategy=&fromDate=&toDate=&status=')).toEqual([nextDay, lastMoment])
  })

  test('comes in pages, the totals of all pages beside each', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await insertTrade(app.db, {
        userId: asha.id,
        strategyId,
        ...closedWith(1_000n),
        entryTime: new Date(Date.UTC(2026, 10, 20, 5, minute)),
      })
    }
    const all = await history('')
    const page = await history(`?first=2&after=${all.trades[1]?.id}`)
    expect(page.trades).toEqual(all.trades.slice(2, 4))
    expect(page).toMatchObject({ totalTrades: 5, totalProfitRs: 50 })
    expect((await history(`?after=${all.trades[4]?.id}`)).trades).toEqual([])
  })

  test.each([
    ['?first=0', 'first must be a whole number from 1 to 200, got 0'],
    ['?first=1.5', 'first must be a whole number from 1 to 200, got 1.5'],
    ['?first=many', 'first must be a whole number from 1 to 200, got many'],
    ['?after=-1', 'after must be an id, got -1'],
    ['?after=01a1fd1e-09f9-7118-843e-317d58680a14', 'after must be the id of one of your trades'],
    ['?sort=name', 'sort must be one of ENTRY_TIME, SYMBOL, STRATEGY, SIDE, ENTRY_PRICE, EXIT_PRICE, PROFIT, STATUS, got name'],
    ['?descending=1', 'descending must be true or false'],
    ['?fromDate=2026-02-30', 'fromDate must be a date YYYY-MM-DD, got 2026-02-30'],
    ['?fromDate=2026-11-20&toDate=2026-11-19', 'toDate must not be before fromDate'],
    [`?strategy=${'x'.repeat(200)}`, expect.stringMatching(/^strategyName must be at most \d+ characters/)],
  ])('refuses %s and names bound and value', async (query, message) => {
    const { status, body } = await app.rest('GET', `/trades/history${query}`, { token: asha.token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message })
  })
})
