import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PrismaClient } from '../../../prisma/generated/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import type { Principal } from '../../kit/Principal.ts'
import { Effects } from '../../kit/Effects.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { LiveGatekeeper } from '../liveTrading/LiveGatekeeper.ts'
import { StrategyService } from '../strategies/service.ts'
import { StrategyPageService } from '../strategyPage/service.ts'
import { AdminStrategyService } from './service.ts'

let database: TestDatabase
let counted: PrismaClient<'query'>
let admin: Principal
let strategyId: string
let statements = 0
const nobodyLive = new LiveGatekeeper('NOBODY')
beforeAll(async () => {
  database = await createTestDatabase()
  const { db, url } = database
  const { id: userId } = await db.user.create({ data: { name: 'Asha', email: 'asha@example.com', passwordHash: 'none' } })
  admin = { userId, sessionId: userId, expiresAt: 0, authenticatedAt: 0, role: 'admin', twoFactor: true, scopes: null }
  for (const slug of ['ema-crossover', 'supertrend', 'vwap-pullback', 'macd', 'rsi-reversal']) {
    strategyId = await insertStrategy(db, slug)
    for (const changes of [{}, closedWith(500n), closedWith(-500n)]) await insertTrade(db, { userId, strategyId, ...changes })
  }
  counted = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }), log: [{ emit: 'event', level: 'query' }] })
  counted.$on('query', () => statements++)
})
afterAll(async () => {
  await counted.$disconnect()
  await database.drop()
})
beforeEach(() => {
  statements = 0
})

test.each([
  // Strategies, their newest versions, own subscriptions, performance.
  ['strategies on offer', 4, () => new StrategyService(counted, nobodyLive).available(admin.userId)],
  // Subscriptions with strategy, version, what it lacks, and user, performance.
  ['own strategies', 6, () => new StrategyService(counted, nobodyLive).mine(admin.userId)],
  // Strategies, their newest versions, own subscriptions, performance, usage.
  ['managed strategies', 5, () => new AdminStrategyService(counted, new Effects(counted)).list(admin)],
  // Strategy, newest version, own subscription with version and what it lacks, versions, record, performance, backtest.
  ['a strategy’s page', 9, async () => [await new StrategyPageService(counted).page(admin, { id: strategyId })]],
])('%s take %i statements, however many there are', async (_what, count, read) => {
  expect((await read()).length).toBeGreaterThan(0)
  expect(statements).toBe(count)
})
