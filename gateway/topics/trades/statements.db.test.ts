import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { countingPool, createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { PriceBoard } from '../market/PriceBoard.ts'
import { Effects } from '../../kit/Effects.ts'
import { closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { closedTrades } from './closedTrades.ts'
import { historyTotals } from './historyTotals.ts'
import { TradeService } from './service.ts'

let database: TestDatabase
let counted: ReturnType<typeof countingPool>
let db: Database
let trades: TradeService
let userId: string
const ids: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const { db: own, url } = database
  userId = (await own.user.create({ data: { name: 'Asha', email: 'asha@example.com', passwordHash: 'none' } })).id
  for (const slug of ['ema-crossover', 'supertrend', 'vwap-pullback']) {
    const strategyId = await insertStrategy(own, slug)
    for (const changes of [{}, closedWith(500n), closedWith(-500n)]) {
      const id = await insertTrade(own, { userId, strategyId, ...changes })
      if (Object.keys(changes).length === 0) await insertEntryOrder(own, id)
      ids.push(id)
    }
  }
  counted = countingPool(url)
  db = openDatabase(counted.pool)
})
afterAll(async () => {
  await db.$disconnect()
  await counted.pool.end()
  await database.drop()
})
beforeEach(() => {
  // A service of its own: rules that one has read it does not read again.
  trades = new TradeService({
    db,
    pool: counted.pool,
    effects: new Effects(db),
    prices: new PriceBoard(),
    rules: { rules: SHIPPED_MARKET_RULES },
  })
  counted.statements = 0
})

test.each([
  ['running trades', 2, () => trades.live(userId)],
  ['all trades', 2, () => trades.latest(userId, {})],
  ['a page of the history with its totals', 3, async () => (await trades.history(userId, { sort: 'STRATEGY' })).edges],
  ['a later page', 3, async () => (await trades.history(userId, { after: ids.at(-1) })).edges],
  ['trades that events tell of', 2, () => trades.byIds(ids)],
  ['one trade', 2, async () => [await trades.one(userId, { id: ids[0] })]],
])('%s take %i statements, however many there are, and one less from the second time on', async (_what, count, read) => {
  const shown = await read()
  expect(shown.length).toBeGreaterThan(0)
  expect(counted.statements).toBe(count)
  await read()
  expect(counted.statements).toBe(2 * count - 1)
})

test.each([
  ['all', {}, ['trade_history', 'trade_history_live']],
  [
    'filtered',
    { mode: 'LIVE', strategyId: '019c0000-0000-7000-8000-000000000000', status: 'TARGET_HIT', fromDate: '2026-01-01', search: 'nifty' },
    ['trade_history_live', 'trade_history_live'],
  ],
] as const)('the totals of the history, %s, are read from their indexes alone', async (_what, filters, indexes) => {
  const plan = await database.db.$transaction(async (tx) => {
    // Of nine rows a server would read the table.
    for (const way of ['seqscan', 'bitmapscan']) await tx.$queryRaw`SELECT set_config(${`enable_${way}`}, 'off', true)`
    return tx.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${historyTotals(closedTrades(userId, filters, { running: false }))}`)
  })
  const scans = plan.flatMap((line) => /(\w[\w ]*) on "Trade"/.exec(line['QUERY PLAN'])?.[1] ?? [])
  expect(scans).toEqual(indexes.map((index) => `Index Only Scan using ${index}`))
})
