import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../prisma/client.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

interface SignedIn {
  readonly user: { readonly id: string; readonly twoFactor: boolean }
  readonly token: string
}
const emailOf = (name: string) => `${name}@example.com`
const PASSWORD = 'correct horse'
const post = async <T>(path: string, body: unknown, token?: string) => {
  const answer = await app.rest('POST', path, { body, ...(token === undefined ? {} : { token }) })
  return { ...(answer.body as { data: T; message: string; code?: string }), status: answer.status }
}
const signIn = (name: string) => post<{ challenge: string }>('/auth/login', { email: emailOf(name), password: PASSWORD })
const second = (challenge: string, code: string) => post<SignedIn>('/auth/second-factor', { challenge, code })
/** A code that was not used yet: each is good once, also those of the step before and after. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signup(name: string): Promise<SignedIn> {
  const { data } = await post<SignedIn>('/auth/signup', { name, email: emailOf(name), password: PASSWORD, confirmPassword: PASSWORD })
  await app.db.user.update({ where: { id: data.user.id }, data: { emailVerifiedAt: new Date() } })
  return data
}
async function turnOn(name: string): Promise<{ token: string; userId: string; secret: string; codes: string[] }> {
  const { token, user } = await signup(name)
  const setup = await post<{ secret: string; uri: string; qrSvg: string }>('/user/two-factor', undefined, token)
  expect(setup.data.uri).toBe(
    `otpauth://totp/Sakha:${encodeURIComponent(emailOf(name))}?issuer=Sakha&secret=${setup.data.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(setup.data.qrSvg).toMatch(/^<svg /)
  const confirm = () => post<{ codes: string[] }>('/user/two-factor/confirm', { code: codeOf(setup.data.secret, -1) }, token)
  let confirmed = await confirm()
  // Its step may have ended on the way: then the code was two steps old.
  if (confirmed.status === 400) confirmed = await confirm()
  expect(confirmed.status).toBe(200)
  return { token, userId: user.id, secret: setup.data.secret, codes: confirmed.data.codes }
}

describe('two-factor sign-in', () => {
  test('takes the password, then a code, which is good once (item 7)', async () => {
    const { secret, userId } = await turnOn('asha')
    const first = await signIn('asha')
    expect(first).toMatchObject({ status: 200, data: { challenge: expect.any(String) } })
    expect(JSON.stringify(first.data)).not.toMatch(/token/i)
    expect(await second(first.data.challenge, '000000')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const code = codeOf(secret)
    expect(await second(first.data.challenge, code)).toMatchObject({ status: 200, data: { user: { id: userId, twoFactor: true } } })
    expect(await second(first.data.challenge, code)).toMatchObject({
      status: 401,
      message: 'The sign-in took too long. Please sign in again.',
    })
    const again = await signIn('asha')
    expect((await second(again.data.challenge, code)).status).toBe(401)
    await eventually(async () => (await mailsTo(app.home, emailOf('asha'))).join()).toContain('Two-factor sign-in was turned on')
  })

  test('by GraphQL is the same two steps', async () => {
    const { secret } = await turnOn('gauri')
    const login = 'mutation($input: LoginInput!) { login(input: $input) { user { id } token refreshToken challenge } }'
    const first = await app.graphql(login, { variables: { input: { email: emailOf('gauri'), password: PASSWORD } } })
    const answer = first.body as { data: { login: { token: null; challenge: string } } }
    expect(answer.data.login).toMatchObject({ user: null, token: null, refreshToken: null })
    const step = 'mutation($input: SecondFactorInput!) { loginSecondFactor(input: $input) { user { twoFactor } token } }'
    const { body } = await app.graphql(step, { variables: { input: { challenge: answer.data.login.challenge, code: codeOf(secret) } } })
    expect(body).toMatchObject({ data: { loginSecondFactor: { user: { twoFactor: true }, token: expect.any(String) } } })
  })

  test('item 7: five wrong codes, and the sixth is not looked at, be it right', async () => {
    const { secret } = await turnOn('ravi')
    const { data } = await signIn('ravi')
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await second(data.challenge, '12345x')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(await second(data.challenge, codeOf(secret))).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  })

  test('a recovery code opens the account once, however it is typed, and its owner is told; only hashes are stored', async () => {
    const { codes, userId } = await turnOn('meera')
    expect(codes).toHaveLength(10)
    const stored = await app.db.$queryRaw<{ row: string }[]>`SELECT t::text AS row FROM "RecoveryCode" t`
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
    const first = await signIn('meera')
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ')
    expect((await second(first.data.challenge, typed)).status).toBe(200)
    const again = await signIn('meera')
    expect((await second(again.data.challenge, codes[0]!)).status).toBe(401)
    await eventually(async () => (await mailsTo(app.home, emailOf('meera'))).join()).toContain('A recovery code was used')
    await eventually(async () =>
      (await app.db.auditEntry.findMany({ where: { accountId: userId } })).map(({ action }) => action),
    ).toContain('RECOVERY_CODE_USED')
  })

  test('the seed is stored sealed', async () => {
    const { secret, userId } = await turnOn('sita')
    const { sealedSecret } = await app.db.twoFactor.findUniqueOrThrow({ where: { userId } })
    const seed = Buffer.from(Secret.fromBase32(secret).bytes)
    expect(seed).toHaveLength(20)
    expect(Buffer.from(sealedSecret).includes(seed)).toBe(false)
  })

  test('a reset of the password does not get round it (item 9)', async () => {
    const { userId } = await turnOn('uma')
    const { issueOneTimeToken } = await import('../../security/oneTimeTokens.ts')
    const token = await app.db.$transaction((tx) => issueOneTimeToken(tx, 'RESET_PASSWORD', { userId, email: emailOf('uma') }))
    await post('/auth/reset-password', { token, newPassword: 'tgbvfr and more' })
    const login = await post<object>('/auth/login', { email: emailOf('uma'), password: 'tgbvfr and more' })
    expect(Object.keys(login.data)).toEqual(['challenge'])
  })
})

describe('changing it', () => {
  test('item 18: takes a password given within ten minutes; with it on, a code as well', async () => {
    const { token, userId, codes } = await turnOn('lata')
    await app.db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(Date.now() - 11 * 60_000) } })
    const off = () => app.rest('DELETE', '/user/two-factor', { token })
    expect(await off()).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
    const prove = (body: object) => post('/auth/reauthenticate', body, token)
    expect(await prove({ password: 'wrong password' })).toMatchObject({ status: 400, message: 'The password is not correct' })
    expect(await prove({ password: PASSWORD })).toMatchObject({ status: 400, message: 'The code of your authenticator is required' })
    expect(await prove({ password: PASSWORD, code: '000000' })).toMatchObject({ status: 400 })
    expect((await off()).status).toBe(403)
    expect((await prove({ password: PASSWORD, code: codes[0] })).status).toBe(200)
    const renewed = await post<{ codes: string[] }>('/user/two-factor/recovery-codes', undefined, token)
    expect(renewed.data.codes.filter((code) => codes.includes(code))).toEqual([])
    expect((await off()).status).toBe(200)
    expect((await app.rest('GET', '/user/profile', { token })).body).toMatchObject({ data: { twoFactor: false } })
    expect((await off()).status).toBe(409)
  })

  test('whoever has not confirmed the address cannot turn it on, nor anybody twice', async () => {
    const { token, user } = await signup('tara')
    await app.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } })
    expect(await post('/user/two-factor', undefined, token)).toMatchObject({
      status: 403,
      message: 'Please confirm your e-mail address first.',
    })
    const on = await turnOn('nila')
    expect((await post('/user/two-factor', undefined, on.token)).status).toBe(409)
    expect((await post('/user/two-factor/confirm', { code: codeOf(on.secret, 1) }, on.token)).status).toBe(409)
  })

  test('and asking for a new password at the same time get in nobody’s way', async () => {
    const { token, userId } = await turnOn('mira')
    const waiting = async () => {
      const [row] = await app.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE NOT granted AND locktype = 'advisory' AND datname = current_database()`
      return row?.count
    }
    const other = openDatabase(app.databaseUrl, 'test', 1)
    let renewed: ReturnType<typeof post> | undefined
    // Both are stopped where they write into the audit log of the account, and go on in this order.
    await other.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${userId}`}, 0))`
        await post('/auth/forgot-password', { email: emailOf('mira') })
        await eventually(waiting).toBe(1)
        renewed = post('/user/two-factor/recovery-codes', undefined, token)
        await eventually(waiting).toBe(2)
      },
      { timeout: 30_000 },
    )
    await other.$disconnect()
    expect(await renewed).toMatchObject({ status: 200 })
    await eventually(
      async () => (await mailsTo(app.home, emailOf('mira'))).filter((mail) => mail.includes('Reset your password')).length,
    ).toBe(1)
  })
})
