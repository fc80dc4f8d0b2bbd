import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { PriceBoard } from '../market/PriceBoard.ts'
import { EngineStates } from '../market/EngineStates.ts'
import { MarketService } from '../market/service.ts'
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

/** What the engine says of itself, in a sandbox session that lasts for hours. */
async function engineIs({ silentMs = 0, feed = 'connected' }: { silentMs?: number; feed?: string }): Promise<void> {
  const now = Date.now()
  const segment = { realStart: now - HOUR, marketStart: now - HOUR, sessionOpen: now - HOUR, sessionClose: now + HOUR }
  const state = { market: 'sandbox', clock: { kind: 'sandbox', speed: 1, segments: [segment] }, sandbox: true, feed }
  const data = { ...state, heartbeatAt: new Date(now - silentMs), lastTickAt: new Date(now) }
  await database.db.engineState.upsert({ where: { nodeId: NODE }, create: { nodeId: NODE, ...data }, update: data })
}
const look = () => Promise.all(watches.map((watch) => watch.look()))
const incidents = async () =>
  (await database.db.engineIncident.findMany({ orderBy: { startedAt: 'asc' } })).map(({ kind, endedAt }) => [kind, endedAt !== null])

test('an engine that never ran is not missed', async () => {
  await look()
  await look()
  expect(await incidents()).toEqual([])
})

test('an engine found silent twice is one incident, however many watch, until it is heard again', async () => {
  await engineIs({ silentMs: MINUTE })
  await look()
  expect(await incidents()).toEqual([])
  await look()
  await look()
  expect(await incidents()).toEqual([['ENGINE', false]])
  await engineIs({})
  await look()
  expect(await incidents()).toEqual([['ENGINE', true]])
})

test('an engine that was back before the second look was never gone', async () => {
  await engineIs({ silentMs: MINUTE })
  await look()
  await engineIs({})
  await look()
  await engineIs({ silentMs: MINUTE })
  await look()
  expect(await incidents()).toEqual([['ENGINE', true]])
  await engineIs({})
  await look()
})

test('prices that do not come while the market is open are an incident of their own', async () => {
  await engineIs({ feed: 'lost' })
  await look()
  await look()
  expect(await incidents()).toEqual([
    ['ENGINE', true],
    ['FEED', false],
  ])
  await engineIs({})
  await look()
  expect((await incidents()).at(-1)).toEqual(['FEED', true])
})
