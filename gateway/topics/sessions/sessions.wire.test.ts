import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DAY, MINUTE } from '../../../schema/time.ts'
import { endSessions } from '../../security/endSessions.ts'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

interface SignedIn {
  readonly user: { readonly id: string }
  readonly token: string
}
async function signedInTwice(name: string): Promise<[SignedIn, SignedIn]> {
  const credentials = { email: `${name}@example.com`, password: 'correct horse' }
  const first = await app.rest('POST', '/auth/signup', { body: { ...credentials, name, confirmPassword: credentials.password } })
  const response = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Phone of Asha\u00A0' },
    body: JSON.stringify(credentials),
  })
  const second = (await response.json()) as { data: SignedIn }
  return [(first.body as { data: SignedIn }).data, second.data]
}
async function openSocket(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }))
  await once(socket, 'message')
  return socket
}
const list = async (token: string) =>
  (await app.rest('GET', '/user/sessions', { token })).body as { data: { id: string; current: boolean }[] }

test('item 17: the sessions of a user are listed with device and last use, and each can be ended, its socket with it (item 16)', async () => {
  const [laptop, phone] = await signedInTwice('asha')
  const { data: sessions } = await list(laptop.token)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ userAgent: expect.stringContaining('Phone of Asha'), address: '127.0.0.1', current: false })
  expect(sessions[1]).toMatchObject({ current: true, lastUsedAt: expect.any(String) })
  const socket = await openSocket(phone.token)
  const closed = once(socket, 'close')
  expect((await app.rest('DELETE', `/user/sessions/${sessions[0]!.id}`, { token: laptop.token })).status).toBe(200)
  expect((await closed)[0]).toBe(4403)
  expect((await app.rest('GET', '/user/profile', { token: phone.token })).status).toBe(401)
  expect((await list(laptop.token)).data).toHaveLength(1)
})

test('item 19: nobody ends the session of another', async () => {
  const [own] = await signedInTwice('ravi')
  const { id } = (await list(own.token)).data[0]!
  const { token } = await app.user('Thief')
  expect(await app.rest('DELETE', `/user/sessions/${id}`, { token })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  const graphql = await app.graphql(`mutation { endSession(id: "${id}") }`, { token })
  expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect((await app.rest('DELETE', '/user/sessions/garbage', { token })).status).toBe(400)
  expect((await list(own.token)).data).toHaveLength(2)
})

test('all others are ended at once, and the one that asks lives on', async () => {
  const [laptop, phone] = await signedInTwice('meera')
  expect((await app.graphql('mutation { endOtherSessions }', { token: laptop.token })).body).toEqual({ data: { endOtherSessions: 1 } })
  expect((await app.rest('GET', '/user/profile', { token: phone.token })).status).toBe(401)
  expect((await app.rest('DELETE', '/user/sessions', { token: laptop.token })).body).toMatchObject({ data: { ended: 0 } })
})

test('item 17: at most twenty sessions live; one more ends the longest unused, its socket with it, and its owner can read that it did', async () => {
  const [laptop] = await signedInTwice('nila')
  const userId = laptop.user.id
  const living = () => app.db.session.findMany({ where: { userId, endedAt: null }, select: { id: true } })
  const [oldest] = (await list(laptop.token)).data.filter(({ current }) => current)
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
  await app.db.session.update({ where: { id: oldest!.id }, data: { lastUsedAt: ago(90) } })
  const other = { userId, userAgent: '', address: '', expiresAt: new Date(Date.now() + DAY) }
  await app.db.session.createMany({ data: Array.from({ length: 18 }, (_, i) => ({ ...other, lastUsedAt: ago(i + 1) })) })
  // Left alone for over a day they are over, and count for nothing.
  const over = await app.db.session.createManyAndReturn({ data: Array.from({ length: 5 }, () => ({ ...other, lastUsedAt: ago(25 * 60) })) })
  const socket = await openSocket(laptop.token)
  const closed = once(socket, 'close')
  const signIn = () => app.rest('POST', '/auth/login', { body: { email: 'nila@example.com', password: 'correct horse' } })
  const { token } = ((await signIn()).body as { data: SignedIn }).data
  expect((await closed)[0]).toBe(4403)
  expect((await app.rest('GET', '/user/profile', { token: laptop.token })).status).toBe(401)
  expect((await list(token)).data).toHaveLength(20)
  const { body } = await app.rest('GET', '/user/audit-log', { token })
  const ended = { action: 'SURPLUS_SESSION_ENDED', sessionId: oldest!.id, details: { limit: 20 } }
  const text = 'Session ended: too many were open, and this one had been unused the longest'
  expect((body as { data: { entries: object[] } }).data.entries[0]).toMatchObject({ ...ended, text })
  expect(await app.db.session.findUnique({ where: { id: oldest!.id } })).toMatchObject({ endedBy: 'TOO_MANY' })
  for (const answer of await Promise.all(Array.from({ length: 4 }, signIn))) expect(answer).toMatchObject({ status: 200 })
  expect((await living()).filter(({ id }) => !over.some((one) => one.id === id))).toHaveLength(20)
})

test('item 16: an account that is disabled has no session and no socket left, and cannot sign in', async () => {
  const [laptop] = await signedInTwice('lata')
  const socket = await openSocket(laptop.token)
  const closed = once(socket, 'close')
  await app.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: laptop.user.id }, data: { disabledAt: new Date() } })
    await endSessions(tx, { userId: laptop.user.id }, 'DISABLED')
  })
  expect((await closed)[0]).toBe(4403)
  const login = (password: string) => app.rest('POST', '/auth/login', { body: { email: 'lata@example.com', password } })
  expect(await login('correct horse')).toMatchObject({ status: 403, body: { message: 'This account is disabled.' } })
  expect(await login('wrong password')).toMatchObject({ status: 401, body: { message: 'Email or password is incorrect' } })
})
