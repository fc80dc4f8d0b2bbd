import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { mailsTo } from '../../gateway/topics/mail/testing/mailbox.ts'
import { eventually } from '../../gateway/testing/startTestGateway.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { switchAccount } from './account.ts'
import { ownerMail } from './ownerMail.ts'
import { changeRole } from './role.ts'

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

test('item 16: a new role, its loss, and being disabled, end every session; all are in the audit log, and in a mail to the owner (item 10)', async () => {
  const { db } = database
  const { id } = await db.user.create({
    data: { email: 'lata@example.com', name: 'Lata', passwordHash: 'none', emailVerifiedAt: new Date() },
  })
  const session = { userId: id, userAgent: '', address: '', expiresAt: new Date(Date.now() + 60_000) }
  const tools = { confirm: async () => undefined, tellOwner: mail.tell }
  const role = (revoke: boolean) => changeRole(db, ['lata@example.com'], { revoke, name: undefined }, tools)
  const living = () => db.session.count({ where: { userId: id, endedAt: null } })
  for (const [change, action] of [
    [() => role(false), 'ROLE_CHANGED'],
    [() => role(true), 'ROLE_CHANGED'],
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
  for (const subject of ['You are an admin', 'You are no longer an admin', 'Your account was disabled', 'Your account was enabled again'])
    await eventually(
      async () => (await mailsTo(home, 'lata@example.com')).filter((one) => one.includes(`Subject: ${subject}\r\n`)).length,
    ).toBe(1)
  await expect(switchAccount(db, ['disable', 'nobody@example.com'], mail.tell)).rejects.toBeInstanceOf(CommandFailure)
  await expect(switchAccount(db, ['disabel', 'lata@example.com'], mail.tell)).rejects.toBeInstanceOf(UsageError)
})
