import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseWasBusy, openPool } from './client.ts'
import { createTestDatabase, type TestDatabase } from './testing/createTestDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// Unheard, the error of the connection would be an uncaught exception.
it('a connection that is cut after it was handed out and before it is used ends its next query, not the process', async () => {
  const pool = openPool(database.url, 'test', 1)
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const cut = new Promise((resolve) => client.once('end', resolve))
  await database.db.$queryRaw`SELECT pg_terminate_backend(${rows[0]!.pid}::int)`
  await cut
  await expect(client.query('SELECT 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

it('a transaction that took too long changes nothing and says that the database was busy; one that is used after its end says no such thing', async () => {
  const late = database.db.$transaction(
    async (tx) => {
      await tx.user.create({ data: { name: 'Late', email: 'late@example.com', passwordHash: 'none' } })
      await tx.$executeRaw`SELECT pg_sleep(0.2)`
      await tx.$executeRaw`SELECT 1`
    },
    { timeout: 50 },
  )
  expect(databaseWasBusy(await late.catch((error: unknown) => error))).toBe(true)
  expect(await database.db.user.count()).toBe(0)

  const ended = await database.db.$transaction((tx) => Promise.resolve(tx))
  const used = await ended.$executeRaw`SELECT 1`.catch((error: unknown) => error)
  expect(used).toMatchObject({ code: 'P2028' })
  expect(databaseWasBusy(used)).toBe(false)
})
