import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailedToken, mailsTo } from '../mail/testing/mailbox.ts'
import { attackGoesOn } from '../../testing/attackGoesOn.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const PASSWORD = 'correct horse'
const CONFIRM = 'Confirm your e-mail address'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway({ trustedProxies: 1 })
})
afterAll(() => app.close())
// Limited by address and minute, which is not under test here.
let address = ''
let tests = 0
beforeEach(() => void (address = `203.0.113.${++tests}`))

async function post(path: string, body: object, token?: string) {
  const response = await fetch(`${app.url}/api${path}`, {
    method: path === '/user/profile' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { message: string; data: { token: string } } }
}
const emailOf = (name: string) => `${name}@example.com`
async function signUp(name: string): Promise<string> {
  const { body } = await post('/auth/signup', { name, email: emailOf(name), password: PASSWORD, confirmPassword: PASSWORD })
  return body.data.token
}
const verified = async (name: string) => (await app.db.user.findUniqueOrThrow({ where: { email: emailOf(name) } })).emailVerifiedAt !== null
const mailsOf = async (email: string) => {
  await app.idle()
  return mailsTo(app.home, email)
}

test('a stranger signs up with a colleague’s address: the colleague’s click confirms nothing, and the link stays good', async () => {
  const stranger = await signUp('asha')
  const colleague = await signUp('ravi')
  const token = await mailedToken(app.home, emailOf('asha'), CONFIRM)
  for (const session of [undefined, colleague]) {
    expect(await post('/auth/verify-email', { token }, session)).toMatchObject({
      status: 403,
      body: {
        code: 'FORBIDDEN',
        message: 'Sign in as asha@example.com, or give the password you chose for it, to confirm the address.',
        fieldErrors: { password: 'The password of the account is required' },
      },
    })
  }
  expect(await post('/auth/verify-email', { token, password: 'a wrong one' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_USER_INPUT', fieldErrors: { password: expect.stringContaining('not the password of the account') } },
  })
  expect(await verified('asha')).toBe(false)
  expect((await post('/auth/verify-email', { token }, stranger)).status).toBe(200)
  expect(await verified('asha')).toBe(true)
})

test('where no session is, the password of the account confirms; by GraphQL as by REST', async () => {
  await signUp('meera')
  const token = await mailedToken(app.home, emailOf('meera'), CONFIRM)
  const mutation = 'mutation($token: String!, $password: String) { verifyEmail(token: $token, password: $password) }'
  expect((await app.graphql(mutation, { variables: { token } })).body).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN', fieldErrors: { password: expect.any(String) } } }],
  })
  expect((await app.graphql(mutation, { variables: { token, password: PASSWORD } })).body).toEqual({ data: { verifyEmail: true } })
  expect(await verified('meera')).toBe(true)
})

test('passwords given with a link are counted with those of sign-ins', async () => {
  await signUp('tara')
  const token = await mailedToken(app.home, emailOf('tara'), CONFIRM)
  const guess = async () => (await post('/auth/verify-email', { token, password: 'a guess' })).status
  for (let i = 0; i < 5; i++) expect(await guess()).toBe(400)
  await attackGoesOn(app.db)
  expect(await guess()).toBe(429)
})

test('a token that has run out is not taken for nobody’s: the client gets a fresh one and asks again', async () => {
  await signUp('lata')
  const { id } = await app.db.user.findUniqueOrThrow({ where: { email: emailOf('lata') } })
  const token = await mailedToken(app.home, emailOf('lata'), CONFIRM)
  const expired = await app.tokens.issue(id, id, Date.now() - 16 * 60_000)
  expect((await post('/auth/verify-email', { token }, expired)).status).toBe(401)
})

test('another’s address asked for as a new one is not confirmed by its holder’s click either', async () => {
  const stranger = await app.user('Mallory')
  await post('/user/profile', { email: 'victim@example.com' }, stranger.token)
  const token = await mailedToken(app.home, 'victim@example.com', CONFIRM)
  expect(await post('/auth/verify-email', { token })).toMatchObject({
    status: 403,
    body: { message: expect.not.stringContaining('mallory') },
  })
  expect(await app.db.user.findUnique({ where: { email: 'victim@example.com' } })).toBeNull()
})

test('the owner of the address takes such an account over by a mailed link, with nothing of the stranger’s left in force', async () => {
  const stranger = await signUp('nila')
  const { id } = await app.db.user.findUniqueOrThrow({ where: { email: emailOf('nila') } })
  // Not possible before the address is confirmed; were it in the database by some other way, it must not keep the owner out.
  await app.db.twoFactor.create({ data: { userId: id, sealedSecret: new Uint8Array(48) } })
  await app.db.recoveryCode.create({ data: { userId: id, codeHash: new Uint8Array(32) } })
  await app.db.user.update({ where: { id }, data: { twoFactorAt: new Date(), pendingEmail: 'stranger@example.com' } })
  await app.db.notificationSettings.create({ data: { userId: id, webhook: ['TRADE_OPENED'], webhookUrl: 'https://stranger.example/' } })
  await post('/auth/forgot-password', { email: emailOf('nila') })
  const token = await mailedToken(app.home, emailOf('nila'), 'Reset your password')
  expect((await post('/auth/reset-password', { token, newPassword: 'tgbvfr and more' })).status).toBe(200)

  expect(await app.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ emailVerifiedAt: expect.any(Date), twoFactorAt: null, pendingEmail: null },
  })
  expect((await app.rest('GET', '/user/profile', { token: stranger })).status).toBe(401)
  expect(await app.db.notificationSettings.findUnique({ where: { userId: id } })).toBeNull()
  expect((await app.db.auditEntry.findMany({ where: { accountId: id } })).map(({ action }) => action)).toContain('EMAIL_VERIFIED')
  const signedIn = await post('/auth/login', { email: emailOf('nila'), password: 'tgbvfr and more' })
  expect(signedIn.body.data.token).toEqual(expect.any(String))
})

test('item 5: of 280 requests for new addresses by one account some five bring about a mail, and the rest is refused with a time to wait', async () => {
  const stranger = await app.user('Bomber')
  const ask = async (i: number) => (await post('/user/profile', { email: `target${i % 2}@example.com` }, stranger.token)).status
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push(...(await Promise.all(Array.from({ length: 40 }, (_, one) => ask(one)))))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // One more for each minute that it takes.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(274)
  const mails = async () => [...(await mailsOf('target0@example.com')), ...(await mailsOf('target1@example.com'))].length
  await eventually(mails).toBeGreaterThanOrEqual(3)
  expect(await mails()).toBeLessThanOrEqual(6)
})

test('many accounts asking for one address bring about at most five mails, its holder’s letters among them', async () => {
  await app.user('Holder')
  for (let i = 0; i < 30; i++) {
    const { token } = await app.user(`Claimant${i}`)
    address = `203.0.114.${i}`
    await post('/user/profile', { email: i % 2 ? 'free@example.com' : 'holder@example.com' }, token)
  }
  expect([(await mailsOf('free@example.com')).length, (await mailsOf('holder@example.com')).length]).toEqual([5, 5])
})

test('what happens to an account whose address is not confirmed fills nobody’s mailbox', async () => {
  let token = await signUp('pia')
  let password = PASSWORD
  for (let i = 0; i < 6; i++) {
    const next = `another one ${i}`
    token = (await post('/auth/change-password', { currentPassword: password, newPassword: next }, token)).body.data.token
    password = next
  }
  expect((await mailsOf(emailOf('pia'))).filter((mail) => mail.includes('Your password was changed'))).toHaveLength(3)
})

test('a link sent again goes to the account of the address, to the asker’s own, and else to the one that asked last', async () => {
  const [first, last] = [await app.user('First'), await app.user('Last')]
  const wanted = 'wanted@example.com'
  for (const { token } of [last, first, last]) await post('/user/profile', { email: wanted }, token)
  await app.idle()
  const holderOf = async () =>
    (await app.db.oneTimeToken.findFirstOrThrow({ where: { email: wanted }, orderBy: { expiresAt: 'desc' } })).userId
  address = '203.0.114.200'
  for (const [session, holder] of [
    [undefined, last.id],
    [first.token, first.id],
    [undefined, first.id],
  ] as const) {
    await app.db.failedAttempts.deleteMany()
    await post('/auth/resend-verification', { email: wanted }, session)
    await app.idle()
    expect(await holderOf()).toBe(holder)
  }
  await app.db.user.create({ data: { name: 'Own', email: wanted, passwordHash: 'none' } })
  await app.db.failedAttempts.deleteMany()
  await post('/auth/resend-verification', { email: wanted })
  await app.idle()
  expect((await app.db.user.findUniqueOrThrow({ where: { id: await holderOf() } })).name).toBe('Own')
})
