import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Relay } from '../../prisma/bus/Relay.ts'
import { requestUpdate } from '../../prisma/performanceRuns.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { totalCharges } from '../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { DAY, istDate, istInstant, MINUTE, type Instant } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import { PerformanceRecords } from '../store/PerformanceRecords.ts'
import { createTestSubscription, type TestSubscription } from '../store/testing/createTestSubscription.ts'
import { createTestTrade } from '../store/testing/createTestTrade.ts'
import { contractOf } from '../trading/testing/contracts.ts'
import { SchedulePool } from '../schedule/SchedulePool.ts'
import { PerformanceDesk } from './PerformanceDesk.ts'

const log = pino({ level: 'silent' })
const MARKET = 'test-market'
const OPEN = istInstant('2026-07-01', 9 * 60 + 15)
const CONTRACT = contractOf('NIFTY', 24_500, 'CE')

let database: TestDatabase
let relay: Relay
let pool: SchedulePool
let records: PerformanceRecords
let subscription: TestSubscription
let minute = 0
/** When the market was last seen. */
let at = OPEN
let lastPrices: ReadonlyMap<string, Paise> = new Map()
const desks: PerformanceDesk[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  relay = new Relay(database.url)
  pool = new SchedulePool(log)
  records = new PerformanceRecords(database.url, MARKET)
})
beforeEach(async () => {
  await database.db.performanceRun.deleteMany()
  await database.db.performanceScheduler.updateMany({ data: { isRunning: true } })
  subscription = await createTestSubscription(database.db)
  lastPrices = new Map()
})
afterEach(() => Promise.all(desks.splice(0).map((desk) => desk.close())))
afterAll(async () => {
  await records.close()
  await pool.close()
  await relay.close()
  await database.drop()
})

const deskOf = (count: SchedulePool['count'] = (batch) => pool.count(batch)) => {
  const openPrices = () => ({ at, lastPrices, rules: SHIPPED_MARKET_RULES })
  const desk = new PerformanceDesk({
    records,
    pool: { count, value: (positions) => pool.value(positions) },
    openPrices,
    databaseUrl: database.url,
    log,
  })
  desks.push(desk)
  return desk
}
/** A trade of a signal of its own, still running. */
async function open(lots = 1, of = subscription) {
  const quantity = lots * CONTRACT.lotSize
  const plan = { market: MARKET, contract: CONTRACT, quantity, premium: 100_00, windowEndsAt: OPEN, entryTime: OPEN + ++minute * MINUTE }
  return createTestTrade(database.db, of, plan)
}
function close(
  { id }: { readonly id: string },
  net: number,
  { at = OPEN, mode = 'PAPER' as TradeMode }: { at?: Instant; mode?: TradeMode } = {},
) {
  const result = { netPaise: BigInt(net), grossPaise: BigInt(net + 40_00), mode, status: 'COMPLETED', exitTime: new Date(at) } as const
  return database.db.trade.update({ where: { id }, data: result })
}
/** Of another user, to the same strategy. */
async function subscribeAnother(): Promise<TestSubscription> {
  const { strategyId } = subscription
  const { userId, subscriptionId } = await createTestSubscription(database.db)
  await database.db.subscription.update({ where: { id: subscriptionId }, data: { strategyId } })
  return { userId, subscriptionId, strategyId }
}
/** The run that somebody requested, without its job. */
async function asked(): Promise<string> {
  const run = { kind: 'TRIGGERED' } as const
  return (await database.db.performanceRun.create({ data: run })).id
}
const days = (strategyId = subscription.strategyId) =>
  database.db.strategyDay.findMany({ where: { strategyId }, orderBy: [{ mode: 'asc' }, { day: 'asc' }] })
const openDays = (strategyId = subscription.strategyId) =>
  database.db.strategyOpenDay.findMany({
    where: { strategyId },
    select: { trades: true, unpriced: true, netPaise: true, isCurrent: true },
    orderBy: { day: 'asc' },
  })
const total = (mode: TradeMode = 'PAPER') =>
  database.db.strategyPerformance.findFirst({ where: { strategyId: subscription.strategyId, mode } })

describe('an update of performance', () => {
  it('counts closed trades by strategy, version, market and mode, per lot, and by subscription with all lots; open ones and unknown results not', async () => {
    await open()
    await close(await open(3), 300_00)
    await close(await open(), -50_00, { mode: 'LIVE' })
    await database.db.trade.update({ where: { id: (await open()).id }, data: { status: 'COMPLETED', exitTime: new Date(OPEN) } })
    const runId = await asked()
    await deskOf().run(runId, false)
    expect(await days()).toMatchObject([
      { mode: 'PAPER', market: MARKET, version: 1, trades: 1, gained: 1, grossPaise: 113_33n, netPaise: 100_00n, equityPaise: 100_00n },
      { mode: 'LIVE', trades: 1, gained: 0, netPaise: -50_00n, worstDrawdownPaise: 50_00n, longestLoss: 1 },
    ])
    expect(await total()).toMatchObject({ trades: 1, gained: 1, netPaise: 100_00n, firstDay: new Date('2026-07-01') })
    const { subscriptionId } = subscription
    expect(await database.db.subscriptionPerformance.findMany({ where: { subscriptionId }, orderBy: { mode: 'asc' } })).toMatchObject([
      { mode: 'PAPER', trades: 1, gained: 1, netPaise: 300_00n, grossPaise: 340_00n },
      { mode: 'LIVE', trades: 1, gained: 0, netPaise: -50_00n },
    ])
    const run = await database.db.performanceRun.findUniqueOrThrow({ where: { id: runId } })
    expect(run).toMatchObject({ results: 2, problem: null, endedAt: expect.any(Date) as Date })
    expect(run.rows).toBe(2 + 2 + 2 + 2 + 1)
  })

  it('counts one trade for each signal, however many users took it, and a result that changes by its change', async () => {
    const first = await open()
    const { signalId } = await database.db.order.findFirstOrThrow({ where: { tradeId: first.id } })
    const second = await open(2, await subscribeAnother())
    await database.db.order.updateMany({ where: { tradeId: second.id }, data: { signalId } })
    await close(first, 100_00)
    await deskOf().run(await asked(), false)
    await close(second, 40_00, { at: OPEN + MINUTE })
    await deskOf().run(await asked(), false)
    expect(await total()).toMatchObject({ trades: 1, netPaise: 60_00n })
    await close(second, 120_00)
    const runId = await asked()
    await deskOf().run(runId, false)
    expect(await total()).toMatchObject({ trades: 1, gained: 1, netPaise: 80_00n })
    expect(await database.db.performanceRun.findUnique({ where: { id: runId } })).toMatchObject({ results: 1 })
  })

  it('values open trades at their last prices, per lot and one for each signal, beside the closed ones, and each day on its own', async () => {
    const one = await open(2)
    const { signalId } = await database.db.order.findFirstOrThrow({ where: { tradeId: one.id } })
    const other = await open(1, await subscribeAnother())
    await database.db.order.updateMany({ where: { tradeId: other.id }, data: { signalId } })
    const charges = await database.db.trade.findMany({ where: { id: { in: [one.id, other.id] } }, orderBy: { lots: 'desc' } })
    lastPrices = new Map([[instrumentId(CONTRACT), paise(110_00)]])
    await deskOf().run(await asked(), false)
    // As if they were closed at this price: charged for both sides.
    const exit = (lots: number) =>
      totalCharges(
        SHIPPED_MARKET_RULES.chargesFor({
          ...{ side: 'SELL', exchange: 'NFO', value: paise(110_00 * lots * CONTRACT.lotSize), date: istDate(OPEN) },
        }),
      )
    const perLot = charges.map(({ lots, chargesPaise }) =>
      Math.round(10_00 * CONTRACT.lotSize - (Number(chargesPaise) + exit(lots)) / lots),
    )
    const mean = Math.round((perLot[0]! + perLot[1]!) / 2)
    expect(await openDays()).toEqual([{ trades: 1, unpriced: 0, netPaise: BigInt(mean), isCurrent: true }])
    expect(await days()).toEqual([])

    lastPrices = new Map()
    await deskOf().run(await asked(), false)
    expect(await openDays()).toEqual([{ trades: 1, unpriced: 1, netPaise: 0n, isCurrent: true }])
    lastPrices = new Map([[instrumentId(CONTRACT), paise(110_00)]])
    await deskOf().run(await asked(), false)
    at = OPEN + DAY
    await close(one, 300_00)
    await deskOf().run(await asked(), false)
    expect(await openDays()).toEqual([{ trades: 1, unpriced: 0, netPaise: BigInt(mean), isCurrent: false }])
    expect(await total()).toMatchObject({ trades: 1 })
  })

  it('that dies in the middle has counted nothing, and is done once when it is run again, by two nodes at the same time too', async () => {
    await close(await open(), 100_00)
    await close(await open(), 50_00, { at: OPEN + MINUTE })
    const runId = await asked()
    await expect(deskOf(() => Promise.reject(new Error('killed'))).run(runId, false)).rejects.toThrow('killed')
    expect(await days()).toEqual([])
    expect(await database.db.performanceRun.findUnique({ where: { id: runId } })).toMatchObject({
      endedAt: null,
      problem: expect.any(String) as string,
    })
    await Promise.all([deskOf().run(runId, false), deskOf().run(await asked(), false)])
    await deskOf().run(runId, false)
    expect(await total()).toMatchObject({ trades: 2, netPaise: 150_00n })
  })

  it('of many results in a table that was empty when the planner last looked is done well within the time of a statement', async () => {
    const { db } = database
    // Of trades that are gone: they are taken, and count no more.
    const note = (results: number) => db.$executeRaw`
      INSERT INTO "UncountedResult" ("tradeId", trades, gained, "grossPaise", "netPaise", "lotGrossPaise", "lotNetPaise", "lotFundsPaise")
      SELECT gen_random_uuid(), 1, 1, 0, 0, 0, 0, 0 FROM generate_series(1, ${results}::int)`
    await note(1_000)
    await db.uncountedResult.deleteMany()
    await database.owner.$executeRaw`ANALYZE "UncountedResult"`
    await note(300_000)
    const runId = await asked()
    await deskOf().run(runId, true)
    expect(await db.performanceRun.findUnique({ where: { id: runId } })).toMatchObject({ results: 300_000, problem: null })
  })

  it('that fails for good has ended, so that the next one is run', async () => {
    await close(await open(), 100_00)
    const runId = await asked()
    await expect(deskOf(() => Promise.reject(new Error('broken'))).run(runId, true)).rejects.toThrow('broken')
    expect(await database.db.performanceRun.findUnique({ where: { id: runId } })).toMatchObject({ endedAt: expect.any(Date) as Date })
    await deskOf().run(await asked(), false)
    expect(await total()).toMatchObject({ trades: 1 })
  })

  it('that is due is asked for once by two nodes, not while another is under way nor while the scheduler is stopped, and is done by its job', async () => {
    await close(await open(), 100_00)
    const other = new PerformanceRecords(database.url, MARKET)
    const due = (minutes: number) => ({ dueAt: OPEN + minutes * MINUTE, isFinal: false })
    try {
      expect(await Promise.all([records.request(due(0)), other.request(due(0))])).toEqual(['ASKED', 'ASKED'])
      expect(await records.request(due(5))).toBe('BUSY')
      expect(await database.db.performanceRun.count()).toBe(1)
      deskOf().start()
      await vi.waitFor(async () => expect(await database.db.performanceRun.count({ where: { endedAt: null } })).toBe(0), {
        timeout: 90_000,
      })
      expect(await total()).toMatchObject({ trades: 1 })
      await database.db.performanceScheduler.updateMany({ data: { isRunning: false } })
      expect(await records.request(due(10))).toBe('STOPPED')
      expect(await database.db.performanceRun.count()).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('that people ask for ten times at once is run once', async () => {
    const requests = Array.from({ length: 10 }, () => database.db.$transaction((tx) => requestUpdate(tx, 'TRIGGERED', null)))
    expect((await Promise.all(requests)).filter((request) => request === 'NEW')).toHaveLength(1)
  })
})
