import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { passwordMatches } from '../../gateway/security/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { makeAdmin, switchAccount } from './account.ts'

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

test('a new role, and being disabled, end every session; both are in the audit log', async () => {
  const { db } = database
  const { id } = await db.user.create({ data: { email: 'lata@example.com', name: 'Lata', passwordHash: 'none' } })
  const session = { userId: id, userAgent: '', address: '', expiresAt: new Date(Date.now() + 60_000) }
  const living = () => db.session.count({ where: { userId: id, endedAt: null } })
  for (const [change, action] of [
    [() => makeAdmin(db, ['lata@example.com'], undefined), 'ROLE_CHANGED'],
    [() => switchAccount(db, ['disable', 'lata@example.com']), 'ACCOUNT_DISABLED'],
  ] as const) {
    await db.session.createMany({ data: [session, session] })
    await change()
    expect(await living()).toBe(0)
    const last = await db.auditEntry.findFirst({ where: { accountId: id }, orderBy: { sequence: 'desc' } })
    expect(last).toMatchObject({ action, actor: 'command line' })
  }
  expect(await switchAccount(db, ['disable', 'lata@example.com'])).toContain('already')
  await switchAccount(db, ['enable', 'lata@example.com'])
  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ disabledAt: null })
  await expect(switchAccount(db, ['disable', 'nobody@example.com'])).rejects.toBeInstanceOf(CommandFailure)
  await expect(switchAccount(db, ['disabel', 'lata@example.com'])).rejects.toBeInstanceOf(UsageError)
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
