import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { insertStrategy } from '../testing/rows.ts'

const INPUT = 'input: { name: "A", description: "b", category: "c", instruments: ["NIFTY"], rules: {} }'
const BODY = { name: 'A', description: 'b', category: 'c', instruments: ['NIFTY'], rules: {} }

let app: TestGateway
let strategyId: string
/** Access tokens by who calls. */
let tokens: Readonly<Record<'user' | 'admin' | 'adminWithCode', string>>
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  const people = await Promise.all(['Asha', 'Ravi', 'Meera'].map((name) => app.user(name)))
  const [user, admin, adminWithCode] = people.map(({ token }) => token) as [string, string, string]
  tokens = { user, admin, adminWithCode }
  await app.db.user.update({ where: { id: people[1]!.id }, data: { role: 'admin' } })
  await app.db.user.update({ where: { id: people[2]!.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

const BROKER = { clientId: 'A123456', totpSecret: 'JBSWY3DPEHPK3PXP', password: '1234' }

const GRAPHQL: Readonly<Record<string, () => string>> = {
  managedStrategies: () => '{ managedStrategies { id } }',
  createStrategy: () => `mutation { createStrategy(${INPUT}) { id } }`,
  updateStrategy: () => `mutation { updateStrategy(id: "${strategyId}", updatedAt: "2026-11-20T05:00:00Z", ${INPUT}) { id } }`,
  toggleStrategyActive: () => `mutation { toggleStrategyActive(id: "${strategyId}") { id } }`,
  toggleStrategyPublic: () => `mutation { toggleStrategyPublic(id: "${strategyId}") { id } }`,
  deleteStrategy: () => `mutation { deleteStrategy(id: "${strategyId}") { __typename } }`,
  adminBrokerStatus: () => '{ adminBrokerStatus { isConfigured } }',
  configureAdminBroker: () =>
    'mutation { configureAdminBroker(input: { clientId: "A123456", totpSecret: "JBSWY3DPEHPK3PXP", password: "1234" }) { isConfigured } }',
  loginAdminBroker: () => 'mutation { loginAdminBroker { isConnected } }',
  removeAdminBroker: () => 'mutation { removeAdminBroker { isConfigured } }',
  'emergencyStop of everyone': () =>
    'mutation { emergencyStop(input: { scope: GLOBAL, squareOff: false, confirm: "STOP" }) { __typename } }',
  'liftStop of everyone': () => 'mutation { liftStop(input: { scope: GLOBAL }) }',
}

const REST = {
  'GET /api/admin/strategies': null,
  'POST /api/admin/strategies': BODY,
  'PUT /api/admin/strategies/{id}': BODY,
  'PATCH /api/admin/strategies/{id}/toggle-active': null,
  'PATCH /api/admin/strategies/{id}/toggle-public': null,
  'DELETE /api/admin/strategies/{id}': null,
  'GET /api/admin/broker/status': null,
  'POST /api/admin/broker/configure': BROKER,
  'POST /api/admin/broker/login': null,
  'DELETE /api/admin/broker/credentials': null,
  'POST /api/emergency-stop': { scope: 'GLOBAL', squareOff: false, confirm: 'STOP' },
  'DELETE /api/emergency-stop': { scope: 'GLOBAL' },
} as const

const NO_ADMIN = { code: 'FORBIDDEN', message: 'Only admins may do this.' }
const NO_SECOND_FACTOR = { code: 'FORBIDDEN', message: expect.stringContaining('Turn it on in your profile at /profile.') as string }

test('item 21: every route below /api/admin is in the table', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(Object.keys(REST)).toEqual(expect.arrayContaining(routes.filter((route) => route.includes('/api/admin'))))
})

test.each(Object.entries(GRAPHQL))('item 21: %s is for admins with a second factor', async (_name, document) => {
  const refusal = async (token?: string) => {
    const { body } = await app.graphql(document(), token === undefined ? {} : { token })
    const [error] = (body as { errors?: { message: string; extensions: { code: string } }[] }).errors ?? []
    return error && { code: error.extensions.code, message: error.message }
  }
  expect(await refusal()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(tokens.user)).toEqual(NO_ADMIN)
  expect(await refusal(tokens.admin)).toEqual(NO_SECOND_FACTOR)
  expect((await refusal(tokens.adminWithCode))?.code).not.toBe('FORBIDDEN')
})

test.each(Object.entries(REST))('item 21: %s is for admins with a second factor', async (route, body) => {
  const [method = '', path = ''] = route.split(' ')
  const ask = async (token?: string) => {
    const response = await fetch(app.url + path.replace('{id}', strategyId), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as { code?: string; message: string }
  }
  expect(await ask()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await ask(tokens.user)).toMatchObject(NO_ADMIN)
  expect(await ask(tokens.admin)).toMatchObject(NO_SECOND_FACTOR)
  expect((await ask(tokens.adminWithCode)).code).not.toBe('FORBIDDEN')
})
