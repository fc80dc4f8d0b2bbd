import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../schema/limits.ts'
import { DAY, HOUR } from '../../../schema/time.ts'
import { digest } from '../../security/digest.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'

let app: TestGateway
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
})
afterAll(() => app.close())

const TOKEN = '{ id name scopes hint expired lastUsedAt expiresAt }'
interface Made {
  readonly text: string
  readonly token: { readonly id: string; readonly scopes: readonly string[]; readonly hint: string; readonly expiresAt: string }
}
function create(user: TestUser, input: Readonly<Record<string, unknown>> = {}) {
  const variables = { input: { name: 'Notebook', scopes: ['READ_OWN', 'READ_MARKET'], days: 30, ...input } }
  return app.graphql(`mutation ($input: AccessTokenInput!) { createAccessToken(input: $input) { text token ${TOKEN} } }`, {
    variables,
    token: user.token,
  })
}
const made = async (user: TestUser, input = {}) =>
  ((await create(user, input)).body as { data: { createAccessToken: Made } }).data.createAccessToken
const list = async (user: TestUser) => (await app.graphql(`{ accessTokens ${TOKEN} }`, { token: user.token })).body
const refusalOf = (body: unknown) => (body as { errors: { message: string; extensions: { code: string } }[] }).errors[0]

test('a token is shown once: the list and the database have its hash and last letters, the audit log what it is for, and its owner gets a mail', async () => {
  const { text, token } = await made(asha)
  expect(token).toMatchObject({
    name: 'Notebook',
    scopes: ['READ_MARKET', 'READ_OWN'],
    hint: text.slice(-4),
    expired: false,
    lastUsedAt: null,
  })
  expect(Date.parse(token.expiresAt) - Date.now()).toBeGreaterThan(29.9 * DAY)
  expect(JSON.stringify(await list(asha))).not.toContain(text)
  const row = await app.db.personalToken.findUniqueOrThrow({ where: { id: token.id } })
  expect(Buffer.from(row.tokenHash)).toEqual(Buffer.from(digest(text)))
  const log = await app.graphql('{ myAuditLog { entries { text details } } }', { token: asha.token })
  expect(JSON.stringify(log.body)).toContain('Access token created')
  expect(JSON.stringify(log.body)).not.toContain(text)
  await eventually(() => mailsTo(app.home, 'asha@example.com')).toEqual([
    expect.stringMatching(/An access token was created[^]*read:market, read:own/),
  ])
  expect((await app.graphql('{ me { name } }', { token: text })).body).toMatchObject({ data: { me: { name: 'Asha' } } })
  expect((await app.db.personalToken.findUniqueOrThrow({ where: { id: token.id } })).lastUsedAt).not.toBeNull()
  await app.graphql(`mutation { revokeAccessToken(id: "${token.id}") }`, { token: asha.token })
  expect(await app.graphql('{ me { name } }', { token: text })).toMatchObject({
    status: 401,
    body: { errors: [{ message: expect.stringContaining('revoked') as string, extensions: { code: 'UNAUTHENTICATED' } }] },
  })
  expect(await list(asha)).toEqual({ data: { accessTokens: [] } })
})

test('making one takes a recent password', async () => {
  const uma = await app.user('Uma')
  await app.db.session.update({ where: { id: uma.id }, data: { authenticatedAt: new Date(Date.now() - HOUR) } })
  expect(refusalOf((await create(uma)).body)?.extensions.code).toBe('REAUTHENTICATION_REQUIRED')
  expect(await app.db.personalToken.count({ where: { userId: uma.id } })).toBe(0)
})

test.each([
  [{ name: '' }, 'A name is required'],
  [{ name: 'x'.repeat(61) }, 'A name must be at most 60 characters long'],
  [{ scopes: [] }, 'Choose what the token may read'],
  [{ days: 0 }, 'days must be a whole number from 1 to 365, got 0'],
  [{ days: 366 }, 'days must be a whole number from 1 to 365, got 366'],
])('%j is refused', async (input, message) => {
  expect(refusalOf((await create(asha, input)).body)).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
})

test.each(['WRITE_OWN', 'read:own', '*'])('a scope %j does not exist', async (scope) => {
  expect((await create(asha, { scopes: [scope] })).status).toBe(400)
})

test('scopes are those of the role: a user has no aggregates, an analyst no single users, an admin all', async () => {
  const roles = { user: ['READ_AGGREGATES', 'READ_ALL_ANONYMOUS'], analyst: ['READ_ALL_ANONYMOUS'], admin: [] } as const
  for (const [role, withheld] of Object.entries(roles)) {
    const user = await app.user(`Of${role}`)
    await app.db.user.update({ where: { id: user.id }, data: { role: role as keyof typeof roles, twoFactorAt: new Date() } })
    for (const scope of ['READ_AGGREGATES', 'READ_ALL_ANONYMOUS']) {
      const { body } = await create(user, { scopes: [scope] })
      if ((withheld as readonly string[]).includes(scope)) expect(refusalOf(body)?.extensions.code).toBe('FORBIDDEN')
      else expect(body).toMatchObject({ data: { createAccessToken: { token: { scopes: [scope] } } } })
    }
  }
})

test('an admin without two-factor sign-in makes no token that reads trades of all users', async () => {
  const bare = await app.user(`Bare${Date.now()}`)
  await app.db.user.update({ where: { id: bare.id }, data: { role: 'admin' } })
  expect(refusalOf((await create(bare, { scopes: ['READ_ALL_ANONYMOUS'] })).body)?.extensions.code).toBe('FORBIDDEN')
  expect(await app.db.personalToken.count({ where: { userId: bare.id } })).toBe(0)
})

test('ten live at once and no more, also when all are asked for at the same time; an expired one takes no place', async () => {
  const ravi = await app.user('Ravi')
  const old = { userId: ravi.id, name: 'Old', scopes: ['read:own'], tokenHash: digest('old'), hint: 'oldd' }
  await app.db.personalToken.create({ data: { ...old, expiresAt: new Date(Date.now() - HOUR) } })
  const answers = await Promise.all(Array.from({ length: LIMITS.accessTokens.most + 2 }, () => create(ravi)))
  const refused = answers.flatMap(({ body }) => refusalOf({ errors: [], ...(body as object) }) ?? [])
  expect(refused.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT', 'CONFLICT'])
  expect(await app.db.personalToken.count({ where: { userId: ravi.id } })).toBe(LIMITS.accessTokens.most + 1)
  expect(JSON.stringify(await list(ravi))).toContain('"expired":true')
})

test('item 19: nobody revokes the token of another', async () => {
  const { token } = await made(asha)
  const thief = await app.user('Thief')
  const answer = await app.graphql(`mutation { revokeAccessToken(id: "${token.id}") }`, { token: thief.token })
  expect(refusalOf(answer.body)?.extensions.code).toBe('NOT_FOUND')
  expect(await list(thief)).toEqual({ data: { accessTokens: [] } })
  expect(await app.db.personalToken.count({ where: { id: token.id } })).toBe(1)
})
