import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { startTestEngine, type TestEngine } from '../broker/testing/startTestEngine.ts'

const CREDENTIALS = { clientId: 'ADMIN42', totpSecret: 'jbsw y3dp ehpk 3pxp', password: '4711' }
const FIELDS = 'isConnected isConfigured lastRefreshed clientIdEnding problem'
const CONFIGURE = `mutation ($input: AdminBrokerInput!) { configureAdminBroker(input: $input) { ${FIELDS} } }`
const EMPTY = { isConnected: false, isConfigured: false, lastRefreshed: null, clientIdEnding: null, problem: null }
const CONFIGURED = { ...EMPTY, isConfigured: true, clientIdEnding: '42' }
const CONNECTED = { ...CONFIGURED, isConnected: true, lastRefreshed: expect.any(String) as string }

let app: TestGateway
let engine: TestEngine
let admin: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  engine = await startTestEngine(app)
  admin = await app.user('Meera')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(async () => {
  await engine.close()
  await app.close()
})
beforeEach(async () => {
  await app.db.brokerAccount.deleteMany()
  // Counted by address and minute, which is not under test here.
  await app.db.credentialAttempts.deleteMany()
})

type Method = 'GET' | 'POST' | 'DELETE'
const rest = (method: Method, path: string, body?: unknown) =>
  app.rest(method, `/admin/broker/${path}`, { token: admin.token, ...(body === undefined ? {} : { body }) })
const ask = async (query: string, variables = {}) =>
  (await app.graphql(query, { variables, token: admin.token })).body as {
    data: object | null
    errors?: { message: string; extensions: { code: string } }[]
  }
const kinds = () => engine.commands.map(({ kind }) => kind)

test('the installation’s account is configured, signed in and removed by REST, with the words of the product', async () => {
  const asked = engine.commands.length
  expect(await rest('GET', 'status')).toMatchObject({ status: 200, body: { data: EMPTY, message: null } })
  expect(await rest('POST', 'configure', CREDENTIALS)).toMatchObject({
    body: { data: CONFIGURED, message: 'Admin broker credentials configured successfully!' },
  })
  expect(await rest('POST', 'login')).toMatchObject({ body: { data: CONNECTED, message: 'Admin broker login successful!' } })
  expect((await rest('GET', 'status')).body).toMatchObject({ data: CONNECTED })
  expect(await rest('DELETE', 'credentials')).toMatchObject({
    body: { data: EMPTY, message: 'Admin broker credentials removed successfully!' },
  })
  expect(engine.commands.slice(asked)).toEqual([
    { userId: null, kind: 'CONFIGURE', input: { clientCode: 'ADMIN42', pin: '4711', totpSecret: 'JBSWY3DPEHPK3PXP' } },
    { userId: null, kind: 'SIGN_IN', input: null },
    { userId: null, kind: 'DISCONNECT', input: null },
  ])
})

test('and by GraphQL', async () => {
  expect((await ask(CONFIGURE, { input: CREDENTIALS })).data).toEqual({ configureAdminBroker: CONFIGURED })
  expect((await ask(`mutation { loginAdminBroker { ${FIELDS} } }`)).data).toEqual({ loginAdminBroker: CONNECTED })
  expect((await ask(`{ adminBrokerStatus { ${FIELDS} } }`)).data).toEqual({ adminBrokerStatus: CONNECTED })
  expect((await ask(`mutation { removeAdminBroker { ${FIELDS} } }`)).data).toEqual({ removeAdminBroker: EMPTY })
})

test('item 57: no admin reads what is kept; every change is in the admin’s log, without it', async () => {
  const answers = [await rest('POST', 'configure', CREDENTIALS), await rest('GET', 'status'), await rest('POST', 'login')]
  await rest('DELETE', 'credentials')
  for (const secret of ['ADMIN', 'JBSWY3DPEHPK3PXP', '4711']) expect(JSON.stringify(answers)).not.toContain(secret)
  const log = JSON.stringify((await app.rest('GET', '/user/audit-log', { token: admin.token })).body)
  expect(log).toContain('ADMIN_BROKER_REMOVED')
  expect(log).not.toMatch(/ADMIN42|JBSW|4711/)
  const actions = (await app.db.auditEntry.findMany({ where: { accountId: admin.id } })).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['ADMIN_BROKER_CONFIGURED', 'ADMIN_BROKER_LOGIN', 'ADMIN_BROKER_REMOVED']))
})

test('a user’s account at the broker is none of the installation’s', async () => {
  const ravi = await app.user('Ravi')
  await app.db.brokerAccount.create({ data: { userId: ravi.id, clientCode: 'R1', state: 'CONNECTED' } })
  expect((await rest('GET', 'status')).body).toMatchObject({ data: EMPTY })
  expect((await rest('DELETE', 'credentials')).status).toBe(404)
  expect(await app.db.brokerAccount.count()).toBe(1)
})

test('before it is configured there is nothing to sign in or to remove', async () => {
  const asked = kinds().length
  for (const [method, path] of [
    ['POST', 'login'],
    ['DELETE', 'credentials'],
  ] as const)
    expect(await rest(method, path)).toMatchObject({ status: 404, body: { message: 'No broker connection found' } })
  expect(kinds()).toHaveLength(asked)
})

test.each([
  ['clientId', '', 'Client id is required'],
  ['clientId', '<i>', 'Client id must be letters and digits'],
  ['totpSecret', '', 'TOTP secret is required'],
  ['totpSecret', 'ABC', 'TOTP secret must be at least 16 characters long'],
  ['password', '', 'Password is required'],
  ['password', 'abcd', 'Password must be 4 digits'],
])('%s “%s” is refused: %s', async (field, value, message) => {
  const asked = kinds().length
  const body = { ...CREDENTIALS, [field]: value }
  expect(await rest('POST', 'configure', body)).toMatchObject({ status: 400, body: { message, fieldErrors: { [field]: message } } })
  expect(kinds()).toHaveLength(asked)
})

test('item 18: configuring and removing take a password given within ten minutes', async () => {
  await rest('POST', 'configure', CREDENTIALS)
  const asked = kinds().length
  const proof = (minutes: number) => {
    const at = new Date(Date.now() - minutes * MINUTE)
    return app.db.session.update({ where: { id: admin.id }, data: { authenticatedAt: at, secondFactorAt: at } })
  }
  await proof(11)
  try {
    for (const answer of [await rest('POST', 'configure', CREDENTIALS), await rest('DELETE', 'credentials')])
      expect(answer).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
    expect(kinds()).toHaveLength(asked)
  } finally {
    await proof(0)
  }
})
