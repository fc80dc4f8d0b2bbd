import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, type Pool } from './client.ts'
import { inTransaction } from './inTransaction.ts'
import { enqueue } from './jobs/enqueue.ts'
import { createTestDatabase, type TestDatabase } from './testing/createTestDatabase.ts'
import { onNudge, type Nudge } from './nudges.ts'
import { publish } from './bus/publish.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 'test')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('relays are nudged by a transaction that publishes or enqueues, and again once it is committed, and by no other', async () => {
  const nudges: Nudge[] = []
  const forget = onNudge((nudge) => nudges.push(nudge))
  await inTransaction(pool, (tx) => tx.$queryRaw`SELECT 1`)
  await inTransaction(pool, (tx) => publish(tx))
  expect(nudges).toEqual([])
  await inTransaction(pool, async (tx) => {
    await publish(tx, { type: 'kill.changed' })
    expect(nudges).toEqual(['written'])
  })
  expect(nudges.splice(0)).toEqual(['written', 'committed'])
  await inTransaction(pool, (tx) => enqueue(tx, 'mail.send', { mailId: '0190b0a8-0000-7000-8000-000000000001' }))
  expect(nudges.splice(0)).toEqual(['written', 'committed'])
  await inTransaction(pool, async (tx) => {
    await publish(tx, { type: 'kill.changed' })
    throw new Error('rolled back')
  }).catch(() => undefined)
  expect(nudges).toEqual(['written'])
  forget()
})
