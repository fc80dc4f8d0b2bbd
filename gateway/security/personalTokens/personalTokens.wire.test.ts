import { once } from 'node:events'
import { createClient, type Client } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DAY } from '../../../schema/time.ts'
import { TOKEN_SCOPES, type TokenScope } from '../../../schema/tokenScopes.ts'
import { readSchema } from '../../testing/readSchema.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'
import { giveRole, switchOff } from '../../topics/adminUsers/accountStates.ts'
import { digest } from '../digest.ts'
import { hashPassword } from '../passwords.ts'
import { endTokens } from './endTokens.ts'
import { TOKEN_REQUESTS_PER_MINUTE } from './TokenLimits.ts'
import { TOKEN_FIELDS, TOKEN_ROUTES } from './tokenReach.ts'
import { makeTokenText } from './tokenText.ts'

const PASSWORD = 'correct horse'
const PRICES = 'subscription { prices(symbols: []) { symbol } }'
const OF_ALL = '{ performanceOfAll(mode: PAPER, by: []) { trades } }'
const INTROSPECTION = '{ __schema { queryType { name } } }'

let app: TestGateway
const sockets: WebSocket[] = []
const clients: Client[] = []
beforeAll(async () => {
  app = await startTestGateway()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => app.close())

interface Holder {
  readonly id: string
  readonly session: string
  readonly tokenId: string
  readonly text: string
}
let holders = 0
/** A user with a token of these scopes; each has a count of requests of its own. */
async function holder(
  scopes: readonly TokenScope[] = TOKEN_SCOPES,
  role: 'user' | 'analyst' | 'admin' = 'user',
  lifeMs = DAY,
): Promise<Holder> {
  const { id, token: session } = await app.user(`Holder${holders++}`)
  await app.db.user.update({ where: { id }, data: { role, passwordHash: await hashPassword(PASSWORD) } })
  const text = makeTokenText()
  const data = { userId: id, name: 'Script', scopes: [...scopes], tokenHash: digest(text), hint: text.slice(-4) }
  const { id: tokenId } = await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + lifeMs) } })
  return { id, session, tokenId, text }
}
const codeOf = (body: unknown) => (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code

/** A bare socket that shows a token; `answer`: connection_ack, or the code it was closed with. */
async function openSocket(token: string) {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  sockets.push(socket)
  await once(socket, 'open')
  const answer = new Promise<string | number>((resolve) => {
    socket.once('message', (data) => resolve(String((JSON.parse(String(data)) as { type: string }).type)))
    socket.once('close', (code: number) => resolve(code))
  })
  const closed = new Promise<number>((resolve) => socket.once('close', (code: number) => resolve(code)))
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }))
  return { socket, answer: await answer, closed }
}
/** The first thing that a subscription is answered with. */
async function subscribe(token: string, query = PRICES): Promise<unknown> {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token },
    retryAttempts: 0,
  })
  clients.push(client)
  return client
    .iterate({ query })
    .next()
    .then(
      ({ value }: { value?: unknown }) => value,
      (errors: unknown) => ({ errors }),
    )
}

test('item 53: every field of the schema that is not on the list is closed to a token with all scopes, mutations above all', async () => {
  const schema = await readSchema(app)
  for (const name of Object.keys(TOKEN_FIELDS)) {
    const [type = '', field = ''] = name.split('.')
    const root = { Query: schema.getQueryType(), Mutation: schema.getMutationType(), Subscription: schema.getSubscriptionType() }[type]
    expect(root?.getFields()[field], name).toBeDefined()
  }
  const { text, id } = await holder(TOKEN_SCOPES, 'admin')
  await app.db.user.update({ where: { id }, data: { twoFactorAt: new Date() } })
  const closed = ['mySessions', 'myAuditLog { next }', 'accessTokens', 'managedUsers(input: {}) { total }', 'notificationSettings']
  for (const field of closed) {
    const selection = field.includes('{') ? field : `${field} { __typename }`
    expect(await app.graphql(`{ ${selection} }`, { token: text }), field).toMatchObject({ status: 403 })
    // Hidden beside an open one, in a fragment and under another name.
    expect(await app.graphql(`query { me { id } ...F } fragment F on Query { x: ${selection} }`, { token: text })).toMatchObject({
      status: 403,
    })
  }
  const mutations = Object.keys(schema.getMutationType()!.getFields())
  expect(mutations.length).toBeGreaterThan(40)
  expect(Object.keys(TOKEN_FIELDS).filter((name) => name.startsWith('Mutation.') && !/^Mutation\.export[A-Z]/.test(name))).toEqual([])
  // Beside one that is open, it is closed all the same.
  const beside = 'mutation { endOtherSessions exportCandles(input: { symbol: "NIFTY" }, format: CSV) { address } }'
  expect(await app.graphql(beside, { token: text })).toMatchObject({ status: 403 })
  const writing = ['stopAll', 'logout', 'endOtherSessions', 'markNotificationsRead', 'revokeAccessToken'].filter((name) =>
    mutations.includes(name),
  )
  for (const name of writing) {
    const args = name === 'revokeAccessToken' ? `(id: "${id}")` : ''
    const { status, body } = await app.graphql(`mutation { ${name}${args} }`, { token: text })
    expect([400, 403], JSON.stringify(body)).toContain(status)
  }
  expect(await app.graphql('mutation { endOtherSessions }', { token: text })).toMatchObject({
    status: 403,
    body: { errors: [{ message: 'An access token reads and changes nothing. Sign in to make changes.' }] },
  })
  expect(await app.db.session.count({ where: { userId: id, endedAt: null } })).toBe(1)
})

test('item 53: of REST a token reaches the listed paths and no other, public ones and writes included', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const { text } = await holder(TOKEN_SCOPES, 'admin')
  const other = await holder(TOKEN_SCOPES, 'admin')
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const name = ({ method, path }: { method: string; path: string }) =>
    `${method} ${path.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1')}`
  for (const listed of Object.keys(TOKEN_ROUTES)) expect(routes.map(name)).toContain(listed)
  const closed = routes.filter((route) => !(name(route) in TOKEN_ROUTES))
  expect(closed.length).toBeGreaterThan(60)
  for (const [i, route] of closed.entries()) {
    const path = route.path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '0198c1de-7b1a-7000-8000-000000000000')
    const answer = await app.rest(route.method as 'GET', path, {
      token: i % 2 === 0 ? text : other.text,
      ...(route.method === 'GET' ? {} : { body: {} }),
    })
    expect(answer, name(route)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  expect((await app.rest('GET', '/user/profile', { token: (await holder(['read:own'])).text })).status).toBe(200)
})

test.each([
  ['read:market', '{ candles(symbol: "NIFTY") { time } }', '/candles/latest?symbol=NIFTY', PRICES],
  ['read:own', '{ me { id } }', '/trades/live', 'subscription { tradeChanged { trade { id } } }'],
] as const)('what is of %s takes that scope, over HTTP, REST and socket', async (scope, query, path, subscription) => {
  const without = await holder(
    TOKEN_SCOPES.filter((one) => one !== scope),
    'admin',
  )
  expect(await app.graphql(query, { token: without.text })).toMatchObject({
    status: 403,
    body: { errors: [{ message: expect.stringContaining(`needs the scope ${scope}`) as string }] },
  })
  expect((await app.rest('GET', path, { token: without.text })).status).toBe(403)
  expect(JSON.stringify(await subscribe(without.text, subscription))).toContain(`needs the scope ${scope}`)
  const bearer = await holder([scope])
  expect((await app.graphql(query, { token: bearer.text })).body).not.toHaveProperty('errors')
  expect((await app.rest('GET', path, { token: bearer.text })).status).toBe(200)
})

test('a scope that was forged into the row does not get past the database, and none lets a token write', async () => {
  const { tokenId } = await holder(['read:own'])
  const forged = app.owner.personalToken.update({ where: { id: tokenId }, data: { scopes: ['write:own'] } })
  await expect(forged).rejects.toThrow(/PersonalToken_scopes_check/)
})

test('a garbled, an unknown and an expired token are nobody’s, in the same words, by every way in', async () => {
  const expired = await holder(['read:own'], 'user', -1_000)
  for (const token of [expired.text, makeTokenText(), `sakha_pat_${'a'.repeat(46)}`, 'sakha_pat_']) {
    expect(await app.graphql('{ marketStatus { __typename } }', { token })).toMatchObject({ status: 401 })
    expect(await app.rest('GET', '/user/profile', { token })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect((await openSocket(token)).answer).toBe(4403)
  }
})

test('item 16: a token that is revoked, or whose owner is suspended or changes the password, ends in mid-stream and at the next request', async () => {
  const ways: Readonly<Record<string, (one: Holder) => Promise<unknown>>> = {
    revoked: (one) => app.graphql(`mutation { revokeAccessToken(id: "${one.tokenId}") }`, { token: one.session }),
    suspended: ({ id }) => app.db.$transaction((tx) => switchOff(tx, id, true, { actor: 'command line', reason: null })),
    password: (one) =>
      app.rest('POST', '/auth/change-password', {
        token: one.session,
        body: { currentPassword: PASSWORD, newPassword: 'tgbvfr and more' },
      }),
  }
  for (const [way, end] of Object.entries(ways)) {
    const one = await holder()
    const { answer, closed } = await openSocket(one.text)
    expect(answer, way).toBe('connection_ack')
    const began = Date.now()
    await end(one)
    expect(await closed, way).toBe(4403)
    expect(Date.now() - began, way).toBeLessThan(5_000)
    expect((await app.graphql('{ me { id } }', { token: one.text })).status, way).toBe(401)
    expect(await app.db.personalToken.count({ where: { id: one.tokenId } }), way).toBe(0)
  }
})

test('a token expires in mid-stream', async () => {
  const { answer, closed } = await openSocket((await holder(TOKEN_SCOPES, 'user', 1_500)).text)
  expect(answer).toBe('connection_ack')
  expect(await closed).toBe(4403)
})

test('a token revoked while its socket opens does not live on in it', async () => {
  const one = await holder()
  const opening = openSocket(one.text)
  await app.db.$transaction((tx) => endTokens(tx, { id: one.tokenId }))
  const { answer, closed } = await opening
  if (answer === 'connection_ack') expect(await closed).toBe(4403)
  else expect(answer).toBe(4403)
})

test('a demoted analyst’s token reads no schema and no aggregates from the next request on, and its sockets are opened anew', async () => {
  const one = await holder(TOKEN_SCOPES, 'analyst')
  expect((await app.graphql(INTROSPECTION, { token: one.text })).status).toBe(200)
  expect((await app.graphql(OF_ALL, { token: one.text })).status).toBe(200)
  const { closed } = await openSocket(one.text)
  await app.db.$transaction((tx) => giveRole(tx, one.id, 'user', { actor: 'command line', reason: null }))
  expect(await closed).toBe(4403)
  expect((await app.graphql(INTROSPECTION, { token: one.text })).status).toBe(403)
  expect(await app.graphql(OF_ALL, { token: one.text })).toMatchObject({
    status: 403,
    body: { errors: [{ message: 'The access token needs the scope read:aggregates for performanceOfAll.' }] },
  })
  expect((await app.graphql('{ me { id } }', { token: one.text })).status).toBe(200)
})

test('the status of an answer that is nothing but a refusal is the refusal’s own, for scripts; a session gets 200', async () => {
  const { text, session } = await holder(['read:own', 'read:market'])
  const WRONG = '{ trades(limit: 201) { id } }'
  const message = 'limit must be a whole number from 1 to 200, got 201'
  expect(await app.graphql(WRONG, { token: text })).toMatchObject({ status: 400, body: { errors: [{ message }] } })
  expect(await app.graphql(WRONG, { token: session })).toMatchObject({ status: 200, body: { errors: [{ message }] } })
  const nobodys = '{ trade(id: "01a1fd1e-09f9-7118-843e-317d58680a14") { id } }'
  expect(await app.graphql(nobodys, { token: text })).toMatchObject({ status: 404 })
})

test('a token reads trades of all users while its owner is an admin with two-factor sign-in, and not a request longer', async () => {
  const one = await holder(TOKEN_SCOPES, 'admin')
  const ask = async () => (await app.graphql('{ anonymousTrades(mode: PAPER) { edges { cursor } } }', { token: one.text })).status
  expect(await ask()).toBe(403)
  await app.db.user.update({ where: { id: one.id }, data: { twoFactorAt: new Date() } })
  expect(await ask()).toBe(200)
  await app.db.$transaction((tx) => giveRole(tx, one.id, 'analyst', { actor: 'command line', reason: null }))
  expect(await ask()).toBe(403)
  expect((await app.graphql(OF_ALL, { token: one.text })).status).toBe(200)
})

test('tokens are counted apart: at the limit they are told when to go on, and the browser of their owner goes on meanwhile', async () => {
  const one = await holder()
  const ask = () => app.graphql('{ me { id } }', { token: one.text })
  const answers = await Promise.all(Array.from({ length: TOKEN_REQUESTS_PER_MINUTE + 30 }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.length - refused.length).toBeLessThanOrEqual(TOKEN_REQUESTS_PER_MINUTE)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  const last = await ask()
  expect(last).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] } })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.rest('GET', '/user/profile', { token: one.text })).status).toBe(429)
  expect((await openSocket(one.text)).answer).toBe(4403)
  expect((await app.graphql('{ me { id } }', { token: one.session })).status).toBe(200)
  expect((await app.graphql('{ me { id } }', { token: (await holder()).text })).status).toBe(200)
})

test('item 30: a storm of sockets and subscriptions from a token is stopped, and takes no place from its owner’s browser', async () => {
  const one = await holder()
  const opened = []
  for (let i = 0; i < 6; i++) opened.push((await openSocket(one.text)).answer)
  expect(opened.filter((answer) => answer === 'connection_ack')).toHaveLength(3)
  expect((await openSocket(one.session)).answer).toBe('connection_ack')
  const socket = sockets[0]!
  const complaints: string[] = []
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data)) as { type: string; payload?: { extensions?: { code?: string } }[] }
    if (type === 'error') complaints.push(payload?.[0]?.extensions?.code ?? '')
  })
  for (let i = 0; i < 14; i++) socket.send(JSON.stringify({ id: `s${i}`, type: 'subscribe', payload: { query: PRICES } }))
  await eventually(() => complaints).toEqual(Array.from({ length: 4 }, () => 'RATE_LIMITED'))
  // Each subscription counts as a request, however short it is.
  for (let i = 0; i < TOKEN_REQUESTS_PER_MINUTE; i++) {
    socket.send(JSON.stringify({ id: `s${i}`, type: 'complete' }))
    socket.send(JSON.stringify({ id: `s${i + 10}`, type: 'subscribe', payload: { query: PRICES } }))
  }
  const counted = () => app.db.credentialAttempts.findFirst({ where: { key: `token:${one.id}` } })
  await eventually(async () => (await counted())?.points).toBeGreaterThan(TOKEN_REQUESTS_PER_MINUTE)
  expect(codeOf((await app.graphql('{ me { id } }', { token: one.text })).body)).toBe('RATE_LIMITED')
  expect((await app.graphql('{ me { id } }', { token: one.session })).status).toBe(200)
})
