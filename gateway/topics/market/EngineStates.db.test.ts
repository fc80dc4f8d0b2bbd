import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { EngineStates } from './EngineStates.ts'

const STALE_MS = 5_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.engineState.deleteMany()
})

async function nodeSays(market: string, silentMs: number, feed: string): Promise<void> {
  const heartbeatAt = new Date(Date.now() - silentMs)
  await database.db.engineState.create({
    data: { nodeId: randomUUID(), market, clock: { kind: 'real' }, sandbox: false, feed, heartbeatAt, lastTickAt: heartbeatAt },
  })
}
const read = () => new EngineStates(database.db, STALE_MS).read()

test('no engine that ever ran says nothing', async () => {
  expect(await read()).toBeNull()
})

test('a node that receives prices speaks before one that does not, and before one that received them and is silent', async () => {
  await nodeSays('reconnecting', 0, 'reconnecting')
  await nodeSays('connected', 2_000, 'connected')
  await nodeSays('silent', 6_000, 'connected')
  expect(await read()).toMatchObject({ market: 'connected', running: true, feedConnected: true })
})

test('a living node without prices speaks before a silent one, and of silent ones the last that spoke', async () => {
  await nodeSays('silent', 6_000, 'connected')
  await nodeSays('silent longer', 60_000, 'connected')
  expect(await read()).toMatchObject({ market: 'silent', running: false, feedConnected: false })
  await nodeSays('reconnecting', 0, 'reconnecting')
  expect(await read()).toMatchObject({ market: 'reconnecting', running: true, feedConnected: false })
})
