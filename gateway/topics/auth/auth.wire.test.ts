import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../schema/time.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const ASHA = { name: 'Asha Rao', email: 'Asha@Example.com', password: 'correct horse', confirmPassword: 'correct horse' }

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

interface SignedIn {
  data: { user: { id: string; email: string }; token: string; refreshToken: string }
}
type Tokens = Pick<SignedIn['data'], 'token' | 'refreshToken'>
async function login(): Promise<SignedIn['data']> {
  const { body } = await app.rest('POST', '/auth/login', { body: { email: ASHA.email, password: ASHA.password } })
  return (body as SignedIn).data
}
const refresh = (refreshToken: string) => app.rest('POST', '/auth/refresh', { body: { refreshToken } })
/** Of an access token, in seconds. */
const expiryOf = (token: string) => decodeJwt(token).exp
async function refreshed(refreshToken: string): Promise<string> {
  const { body } = await refresh(refreshToken)
  return (body as SignedIn).data.refreshToken
}

describe('signing up', () => {
  test('makes an account, stores the e-mail in lower case and the password as argon2id, and signs in', async () => {
    const { status, body } = await app.rest('POST', '/auth/signup', { body: ASHA })
    expect(status).toBe(201)
    expect(body).toMatchObject({ success: true, message: 'Account created successfully! Welcome to Sakha!', error: null })
    const { user, token } = (body as SignedIn).data
    expect(user).toMatchObject({ _id: user.id, name: 'Asha Rao', email: 'asha@example.com', role: 'user', tradingIndex: 'NIFTY' })
    expect(user).toMatchObject({ strategies: [], trades: [] })
    expect(JSON.stringify(body)).not.toContain('passwordHash')
    const profile = await app.rest('GET', '/user/profile', { token })
    expect(profile.body).toMatchObject({ data: { id: user.id } })
    const stored = await app.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('refuses an e-mail that is taken, whatever its letter case', async () => {
    const { status, body } = await app.rest('POST', '/auth/signup', { body: { ...ASHA, email: 'ASHA@example.com' } })
    expect(status).toBe(409)
    expect(body).toMatchObject({ success: false, code: 'CONFLICT', error: 'An account with this email already exists. Sign in instead.' })
  })

  test.each([
    [{ confirmPassword: 'something else' }, 'confirmPassword', 'Passwords do not match'],
    [{ password: '12345', confirmPassword: '12345' }, 'password', 'Password must be at least 6 characters long'],
    [{ name: '   ' }, 'name', 'Full name is required'],
    [{ name: 'a\u0000b' }, 'name', 'Full name must not contain control characters'],
    [{ email: 'nobody' }, 'email', 'Email is not a valid address'],
    [{ email: undefined }, 'email', 'Email is required'],
    [
      { password: 'Password1!', confirmPassword: 'Password1!' },
      'password',
      'This password is among the most used ones, which are tried first. Choose one that only you would think of',
    ],
  ])('refuses %j and says why', async (wrong, field, text) => {
    const { status, body } = await app.rest('POST', '/auth/signup', { body: { ...ASHA, email: 'new@example.com', ...wrong } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message: text, fieldErrors: { [field]: text } })
  })

  test('of two at once with one e-mail, one makes the account', async () => {
    const twin = { ...ASHA, email: 'twin@example.com' }
    const answers = await Promise.all([app.rest('POST', '/auth/signup', { body: twin }), app.rest('POST', '/auth/signup', { body: twin })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
  })
})

describe('signing in', () => {
  test('gives the same answer by REST and by GraphQL', async () => {
    const rest = await login()
    const { body } = await app.graphql('mutation($input: LoginInput!) { login(input: $input) { user { id email } token refreshToken } }', {
      variables: { input: { email: ' asha@example.COM ', password: ASHA.password } },
    })
    expect(body).toMatchObject({ data: { login: { user: { id: rest.user.id, email: rest.user.email } } } })
  })

  test('brings the user as the profile does, with strategies and trades', async () => {
    const { user } = await login()
    const strategyId = await insertStrategy(app.db, 'ema-crossover')
    await insertTrade(app.db, { userId: user.id, strategyId })
    const signedIn = await login()
    expect(signedIn.user).toMatchObject({ strategies: [{ strategyId: { _id: strategyId } }], trades: [{ status: 'RUNNING', strategyId }] })
    expect((await app.rest('GET', '/user/profile', { token: signedIn.token })).body).toMatchObject({ data: signedIn.user })
  })

  test('item 8: fails with the same words for a wrong password and for no account', async () => {
    const wrong = await app.rest('POST', '/auth/login', { body: { email: ASHA.email, password: 'wrong password' } })
    const nobody = await app.rest('POST', '/auth/login', { body: { email: 'nobody@example.com', password: 'wrong password' } })
    expect([wrong.status, nobody.status]).toEqual([401, 401])
    expect(wrong.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Email or password is incorrect' })
    expect(nobody.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Email or password is incorrect' })
  })
})

describe('item 13: refresh tokens', () => {
  test('rotate: each use gives a new one, in the same sign-in', async () => {
    const first = (await login()).refreshToken
    const second = await refreshed(first)
    const third = await refreshed(second)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  /** As if all uses so far were longer ago than two tabs can be apart. */
  const outwaitGrace = () =>
    app.db.refreshToken.updateMany({ where: { usedAt: { not: null } }, data: { usedAt: new Date(Date.now() - 11 * SECOND) } })

  test('used twice end the whole session, and the owner is told', async () => {
    const first = (await login()).refreshToken
    const second = await refreshed(first)
    await outwaitGrace()
    const again = await refresh(first)
    expect(again.status).toBe(401)
    expect(again.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Your session has ended. Please sign in again.' })
    expect((await refresh(second)).status).toBe(401)
    await eventually(async () => (await mailsTo(app.home, 'asha@example.com')).join()).toContain('Subject: A session was ended for safety')
  })

  test('shown by many tabs at once get one successor, and nobody is signed out', async () => {
    const { refreshToken } = await login()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200))
    const successors = new Set(answers.map(({ body }) => (body as SignedIn).data.refreshToken))
    expect(successors.size).toBe(1)
    for (const successor of successors) expect((await refresh(successor)).status).toBe(200)
  })

  test('shown again within ten seconds, but after their successor was used, end the session', async () => {
    const first = (await login()).refreshToken
    await refreshed(await refreshed(first))
    expect((await refresh(first)).status).toBe(401)
  })

  test('do not touch other sign-ins of the same user', async () => {
    const other = (await login()).refreshToken
    const stolen = (await login()).refreshToken
    await refresh(stolen)
    await outwaitGrace()
    expect((await refresh(stolen)).status).toBe(401)
    expect((await refresh(other)).status).toBe(200)
  })

  test('end with the seventh day, however fresh', async () => {
    const { user, refreshToken } = await login()
    await app.db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('end 24 hours after the last use, and not before', async () => {
    const { user, token, refreshToken } = await login()
    const lastUsed = (ago: number) =>
      app.db.session.updateMany({ where: { userId: user.id }, data: { lastUsedAt: new Date(Date.now() - ago) } })
    await lastUsed(24 * HOUR - MINUTE)
    const next = await refreshed(refreshToken)
    await lastUsed(24 * HOUR)
    expect((await refresh(next)).status).toBe(401)
    expect((await app.rest('GET', '/user/sessions', { token })).body).toMatchObject({ data: [] })
  })

  test('item 58: renewed by a page that is left alone, the session ends as if it were not, its tokens and sockets with it', async () => {
    const { user, token, refreshToken } = await login()
    const lastUsedAt = new Date(Date.now() - 24 * HOUR + 2 * MINUTE)
    await app.db.session.updateMany({ where: { userId: user.id }, data: { lastUsedAt } })
    const end = lastUsedAt.getTime() + 24 * HOUR
    const session = async () =>
      ((await app.rest('GET', '/user/sessions', { token })).body as { data: { current: boolean; endsAt: string }[] }).data.find(
        ({ current }) => current,
      )
    expect(await session()).toMatchObject({ lastUsedAt: lastUsedAt.toISOString(), endsAt: new Date(end).toISOString() })

    const alone = await app.rest('POST', '/auth/refresh', { body: { refreshToken, unattended: true } })
    const { data: renewed } = alone.body as { data: Tokens }
    expect(expiryOf(renewed.token)).toBe(Math.floor(end / 1000))
    expect(await session()).toMatchObject({ endsAt: new Date(end).toISOString() })

    const graphql = await app.graphql('mutation($t: String!) { refresh(refreshToken: $t, unattended: true) { token refreshToken } }', {
      variables: { t: renewed.refreshToken },
    })
    const { refresh: again } = (graphql.body as { data: { refresh: Tokens } }).data
    expect(expiryOf(again.token)).toBe(Math.floor(end / 1000))

    const used = await app.rest('POST', '/auth/refresh', { body: { refreshToken: again.refreshToken } })
    const { data: prolonged } = used.body as { data: Tokens }
    expect(expiryOf(prolonged.token)).toBeGreaterThan(end / 1000)
    expect(Date.parse((await session())?.endsAt ?? '')).toBeGreaterThan(end + 23 * HOUR)

    await app.db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(end) } })
    expect(await session()).toMatchObject({ endsAt: new Date(end).toISOString() })
    await app.db.session.updateMany({ where: { userId: user.id }, data: { lastUsedAt: new Date(Date.now() - 24 * HOUR) } })
    const late = await app.rest('POST', '/auth/refresh', { body: { refreshToken: prolonged.refreshToken, unattended: true } })
    expect(late.status).toBe(401)
  })

  test('are stored only as a hash', async () => {
    const { refreshToken } = await login()
    const rows = await app.db.$queryRaw<{ row: string }[]>`SELECT t::text AS row FROM "RefreshToken" t`
    expect(rows.some(({ row }) => row.includes(refreshToken))).toBe(false)
  })

  test('without one the answer says so', async () => {
    const { body } = await app.rest('POST', '/auth/refresh', { body: {} })
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message: 'No refresh token available' })
  })
})

describe('logging out', () => {
  test('by refresh token ends the sign-in; by GraphQL it is always true', async () => {
    const { refreshToken } = await login()
    const { body } = await app.graphql('mutation($t: String!) { logout(refreshToken: $t) }', { variables: { t: refreshToken } })
    expect(body).toEqual({ data: { logout: true } })
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await app.graphql('mutation { logout(refreshToken: "unknown") }')).body).toEqual({ data: { logout: true } })
  })

  test('without a body ends the sign-in of the bearer token', async () => {
    const { token, refreshToken } = await login()
    expect((await app.rest('POST', '/auth/logout', { token })).status).toBe(200)
    expect((await refresh(refreshToken)).status).toBe(401)
  })
})

describe('access tokens', () => {
  test('that have expired are told apart, so that a client knows to refresh', async () => {
    const { user } = await login()
    const token = await app.tokens.issue(user.id, user.id, Date.now() - 16 * MINUTE)
    const { body } = await app.rest('GET', '/user/profile', { token })
    expect(body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Your session has expired. Please sign in again.' })
  })

  test('missing: the answer says to sign in', async () => {
    const { status, body } = await app.rest('GET', '/user/profile')
    expect(status).toBe(401)
    expect(body).toMatchObject({ message: 'Please sign in to continue' })
  })
})

describe('item 5: brute force', () => {
  test('the twenty-first sign-in of a minute from one address is refused; REST and GraphQL count together', async () => {
    const fresh = await startTestGateway()
    const wrong = (i: number) => ({ email: `a${i}@example.com`, password: 'wrong password' })
    try {
      for (let i = 0; i < 10; i++) {
        await fresh.rest('POST', '/auth/login', { body: wrong(i) })
        await fresh.graphql('mutation($input: LoginInput!) { login(input: $input) { token } }', { variables: { input: wrong(100 + i) } })
      }
      const { status, body, headers } = await fresh.rest('POST', '/auth/login', { body: wrong(20) })
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds\.$/),
      })
    } finally {
      await fresh.close()
    }
  })

  test.each([
    ['an account', 'asha@example.com'],
    ['no account', 'nobody-at-all@example.com'],
  ])('after five wrong passwords %s waits, ever longer, also with the right one', async (_what, email) => {
    const fresh = await startTestGateway()
    const login = (password: string) => fresh.rest('POST', '/auth/login', { body: { email, password } })
    try {
      await fresh.rest('POST', '/auth/signup', { body: ASHA })
      for (let i = 0; i < 4; i++) expect((await login('wrong password')).status).toBe(401)
      const waitUntil = (retryAt: number) => fresh.db.failedAttempts.updateMany({ data: { retryAt: new Date(retryAt) } })
      for (const seconds of [1, 2, 4, 8]) {
        const before = Date.now()
        expect((await login('wrong password')).status).toBe(401)
        const { retryAt } = await fresh.db.failedAttempts.findFirstOrThrow({ where: { failures: { gte: 5 } } })
        expect(retryAt.getTime() - before).toBeGreaterThanOrEqual(seconds * SECOND)
        expect(retryAt.getTime() - Date.now()).toBeLessThanOrEqual(seconds * SECOND)
        // Longer than this machine may take for the next one.
        await waitUntil(Date.now() + MINUTE)
        const refused = await login(ASHA.password)
        expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        await waitUntil(Date.now() - 1)
      }
    } finally {
      await fresh.close()
    }
  })

  test('the right password in time forgets the wrong ones', async () => {
    const fresh = await startTestGateway()
    const login = async (password: string) => (await fresh.rest('POST', '/auth/login', { body: { email: ASHA.email, password } })).status
    try {
      await fresh.rest('POST', '/auth/signup', { body: ASHA })
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 4; i++) expect(await login('wrong password')).toBe(401)
        expect(await login(ASHA.password)).toBe(200)
      }
    } finally {
      await fresh.close()
    }
  })
})
