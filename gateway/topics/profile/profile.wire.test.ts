import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedToken, mailsTo } from '../mail/testing/mailbox.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
})
afterAll(() => app.close())

const CONFIRM = 'Confirm your e-mail address'
const put = (body: unknown, token = asha.token) => app.rest('PUT', '/user/profile', { body, token })
const verify = (link: string, session?: string) =>
  app.rest('POST', '/auth/verify-email', { body: { token: link }, ...(session === undefined ? {} : { token: session }) })

describe('the profile', () => {
  test('takes name and trading index, and what is left out stays', async () => {
    const { status, body } = await put({ name: ' Asha Rao ', tradingIndex: 'BANKNIFTY' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Profile updated successfully!',
      data: { id: asha.id, name: 'Asha Rao', tradingIndex: 'BANKNIFTY', role: 'user', emailVerified: false, twoFactor: false },
    })
    const graphql = await app.graphql('mutation { updateProfile(input: { name: "Asha" }) { name tradingIndex } }', { token: asha.token })
    expect(graphql.body).toEqual({ data: { updateProfile: { name: 'Asha', tradingIndex: 'BANKNIFTY' } } })
  })

  test('is taken back whole, as a form sends it that was filled from it; what only the server sets is refused when changed', async () => {
    const sneha = await app.user('Sneha')
    const strategyId = await insertStrategy(app.db, 'ema-crossover')
    await insertTrade(app.db, { userId: sneha.id, strategyId })
    const { data } = (await app.rest('GET', '/user/profile', { token: sneha.token })).body as { data: Record<string, unknown> }
    expect(data).toMatchObject({
      ...{ _id: sneha.id, id: sneha.id, role: 'user', brokerCredentials: { isConnected: false, lastRefreshed: null, brokerName: 'angel' } },
      strategies: [{ strategyId: { _id: strategyId, name: expect.any(String) as string, type: expect.any(String) as string } }],
      trades: [{ status: 'RUNNING', strategyId }],
    })
    // What the server lists may have changed since.
    const saved = await put({ ...data, trades: [], name: 'Sneha Patil', tradingIndex: 'MIDCAP' }, sneha.token)
    expect(saved).toMatchObject({ status: 200, body: { data: { name: 'Sneha Patil', tradingIndex: 'MIDCAP', trades: [{ strategyId }] } } })

    const before = await app.db.user.findUniqueOrThrow({ where: { id: sneha.id } })
    for (const [field, value] of Object.entries({
      role: 'admin',
      _id: asha.id,
      createdAt: '2000-01-01',
      emailVerified: true,
      twoFactor: true,
    })) {
      const message = `${field}: only the server sets it`
      expect(await put({ ...data, name: 'Eve', [field]: value }, sneha.token)).toMatchObject({
        status: 400,
        body: { code: 'BAD_USER_INPUT', fieldErrors: { [field]: expect.stringContaining(message) as string } },
      })
    }
    expect(await put({ ...data, passwordHash: 'x' }, sneha.token)).toMatchObject({ status: 400 })
    expect(await app.db.user.findUniqueOrThrow({ where: { id: sneha.id } })).toEqual(before)
  })

  test.each([
    [{ name: ' ' }, 'name', 'Full name is required'],
    [{ email: 'nobody' }, 'email', 'Email is not a valid address'],
    [{ tradingIndex: 'DAX' }, 'tradingIndex', 'Trading index must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got DAX'],
  ])('refuses %j and says why', async (wrong, field, text) => {
    expect(await put(wrong)).toMatchObject({ status: 400, body: { fieldErrors: { [field]: expect.stringContaining(text.slice(0, 30)) } } })
  })
})

describe('the e-mail address', () => {
  test('is confirmed by the link that the sign-up mails, once', async () => {
    const body = { name: 'Ravi', email: 'ravi@example.com', password: 'correct horse', confirmPassword: 'correct horse' }
    const { token } = ((await app.rest('POST', '/auth/signup', { body })).body as { data: { token: string } }).data
    const link = await mailedToken(app.home, 'ravi@example.com', CONFIRM)
    expect((await verify(link, token)).status).toBe(200)
    expect((await app.rest('GET', '/user/profile', { token })).body).toMatchObject({ data: { emailVerified: true } })
    expect(await verify(link, token)).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } })
  })

  test('item 10: changes only when the new one is confirmed, and the old one is told', async () => {
    const meera = await app.user('Meera')
    const asked = await put({ email: 'Meera.New@example.com' }, meera.token)
    expect(asked.body).toMatchObject({ data: { email: 'meera@example.com', pendingEmail: 'meera.new@example.com' } })
    const link = await mailedToken(app.home, 'meera.new@example.com', CONFIRM)
    expect((await verify(link, meera.token)).status).toBe(200)
    expect((await app.rest('GET', '/user/profile', { token: meera.token })).body).toMatchObject({
      data: { email: 'meera.new@example.com', pendingEmail: null, emailVerified: true },
    })
    await eventually(async () => (await mailsTo(app.home, 'meera@example.com')).join()).toContain('Your e-mail address was changed')
  })

  test('item 8: of somebody else is not given away: the answer is the same, and its owner is told', async () => {
    const tara = await app.user('Tara')
    const free = await put({ email: 'free@example.com' }, tara.token)
    const taken = await put({ email: 'asha@example.com' }, tara.token)
    expect(taken.status).toBe(free.status)
    expect(JSON.stringify(taken.body).replaceAll('asha@example.com', 'free@example.com')).toBe(JSON.stringify(free.body))
    await eventually(async () => (await mailsTo(app.home, 'asha@example.com')).join()).toContain('Someone tried to use your email address')
    expect((await mailsTo(app.home, 'asha@example.com')).join()).not.toContain('#token=')
  })

  test('item 18: changes only soon after the password was given', async () => {
    const lata = await app.user('Lata')
    await app.db.session.update({ where: { id: lata.id }, data: { authenticatedAt: new Date(Date.now() - 11 * 60_000) } })
    expect(await put({ email: 'thief@example.com' }, lata.token)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    })
    expect((await put({ name: 'Lata K' }, lata.token)).status).toBe(200)
  })

  test('waiting to be confirmed is mailed the link again; for others the answer is the same', async () => {
    const uma = await app.user('Uma')
    const resend = (email: string) => app.rest('POST', '/auth/resend-verification', { body: { email } })
    const [waiting, unknown] = [await resend('uma@example.com'), await resend('who@example.com')]
    expect(unknown.body).toEqual(waiting.body)
    const link = await mailedToken(app.home, 'uma@example.com', CONFIRM)
    expect((await app.graphql(`mutation { verifyEmail(token: "${link}") }`, { token: uma.token })).body).toEqual({
      data: { verifyEmail: true },
    })
    expect(await mailsTo(app.home, 'who@example.com')).toEqual([])
  })
})

test('item 48: what happens to an account is in its log, readable by its owner only, and a changed row is found', async () => {
  const nila = await app.user('Nila')
  await put({ name: 'Nila S' }, nila.token)
  await put({ name: 'Nila T' }, nila.token)
  const log = (await app.rest('GET', '/user/audit-log?limit=1', { token: nila.token })).body as {
    data: { entries: object[]; next: number }
  }
  expect(log.data).toMatchObject({
    entries: [{ sequence: 2, action: 'PROFILE_CHANGED', text: 'Profile changed', actor: 'owner' }],
    next: 2,
  })
  const graphql = await app.graphql('{ myAuditLog(before: 2) { entries { sequence address } next } }', { token: nila.token })
  expect(graphql.body).toEqual({ data: { myAuditLog: { entries: [{ sequence: 1, address: '127.0.0.1' }], next: null } } })
  expect((await app.rest('GET', '/user/audit-log', { token: (await app.user('Other')).token })).body).toMatchObject({
    data: { entries: [] },
  })

  const { brokenAuditEntries } = await import('../audit/recordAudit.ts')
  expect(await brokenAuditEntries(app.db, nila.id)).toEqual([])
  // The role that the gateway works with has no right to; the owner of the tables has, and meets the trigger.
  await expect(app.db.auditEntry.deleteMany({ where: { accountId: nila.id } })).rejects.toThrow('permission denied')
  await expect(app.owner.auditEntry.deleteMany({ where: { accountId: nila.id } })).rejects.toThrow('never changed nor removed')
  await expect(app.owner.$executeRaw`UPDATE "AuditEntry" SET details = '{}'`).rejects.toThrow('never changed nor removed')
  await app.owner.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_is_append_only"`
  await app.owner.auditEntry.updateMany({ where: { accountId: nila.id, sequence: 1 }, data: { sessionId: nila.id } })
  expect(await brokenAuditEntries(app.db, nila.id)).toEqual([1])
  await app.owner.auditEntry.deleteMany({ where: { accountId: nila.id, sequence: 1 } })
  expect(await brokenAuditEntries(app.db, nila.id)).toEqual([2])
})
