import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool, type Pool } from '../client.ts'
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts'
import { publish } from './publish.ts'
import { readBacklog } from './readBacklog.ts'
import { Relay } from './Relay.ts'
import { opened } from './testing/busContract.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 'test', 1)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

test('nothing was ever published: nothing waits', async () => {
  expect(await readBacklog(pool)).toEqual({ waiting: 0, oldestSeconds: 0, newestNumber: 0 })
})

test('rows wait, and for how long, until a relay takes them', async () => {
  await publish(database.db, opened(1))
  await publish(database.db, opened(2))
  await database.owner.outbox.updateMany({
    where: { payload: { contains: 'trade 1' } },
    data: { at: new Date(Date.now() - 60_000) },
  })
  const { waiting, oldestSeconds, newestNumber } = await readBacklog(pool)
  expect([waiting, newestNumber]).toEqual([2, 0])
  expect(oldestSeconds).toBeGreaterThan(59)
  expect(oldestSeconds).toBeLessThan(90)
  const relay = new Relay(database.url)
  await expect.poll(() => readBacklog(pool)).toEqual({ waiting: 0, oldestSeconds: 0, newestNumber: 2 })
  await relay.close()
})
