import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PrismaClient } from '../../prisma/generated/client.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { PriceBoard } from '../live/PriceBoard.ts'
import { Effects } from '../server/Effects.ts'
import { closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../server/testRows.ts'
import { TradeService } from './service.ts'

let database: TestDatabase
let counted: PrismaClient<'query'>
let trades: TradeService
let userId: string
let statements = 0
const ids: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const { db, url } = database
  userId = (await db.user.create({ data: { name: 'Asha', email: 'asha@example.com', passwordHash: 'none' } })).id
  for (const slug of ['ema-crossover', 'supertrend', 'vwap-pullback']) {
    const strategyId = await insertStrategy(db, slug)
    for (const changes of [{}, closedWith(500n), closedWith(-500n)]) {
      const id = await insertTrade(db, { userId, strategyId, ...changes })
      if (Object.keys(changes).length === 0) await insertEntryOrder(db, id)
      ids.push(id)
    }
  }
  const adapter = new PrismaPg({ connectionString: url })
  counted = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] })
  counted.$on('query', () => statements++)
})
afterAll(async () => {
  await counted.$disconnect()
  await database.drop()
})
beforeEach(() => {
  // A service of its own: rules that one has read it does not read again.
  trades = new TradeService(counted, new Effects(counted), new PriceBoard())
  statements = 0
})

test.each([
  ['running trades', 2, () => trades.live(userId)],
  ['all trades', 2, () => trades.all(userId, {})],
  ['a page of the history with its totals', 3, async () => (await trades.history(userId, { sort: 'STRATEGY' })).trades],
  ['a later page', 3, async () => (await trades.history(userId, { cursor: ids.at(-1) })).trades],
  ['trades that events tell of', 2, () => trades.byIds(ids)],
  ['one trade', 2, async () => [await trades.one(userId, { id: ids[0] })]],
])('%s take %i statements, however many there are, and one less from the second time on', async (_what, count, read) => {
  const shown = await read()
  expect(shown.length).toBeGreaterThan(0)
  expect(statements).toBe(count)
  await read()
  expect(statements).toBe(2 * count - 1)
})
