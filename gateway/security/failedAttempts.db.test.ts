import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { forgiveAttempts, tryAttempt } from './failedAttempts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an attempt that had to wait for another one at the same moment counts like one that came after it', async () => {
  const { db } = database
  const allowed = await db.$transaction(async (early) => {
    // The time of its transaction stands still from here on.
    await early.$executeRaw`SELECT 1`
    expect(await tryAttempt(db, 'signIn', 'asha@example.com')).toBe(true)
    return tryAttempt(early, 'signIn', 'asha@example.com')
  })
  expect(allowed).toBe(true)
})

test('of many attempts at the same moment as many are allowed as are free', async () => {
  for (let round = 0; round < 20; round++) {
    const allowed = await Promise.all(Array.from({ length: 8 }, () => tryAttempt(database.db, 'secondFactor', 'ravi')))
    expect(allowed.filter(Boolean)).toHaveLength(5)
    await forgiveAttempts(database.db, 'secondFactor', 'ravi')
  }
})
