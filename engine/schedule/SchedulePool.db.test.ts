import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SchedulePool } from './SchedulePool.ts'

let database: TestDatabase
let pool: SchedulePool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new SchedulePool(pino({ level: 'silent' }))
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

it('results are counted and open trades valued while a check of the books takes long, which ends at once when it is given up', async () => {
  const blocker = new pg.Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query('LOCK TABLE "Order" IN ACCESS EXCLUSIVE MODE')
    const giveUp = new AbortController()
    const checked = pool.checkBooks(database.url, giveUp.signal)
    const isWaiting = async () =>
      (
        await database.db.$queryRaw<
          unknown[]
        >`SELECT FROM pg_stat_activity WHERE application_name = 'check of books' AND wait_event_type = 'Lock'`
      ).length
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1)
    expect(await pool.count({ changes: [], signals: [], days: [] })).toMatchObject({ days: [] })
    expect(await pool.value([])).toEqual([])
    giveUp.abort()
    await expect(checked).rejects.toThrow()
    expect(await pool.value([])).toEqual([])
  } finally {
    await blocker.end()
  }
  expect(await pool.checkBooks(database.url, new AbortController().signal)).toEqual([])
})
