import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { mailsTo } from '../../gateway/mail/testMailbox.ts'
import { passwordMatches } from '../../gateway/security/passwords.ts'
import { eventually } from '../../gateway/server/testGateway.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { makeAdmin, switchAccount } from './account.ts'
import { ownerMail } from './ownerMail.ts'

let database: TestDatabase
let home: string
let mail: ReturnType<typeof ownerMail>
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-admin-'))
  mail = ownerMail({ DATABASE_URL: database.url, SAKHA_HOME: home })
})
afterAll(async () => {
  await mail.close()
  await database.drop()
  await rm(home, { recursive: true })
})

test('an account becomes an admin, however its address is written', async () => {
  await database.db.user.create({ data: { email: 'asha@example.com', name: 'Asha', passwordHash: 'none' } })
  expect(await makeAdmin(database.db, [' Asha@Example.com'], undefined, mail.tell)).toMatch(/^asha@example\.com is an admin/)
  expect(await database.db.user.findUnique({ where: { email: 'asha@example.com' } })).toMatchObject({ role: 'admin', name: 'Asha' })
})

test('item 16: a new role, and being disabled, end every session; both are in the audit log, and in a mail to the owner (item 10)', async () => {
  const { db } = database
  const { id } = await db.user.create({ data: { email: 'lata@example.com', name: 'Lata', passwordHash: 'none' } })
  const session = { userId: id, userAgent: '', address: '', expiresAt: new Date(Date.now() + 60_000) }
  const living = () => db.session.count({ where: { userId: id, endedAt: null } })
  for (const [change, action] of [
    [() => makeAdmin(db, ['lata@example.com'], undefined, mail.tell), 'ROLE_CHANGED'],
    [() => switchAccount(db, ['disable', 'lata@example.com'], mail.tell), 'ACCOUNT_DISABLED'],
  ] as const) {
    await db.session.createMany({ data: [session, session] })
    await change()
    expect(await living()).toBe(0)
    const last = await db.auditEntry.findFirst({ where: { accountId: id }, orderBy: { sequence: 'desc' } })
    expect(last).toMatchObject({ action, actor: 'command line' })
  }
  expect(await switchAccount(db, ['disable', 'lata@example.com'], mail.tell)).toContain('already')
  await switchAccount(db, ['enable', 'lata@example.com'], mail.tell)
  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ disabledAt: null })
  for (const subject of ['You are an admin', 'Your account was disabled', 'Your account was enabled again'])
    await eventually(
      async () => (await mailsTo(home, 'lata@example.com')).filter((one) => one.includes(`Subject: ${subject}\r\n`)).length,
    ).toBe(1)
  await expect(switchAccount(db, ['disable', 'nobody@example.com'], mail.tell)).rejects.toBeInstanceOf(CommandFailure)
  await expect(switchAccount(db, ['disabel', 'lata@example.com'], mail.tell)).rejects.toBeInstanceOf(UsageError)
})

test('an account that is not there is made only when it is given a name, with the password that is shown', async () => {
  await expect(makeAdmin(database.db, ['ravi@example.com'], undefined, mail.tell)).rejects.toBeInstanceOf(CommandFailure)
  const password = (await makeAdmin(database.db, ['ravi@example.com'], 'Ravi', mail.tell)).split(' ').at(-1)!
  const { role, passwordHash } = await database.db.user.findUniqueOrThrow({ where: { email: 'ravi@example.com' } })
  expect(role).toBe('admin')
  expect(await passwordMatches(passwordHash, password)).toBe(true)
})

test.each([[[]], [['asha']], [['a@b.c', 'd@e.f']]])('%j is no address', async (args) => {
  await expect(makeAdmin(database.db, args, undefined, mail.tell)).rejects.toBeInstanceOf(UsageError)
})
