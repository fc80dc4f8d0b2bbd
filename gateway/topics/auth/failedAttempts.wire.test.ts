import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../prisma/client.ts'
import { SECOND } from '../../../schema/time.ts'
import { hashPassword } from '../../security/passwords.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

let app: TestGateway
let accountId: string
beforeAll(async () => {
  app = await startTestGateway()
  accountId = (await app.user('Asha')).id
  await app.db.user.update({ where: { id: accountId }, data: { passwordHash: await hashPassword('correct horse') } })
  await app.owner.$executeRaw`CREATE TABLE "Stored" (length int)`
  await app.owner.$executeRaw`
    CREATE FUNCTION "noteStored"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    AS $$ BEGIN INSERT INTO "Stored" VALUES (octet_length(NEW."sealedLetter")); RETURN NULL; END $$`
  await app.owner.$executeRaw`CREATE TRIGGER stored AFTER INSERT ON "Mail" FOR EACH ROW EXECUTE FUNCTION "noteStored"()`
})
afterAll(() => app.close())

const signIn = async (email: string) => (await app.rest('POST', '/auth/login', { body: { email, password: 'wrong' } })).status
const entries = () => app.db.auditEntry.findMany({ where: { accountId, action: 'SIGN_IN_FAILED' }, orderBy: { sequence: 'asc' } })

test('a failed sign-in is stored before it is answered, and reaches the audit log once, with the time at which it failed', async () => {
  const before = (await entries()).length
  const busyLog = async (tx: Transaction) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${accountId}`}, 0))`
    expect(await signIn('asha@example.com')).toBe(401)
    expect([await app.db.mail.count(), (await entries()).length]).toEqual([1, before])
    return Date.now()
  }
  const answered = await app.db.$transaction(busyLog, { timeout: 30 * SECOND })
  await eventually(async () => (await entries()).length).toBe(before + 1)
  await app.idle()
  const [entry, ...others] = (await entries()).slice(before)
  expect(others).toEqual([])
  expect(entry!.at.getTime()).toBeLessThanOrEqual(answered)
  expect(entry!.sealed).not.toBeNull()
  expect(await app.db.mail.count()).toBe(0)
})

test('a failed sign-in stores as much when there is no such account, and nothing comes of it', async () => {
  await app.owner.$executeRaw`DELETE FROM "Stored"`
  const stored = async (email: string) => {
    expect(await signIn(email)).toBe(401)
    await app.idle()
    const rows = await app.owner.$queryRaw<{ length: number }[]>`DELETE FROM "Stored" RETURNING length`
    return rows.map(({ length }) => length)
  }
  const before = await app.db.auditEntry.count()
  const withNone = await stored('nobody@example.com')
  expect(withNone).toHaveLength(1)
  expect(await app.db.auditEntry.count()).toBe(before)
  expect(await stored('asha@example.com')).toEqual(withNone)
  expect(await app.db.auditEntry.count()).toBe(before + 1)
})
