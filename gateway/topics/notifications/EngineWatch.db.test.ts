import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PriceBoard } from '../market/PriceBoard.ts'
import { EngineStates } from '../market/EngineStates.ts'
import { MarketService } from '../market/service.ts'
import { OVER_AFTER_MS, TOLD_AFTER_MS } from '../../kit/Outages.ts'
import { EngineWatch } from './EngineWatch.ts'

const NODE = randomUUID()
let database: TestDatabase
const prices = new PriceBoard()
/** Two gateways' watches on one database. */
let watches: readonly EngineWatch[]
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const engine = new EngineStates(db, 5_000)
  const market = new MarketService(db, engine, prices, await CurrentMarketRules.load(db))
  watches = [new EngineWatch(db, engine, market), new EngineWatch(db, engine, market)]
})
afterAll(async () => {
  prices.close()
  await database.drop()
})

/** Moves on with each look. */
let now: Instant = Date.now()
/** What the engine says of itself, in a sandbox session that lasts for hours. */
async function engineIs({ silentMs = 0, feed = 'connected' }: { silentMs?: number; feed?: string }): Promise<void> {
  const segment = { realStart: now - HOUR, marketStart: now - HOUR, sessionOpen: now - HOUR, sessionClose: now + DAY }
  const state = { market: 'sandbox', clock: { kind: 'sandbox', speed: 1, segments: [segment] }, sandbox: true, feed }
  const data = { ...state, heartbeatAt: new Date(now - silentMs), lastTickAt: new Date(now) }
  await database.db.engineState.upsert({ where: { nodeId: NODE }, create: { nodeId: NODE, ...data }, update: data })
}
const look = () => Promise.all(watches.map((watch) => watch.look(now)))
/** Looks every five seconds for so long at an engine that is so. */
async function lookFor(ms: number, is: Parameters<typeof engineIs>[0] = {}): Promise<void> {
  for (const end = now + ms; now <= end; now += 5 * SECOND) {
    await engineIs(is)
    await look()
  }
}
const incidents = async () =>
  (await database.db.engineIncident.findMany({ orderBy: { startedAt: 'asc' } })).map(({ kind, endedAt }) => [kind, endedAt !== null])
const SILENT = { silentMs: MINUTE }

test('an engine that never ran is not missed', async () => {
  for (let i = 0; i < 10; i++, now += 5 * SECOND) await look()
  expect(await incidents()).toEqual([])
})

test('an engine that stays silent for half a minute is one incident, however many watch, until it is heard for two minutes', async () => {
  await lookFor(TOLD_AFTER_MS - 5 * SECOND, SILENT)
  expect(await incidents()).toEqual([])
  await lookFor(20 * SECOND, SILENT)
  expect(await incidents()).toEqual([['ENGINE', false]])
  await lookFor(OVER_AFTER_MS - 5 * SECOND)
  expect(await incidents()).toEqual([['ENGINE', false]])
  await lookFor(5 * SECOND)
  expect(await incidents()).toEqual([['ENGINE', true]])
})

test('an engine that is heard now and then, as on a busy machine, is never told of; one that was lost is not told to be back by that', async () => {
  const told = await incidents()
  for (let i = 0; i < 10; i++) {
    await lookFor(20 * SECOND, SILENT)
    await lookFor(10 * SECOND)
  }
  expect(await incidents()).toEqual(told)
  await lookFor(40 * SECOND, SILENT)
  for (let i = 0; i < 10; i++) {
    await lookFor(60 * SECOND)
    await lookFor(20 * SECOND, SILENT)
  }
  expect(await incidents()).toEqual([...told, ['ENGINE', false]])
  await lookFor(OVER_AFTER_MS)
  expect(await incidents()).toEqual([...told, ['ENGINE', true]])
})

test('prices that do not come while the market is open are an incident of their own, which lasts as long as the engine is silent', async () => {
  const told = await incidents()
  await lookFor(40 * SECOND, { feed: 'lost' })
  expect(await incidents()).toEqual([...told, ['FEED', false]])
  await lookFor(20 * SECOND, { feed: 'connected', ...SILENT })
  await lookFor(OVER_AFTER_MS - 5 * SECOND)
  expect((await incidents()).at(-1)).toEqual(['FEED', false])
  await lookFor(10 * SECOND)
  expect((await incidents()).at(-1)).toEqual(['FEED', true])
})
