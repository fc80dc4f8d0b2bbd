import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { openDatabase } from '../../../prisma/client.ts'
import { countingPool } from '../../../prisma/testing/createTestDatabase.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { PriceBoard } from '../market/PriceBoard.ts'
import { EngineStates } from '../market/EngineStates.ts'
import { Effects } from '../../kit/Effects.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { TradeService } from '../trades/service.ts'
import { DashboardService } from './service.ts'

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
  // Noon in India on 20 November, where the clock stands.
  const at = Date.parse('2026-11-20T06:30:00Z')
  const segment = { realStart: 0, marketStart: at, sessionOpen: at, sessionClose: at }
  await app.db.engineState.create({
    data: {
      ...{ nodeId: randomUUID(), market: 'test-market', sandbox: true, heartbeatAt: new Date(), feed: 'connected' },
      clock: { kind: 'sandbox', speed: 1, segments: [segment] },
    },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.order.deleteMany()
  await app.db.trade.deleteMany()
  await app.db.subscription.deleteMany()
})

const stats = async (user = asha) => (await app.rest('GET', '/dashboard/stats', { token: user.token })).body

describe('the dashboard', () => {
  test('never adds up paper and live: of a user with anything live it counts that alone', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_050n) })
    expect(await stats()).toMatchObject({ data: { todayStats: { mode: 'PAPER', closedPnL: 750.5, totalTrades: 1 } } })
    const live = await app.db.subscription.create({ data: { userId: asha.id, strategyId: otherStrategyId, mode: 'LIVE' } })
    expect(await stats()).toMatchObject({ data: { todayStats: { mode: 'LIVE', closedPnL: 0, totalTrades: 0, totalPnL: 0 } } })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-10_000n), mode: 'LIVE' })
    await insertTrade(app.db, { userId: asha.id, strategyId })
    await app.db.subscription.delete({ where: { id: live.id } })
    const { data } = (await stats()) as { data: { todayStats: object; liveTrades: object[] } }
    expect(data.todayStats).toMatchObject({ mode: 'LIVE', closedPnL: -100, totalPnL: -100, totalTrades: 1 })
    expect(data.liveTrades).toMatchObject([{ status: 'RUNNING' }])
  })

  test('gives the day of each mode apart, live first, of modes that have anything today', async () => {
    const days = async () => ((await stats()) as { data: { byMode: object[] } }).data.byMode
    expect(await days()).toMatchObject([{ mode: 'PAPER', totalTrades: 0, activeStrategies: 0 }])
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_050n) })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-10_000n), mode: 'LIVE' })
    await app.db.subscription.create({ data: { userId: asha.id, strategyId: otherStrategyId, mode: 'LIVE' } })
    await app.db.subscription.updateMany({ where: { strategyId }, data: { isActive: true, mode: 'PAPER' } })
    expect(await days()).toMatchObject([
      { mode: 'LIVE', closedPnL: -100, totalPnL: -100, totalTrades: 1, activeStrategies: 1 },
      { mode: 'PAPER', closedPnL: 750.5, totalPnL: 750.5, totalTrades: 1, activeStrategies: 1 },
    ])
    await app.db.subscription.deleteMany({ where: { strategyId: otherStrategyId } })
    await app.db.trade.deleteMany()
    await insertTrade(app.db, { userId: asha.id, strategyId, mode: 'LIVE' })
    expect((await days()).map((day) => (day as { mode: string }).mode)).toEqual(['LIVE'])
  })

  test('counts the market’s day: what was closed, what runs at its last price, what was paid', async () => {
    const yesterday = new Date('2026-11-19T05:00:00Z')
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_050n) })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-30_000n), entryTime: yesterday })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(99_900n), entryTime: yesterday, exitTime: yesterday })
    await insertTrade(app.db, { userId: ravi.id, strategyId, ...closedWith(5_000n) })
    const running = await insertTrade(app.db, { userId: asha.id, strategyId })
    await app.db.subscription.create({ data: { userId: asha.id, strategyId: otherStrategyId, isActive: false } })

    // Of the day's three trades one has no price yet: the sum is unknown, not too small.
    expect(await stats()).toMatchObject({
      data: {
        todayStats: {
          totalPnL: null,
          totalNetPnL: null,
          closedPnL: 450.5,
          closedNetPnL: 322.24,
          totalTrades: 2,
          activeStrategies: 1,
          todayFundsUsed: 15_000,
        },
        liveTrades: [{ _id: running, status: 'RUNNING', ltp: null }],
      },
    })
    await tellPrices(app.db, {
      prices: [['NIFTY24NOV2624500CE', paise(10_355), Date.parse('2026-11-20T06:30:00Z')]],
      leftAt: 0,
    })
    await eventually(stats).toMatchObject({
      data: { todayStats: { totalPnL: 716.75, totalNetPnL: 523.07 }, liveTrades: [{ ltp: 103.55 }] },
    })

    const { body } = await app.graphql('{ dashboard { todayStats { totalPnL totalTrades } liveTrades { id } } }', { token: asha.token })
    expect(body).toEqual({ data: { dashboard: { todayStats: { totalPnL: 716.75, totalTrades: 2 }, liveTrades: [{ id: running }] } } })
  })

  test('of a day without trades is zero throughout', async () => {
    expect(await stats(ravi)).toMatchObject({
      data: {
        todayStats: { totalPnL: 0, totalNetPnL: 0, closedPnL: 0, closedNetPnL: 0, totalTrades: 0, activeStrategies: 0, todayFundsUsed: 0 },
        liveTrades: [],
      },
    })
  })

  test('takes four statements, however many trades run', async () => {
    for (const of of [strategyId, otherStrategyId]) {
      await insertEntryOrder(app.db, await insertTrade(app.db, { userId: asha.id, strategyId: of }))
    }
    const counted = countingPool(app.databaseUrl)
    const db = openDatabase(counted.pool)
    try {
      const trades = new TradeService({
        db,
        pool: counted.pool,
        effects: new Effects(db),
        prices: new PriceBoard(),
        rules: { rules: SHIPPED_MARKET_RULES },
      })
      const { liveTrades } = await new DashboardService(db, new EngineStates(db, 5_000), trades).dashboard(asha.id)
      expect(liveTrades.map((trade) => trade.opened !== null)).toEqual([true, true])
      expect(counted.statements).toBe(4)
    } finally {
      await db.$disconnect()
      await counted.pool.end()
    }
  })
})
