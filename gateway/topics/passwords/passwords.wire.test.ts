import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedToken, mailsTo } from '../mail/testing/mailbox.ts'
import { attackGoesOn } from '../../testing/attackGoesOn.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const NEW_PASSWORD = 'tgbvfr and more'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

interface Tokens {
  readonly token: string
  readonly refreshToken: string
}
const emailOf = (name: string) => `${name}@example.com`
async function signup(name: string): Promise<Tokens> {
  const body = { name, email: emailOf(name), password: 'correct horse', confirmPassword: 'correct horse' }
  return ((await app.rest('POST', '/auth/signup', { body })).body as { data: Tokens }).data
}
const signIn = (name: string, password: string) => app.rest('POST', '/auth/login', { body: { email: emailOf(name), password } })
const profile = async (token: string) => (await app.rest('GET', '/user/profile', { token })).status
const RESET = 'Reset your password'
async function askForReset(name: string): Promise<string> {
  await app.rest('POST', '/auth/forgot-password', { body: { email: emailOf(name) } })
  return mailedToken(app.home, emailOf(name), RESET)
}
const reset = (token: string, newPassword = NEW_PASSWORD) => app.rest('POST', '/auth/reset-password', { body: { token, newPassword } })

describe('changing the password', () => {
  test('ends every session at once, begins a new one, and is told by mail (items 10 and 16)', async () => {
    const first = await signup('changer')
    const second = ((await signIn('changer', 'correct horse')).body as { data: Tokens }).data
    const body = { currentPassword: 'correct horse', newPassword: NEW_PASSWORD }
    const answer = await app.rest('POST', '/auth/change-password', { body, token: first.token })
    expect(answer.status).toBe(200)
    const { token } = (answer.body as { data: Tokens }).data
    expect([await profile(first.token), await profile(second.token), await profile(token)]).toEqual([401, 401, 200])
    expect((await app.rest('POST', '/auth/refresh', { body: { refreshToken: second.refreshToken } })).status).toBe(401)
    expect([(await signIn('changer', 'correct horse')).status, (await signIn('changer', NEW_PASSWORD)).status]).toEqual([401, 200])
    await eventually(async () => (await mailsTo(app.home, emailOf('changer'))).join()).toContain('Subject: Your password was changed')
  })

  test('takes the old one (item 4) and no weak one, by GraphQL as by REST', async () => {
    const { token } = await signup('keeper')
    const change = async (currentPassword: string, newPassword: string) => {
      const rest = await app.rest('POST', '/auth/change-password', { body: { currentPassword, newPassword }, token })
      const query = 'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { token } }'
      const graphql = await app.graphql(query, { token, variables: { input: { currentPassword, newPassword } } })
      expect(graphql.body).toMatchObject({ errors: [{ message: (rest.body as { message: string }).message }] })
      return rest.body
    }
    expect(await change('wrong password', NEW_PASSWORD)).toMatchObject({ fieldErrors: { currentPassword: 'The password is not correct' } })
    expect(await change('correct horse', 'Password1!')).toMatchObject({
      fieldErrors: { newPassword: expect.stringContaining('most used') },
    })
    expect(await change('correct horse', '12345')).toMatchObject({
      fieldErrors: { newPassword: 'Password must be at least 6 characters long' },
    })
    expect(await profile(token)).toBe(200)
    expect(await app.rest('POST', '/auth/change-password', { body: {} })).toMatchObject({ status: 401 })
  })
})

describe('a forgotten password (item 9)', () => {
  test('is replaced by a mailed link, once; nobody is signed in by it, and every session has ended', async () => {
    const { token } = await signup('forgetter')
    const link = await askForReset('forgetter')
    const mail = (await mailsTo(app.home, emailOf('forgetter'))).at(-1)
    expect(mail).toContain(`https://sakha.test/reset-password#token=${link}`)
    expect(mail).toContain('Content-Type: text/plain')
    const answer = await reset(link)
    expect(answer).toMatchObject({ status: 200, body: { data: null } })
    expect(await profile(token)).toBe(401)
    expect((await signIn('forgetter', NEW_PASSWORD)).status).toBe(200)
    expect(await reset(link, 'another one 42')).toMatchObject({
      status: 400,
      body: { message: 'This link was already used or has expired. Request a new one.' },
    })
    const stored = await app.db.$queryRaw<{ row: string }[]>`SELECT t::text AS row FROM "OneTimeToken" t`
    expect(JSON.stringify(stored)).not.toContain(link)
  })

  test('of two links the older one is void, and none outlives 30 minutes', async () => {
    const { user } = (await signup('twice'), { user: await app.db.user.findUniqueOrThrow({ where: { email: emailOf('twice') } }) })
    const first = await askForReset('twice')
    await app.rest('POST', '/auth/forgot-password', { body: { email: emailOf('twice') } })
    let second = first
    await eventually(async () => (second = await mailedToken(app.home, emailOf('twice'), RESET))).not.toBe(first)
    expect((await reset(first)).status).toBe(400)
    const { expiresAt } = await app.db.oneTimeToken.findFirstOrThrow({ where: { userId: user.id, purpose: 'RESET_PASSWORD' } })
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000)
    await app.db.oneTimeToken.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await reset(second)).status).toBe(400)
  })

  test('a weak new password does not use the link up', async () => {
    await signup('retrier')
    const link = await askForReset('retrier')
    expect((await reset(link, 'password')).status).toBe(400)
    expect((await reset(link)).status).toBe(200)
  })

  test('item 8: the answer is the same with and without an account', async () => {
    await signup('known')
    const ask = (email: string) => app.rest('POST', '/auth/forgot-password', { body: { email } })
    const [known, unknown] = [await ask(emailOf('known')), await ask(emailOf('unknown'))]
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    await mailedToken(app.home, emailOf('known'), RESET)
    expect(await mailsTo(app.home, emailOf('unknown'))).toEqual([])
    expect((await app.graphql('mutation { forgotPassword(email: "nobody@example.com") }')).body).toEqual({ data: { forgotPassword: true } })
  })

  test('nobody is flooded with mails: after three, further ones wait', async () => {
    await signup('flooded')
    for (let i = 0; i < 4; i++) app.rest('POST', '/auth/forgot-password', { body: { email: emailOf('flooded') } }).catch(() => undefined)
    await eventually(async () => (await app.db.failedAttempts.findMany()).some(({ failures }) => failures >= 3)).toBe(true)
    const sent = (await mailsTo(app.home, emailOf('flooded'))).filter((mail) => mail.includes(RESET))
    expect(sent.length).toBeLessThanOrEqual(3)
  })
})

test('item 4: a reset opens an account that wrong passwords have closed for a while (item 5)', async () => {
  await signup('locked')
  for (let i = 0; i < 5; i++) await signIn('locked', 'wrong password')
  await attackGoesOn(app.db)
  expect((await signIn('locked', 'correct horse')).status).toBe(429)
  // This test's addresses have used up their requests of the minute: the link is made as the service makes it.
  const user = await app.db.user.findUniqueOrThrow({ where: { email: emailOf('locked') } })
  const { issueOneTimeToken } = await import('../../security/oneTimeTokens.ts')
  const link = await app.db.$transaction((tx) => issueOneTimeToken(tx, 'RESET_PASSWORD', { userId: user.id, email: user.email }))
  expect((await reset(link)).status).toBe(200)
  expect((await signIn('locked', NEW_PASSWORD)).status).toBe(200)
})
