import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, type Pool } from './client.ts'
import { inTransaction } from './inTransaction.ts'
import { enqueue } from './jobs/enqueue.ts'
import { createTestDatabase, type TestDatabase } from './testing/createTestDatabase.ts'
import { onNudge } from './nudges.ts'
import { publish } from './bus/publish.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('relays are nudged by a transaction that published or enqueued, once it is committed, and by no other', async () => {
  let nudges = 0
  const forget = onNudge(() => nudges++)
  await inTransaction(pool, (tx) => tx.$queryRaw`SELECT 1`)
  await inTransaction(pool, (tx) => publish(tx))
  expect(nudges).toBe(0)
  await inTransaction(pool, async (tx) => {
    await publish(tx, { type: 'kill.changed' })
    expect(nudges).toBe(0)
  })
  expect(nudges).toBe(1)
  await inTransaction(pool, (tx) => enqueue(tx, 'mail.send', { mailId: '0190b0a8-0000-7000-8000-000000000001' }))
  expect(nudges).toBe(2)
  await inTransaction(pool, async (tx) => {
    await publish(tx, { type: 'kill.changed' })
    throw new Error('rolled back')
  }).catch(() => undefined)
  expect(nudges).toBe(2)
  forget()
})
