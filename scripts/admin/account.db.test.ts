import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { Sealer } from '../../gateway/security/Sealer.ts'
import { SealingKeys } from '../../gateway/security/SealingKeys.ts'
import { AuditReader } from '../../gateway/topics/audit/AuditReader.ts'
import { mailsTo } from '../../gateway/topics/mail/testing/mailbox.ts'
import { eventually } from '../../gateway/testing/startTestGateway.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { stopTrading, switchAccount } from './account.ts'
import { ownerMail } from './ownerMail.ts'
import { changeRole } from './role.ts'

let database: TestDatabase
let home: string
let mail: ReturnType<typeof ownerMail>
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-admin-'))
  // As a gateway does at its first start.
  await AuditReader.open(database.db, new Sealer(await SealingKeys.load(home)), pino({ level: 'silent' }))
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

test('an account is stopped and let trade again with a reason, in its audit log and in mails to its owner, who may have stopped it too', async () => {
  const { db } = database
  const { id } = await db.user.create({ data: { email: 'uma@example.com', name: 'Uma', passwordHash: 'none' } })
  const stop = (order: string, reason?: string) =>
    stopTrading(db, [order, 'uma@example.com'], { squareOff: order === 'stop', reason }, mail.tell)
  await expect(stop('stop')).rejects.toBeInstanceOf(UsageError)
  await expect(stop('lift', 'why not')).rejects.toBeInstanceOf(CommandFailure)
  expect(await stop('stop', 'Called by phone')).toBe(
    'No new trades are opened for uma@example.com. Open: 0 on paper, 0 live. The engine closes them.',
  )
  expect(await db.killSwitch.findMany({ where: { scopeId: id } })).toMatchObject([
    { by: 'command line', squareOff: true, reason: 'Called by phone', liftedAt: null },
  ])
  await stop('lift', 'Called again')
  expect(await db.killSwitch.count({ where: { scopeId: id, liftedAt: null } })).toBe(0)
  const entries = await db.auditEntry.findMany({ where: { accountId: id }, orderBy: { sequence: 'asc' } })
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['ENTRIES_STOPPED', 'command line'],
    ['ENTRIES_ALLOWED', 'command line'],
  ])
  for (const subject of ['Your trading was stopped', 'Your trading is allowed again'])
    await eventually(
      async () => (await mailsTo(home, 'uma@example.com')).filter((one) => one.includes(`Subject: ${subject}\r\n`)).length,
    ).toBe(1)
})
