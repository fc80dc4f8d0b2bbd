import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { HOUR, MINUTE } from '../../schema/time.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { readKey } from './keyFiles.ts'

let app: TestGateway
let key: Uint8Array
let userId: string
let otherId: string
beforeAll(async () => {
  app = await startTestGateway()
  key = (await readKey(app.home, 'signing-1'))!.key
  userId = (await app.user('Asha')).id
  otherId = (await app.user('Ravi')).id
})
afterAll(() => app.close())

interface Changes {
  readonly alg?: string
  readonly typ?: string
  readonly kid?: unknown
  readonly aud?: string
  readonly iss?: string
  readonly sub?: string
  readonly sid?: unknown
  readonly notBefore?: number
  readonly expiresAt?: number
  readonly key?: Uint8Array
}
/** A token that is good but for what is changed. */
function token(changes: Changes = {}): Promise<string> {
  const { alg = 'HS256', typ = 'at+jwt', aud = 'sakha-gateway', iss = 'sakha', sub = userId } = changes
  const kid = 'kid' in changes ? changes.kid : '1'
  const sid = 'sid' in changes ? changes.sid : userId
  const now = Math.floor(Date.now() / 1_000)
  return new SignJWT(sid === undefined ? {} : { sid })
    .setProtectedHeader({ alg, typ, ...(kid === undefined ? {} : { kid: kid as string }) })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuer(iss)
    .setIssuedAt()
    .setNotBefore(changes.notBefore ?? now)
    .setExpirationTime(changes.expiresAt ?? now + 300)
    .sign(changes.key ?? key)
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The header says RS256, the signature is HMAC: a verifier that lets the token choose would check it with the wrong kind of key. */
async function confused(): Promise<string> {
  const body = `${base64({ alg: 'RS256', typ: 'at+jwt', kid: '1' })}.${(await token()).split('.')[1]}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}
async function withPayload(change: object): Promise<string> {
  const [head, payload, signature] = (await token()).split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object
  return `${head}.${base64({ ...claims, ...change })}.${signature}`
}
async function endedSession(data: object): Promise<string> {
  const { id } = await app.db.session.create({
    data: { userId, userAgent: '', address: '', expiresAt: new Date(Date.now() + HOUR), ...data },
  })
  return token({ sid: id })
}

const SECOND_AGO = () => new Date(Date.now() - 1_000)
const BAD: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['expired', () => token({ expiresAt: Math.floor(Date.now() / 1_000) - 1 })],
  ['not valid yet', () => token({ notBefore: Math.floor(Date.now() / 1_000) + MINUTE })],
  [
    'with algorithm none',
    () => new UnsecuredJWT({ sid: userId }).setSubject(userId).setAudience('sakha-gateway').setIssuer('sakha').encode(),
  ],
  ['with another HMAC', () => token({ alg: 'HS512', key: new Uint8Array([...key, ...key]) })],
  ['that confuses RS256 with HMAC', confused],
  ['signed with another key', () => token({ key: new Uint8Array(32).fill(7) })],
  ['with a path as key id', () => token({ kid: '../../../../etc/passwd' })],
  ['with SQL as key id', () => token({ kid: `1' OR '1'='1` })],
  ['with an unknown key id', () => token({ kid: '999' })],
  ['with a key id that is no text', () => token({ kid: { $ne: null } })],
  ['without a key id', () => token({ kid: undefined })],
  ['for another audience', () => token({ aud: 'another' })],
  ['of another issuer', () => token({ iss: 'another' })],
  ['of another type', () => token({ typ: 'JWT' })],
  ['cut short', async () => (await token()).slice(0, -5)],
  ['garbled', () => 'not.a.token'],
  ['as long as a header may be', () => 'x'.repeat(12_000)],
  ['with another user in its payload', () => withPayload({ sub: otherId })],
  ['of another user’s session', () => token({ sub: otherId })],
  ['whose user is no id', () => token({ sub: `' OR 1=1 --` })],
  ['without a session', () => token({ sid: undefined })],
  ['of a session that never was', () => token({ sid: randomUUID() })],
  ['of a session that was revoked', () => endedSession({ endedAt: SECOND_AGO(), endedBy: 'REVOKED' })],
  ['of before a change of the password', () => endedSession({ endedAt: SECOND_AGO(), endedBy: 'PASSWORD_CHANGED' })],
  ['of a session that has run out', () => endedSession({ expiresAt: SECOND_AGO() })],
]

test('the tokens of the table are bad for what is changed only: unchanged, one is good', async () => {
  expect((await app.rest('GET', '/user/profile', { token: await token() })).status).toBe(200)
})

test.each(BAD)('G5, item 11: a token %s opens nothing, by REST, GraphQL and socket alike', async (_what, make) => {
  const bad = await make()
  const rest = await app.rest('GET', '/user/profile', { token: bad })
  expect(rest.status).toBe(401)
  expect(rest.body).toMatchObject({
    code: 'UNAUTHENTICATED',
    data: null,
    message: expect.stringMatching(/^(The access token is not valid|Your session has (expired|ended))\. Please sign in again\.$/),
  })
  const graphql = await app.graphql('{ me { id } }', { token: bad })
  expect(graphql.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: bad } }))
  expect((await once(socket, 'close'))[0]).toBe(4403)
})

test('G5: a token of a megabyte is refused before it is read', async () => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'x'.repeat(1_000_000) } }))
  expect((await once(socket, 'close'))[0]).toBe(1009)
  const answer = await fetch(`${app.url}/api/user/profile`, { headers: { authorization: `Bearer ${'x'.repeat(1_000_000)}` } }).then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect([431, 'cut off']).toContain(answer)
  expect((await fetch(`${app.url}/livez`)).status).toBe(200)
})
