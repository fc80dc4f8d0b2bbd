import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { passwordMatches } from '../../gateway/security/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { makeAdmin } from './account.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an account becomes an admin, however its address is written', async () => {
  await database.db.user.create({ data: { email: 'asha@example.com', name: 'Asha', passwordHash: 'none' } })
  expect(await makeAdmin(database.db, [' Asha@Example.com'], undefined)).toMatch(/^asha@example\.com is an admin/)
  expect(await database.db.user.findUnique({ where: { email: 'asha@example.com' } })).toMatchObject({ role: 'admin', name: 'Asha' })
})

test('an account that is not there is made only when it is given a name, with the password that is shown', async () => {
  await expect(makeAdmin(database.db, ['ravi@example.com'], undefined)).rejects.toBeInstanceOf(CommandFailure)
  const password = (await makeAdmin(database.db, ['ravi@example.com'], 'Ravi')).split(' ').at(-1)!
  const { role, passwordHash } = await database.db.user.findUniqueOrThrow({ where: { email: 'ravi@example.com' } })
  expect(role).toBe('admin')
  expect(await passwordMatches(passwordHash, password)).toBe(true)
})

test.each([[[]], [['asha']], [['a@b.c', 'd@e.f']]])('%j is no address', async (args) => {
  await expect(makeAdmin(database.db, args, undefined)).rejects.toBeInstanceOf(UsageError)
})
