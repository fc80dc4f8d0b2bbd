import { isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSchema } from '../../testing/readSchema.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

/** Fields that no answer has: they stay in the database. */
const NEVER_TOLD = /password|hash|secret|salt|sealed|privatekey|apikey/i
/** Shown to their owner, because they have to be copied somewhere else. */
const SHOWN_ONCE = ['TwoFactorSetup.secret', 'SavedNotificationSettings.webhookSecret']
/** Digests of public records, which everybody can compute again: they hide nothing. */
const RECORD_DIGESTS = ['AgentAnalysis.inputHash', 'AgentAnalysis.hash', 'AgentAnalysis.previousHash', 'AgentHistory.hash']
/** Fields that no client may set: the server knows them. */
const NEVER_TAKEN =
  /^(role|userId|user|accountId|owner|createdBy|isAdmin|balance|funds|paperRealised\w*|emailVerified\w*|twoFactor\w*|disabledAt|deletedAt)$/

let app: TestGateway
let asha: TestUser
let graphql: GraphQLSchema
let openApi: unknown
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  graphql = await readSchema(app)
  openApi = await (await fetch(`${app.url}/api/openapi.json`)).json()
})
afterAll(() => app.close())

function graphqlFields(kind: typeof isObjectType | typeof isInputObjectType): string[] {
  return Object.values(graphql.getTypeMap())
    .filter((type) => kind(type) && !type.name.startsWith('__'))
    .flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : []))
}

/** The property names in all schemas below keys of this name; read-only ones are never accepted. */
function restFields(below: 'responses' | 'requestBody' | 'parameters', node: unknown = openApi, inside = false): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const within = inside || key === below
    const described = within && key === 'properties' && typeof value === 'object' && value !== null ? Object.entries(value) : []
    const names = described.filter(([, field]: [string, { readOnly?: boolean }]) => field.readOnly !== true).map(([name]) => name)
    return [...names, ...restFields(below, value, within)]
  })
}

const lastName = (field: string) => field.split('.').at(-1)!

test('item 20: no answer has a field for a password, a hash or a secret', () => {
  const told = graphqlFields(isObjectType).filter((field) => !/^(Query|Mutation|Subscription)\./.test(field))
  expect(told.length).toBeGreaterThan(150)
  expect(told.filter((field) => NEVER_TOLD.test(lastName(field)) && ![...SHOWN_ONCE, ...RECORD_DIGESTS].includes(field))).toEqual([])
  const answered = restFields('responses')
  expect(answered.length).toBeGreaterThan(150)
  expect([...new Set(answered.filter((name) => NEVER_TOLD.test(name)))].sort()).toEqual(SHOWN_ONCE.map(lastName).sort())
})

test('item 20: e-mail addresses are told of the caller only, and to admins', () => {
  expect(graphqlFields(isObjectType).filter((field) => /email/i.test(lastName(field)))).toEqual(
    expect.arrayContaining(['User.email', 'User.emailVerified', 'User.pendingEmail']),
  )
  const others = graphqlFields(isObjectType).filter(
    (field) => /email/i.test(lastName(field)) && !/^(User|ManagedUser\w*|SquareOffOfUser|Mutation|Notification\w*)\./.test(field),
  )
  expect(others).toEqual([])
})

test('item 20: no input has a field for what only the server knows', () => {
  const taken = [...graphqlFields(isInputObjectType).map(lastName), ...restFields('requestBody'), ...restFields('parameters')]
  expect(taken.length).toBeGreaterThan(50)
  // By GraphQL and by REST: the role that an admin gives to an account, and the account that an admin stops or lets trade again.
  const given = ['role', 'role', 'userId', 'userId', 'userId', 'userId']
  // What an admin lists accounts by.
  const asked = ['role', 'twoFactor']
  expect(taken.filter((name) => NEVER_TAKEN.test(name)).sort()).toEqual([...given, ...asked].sort())
})

test('item 20: fields that are not the client’s to set are refused wherever they are sent', async () => {
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  const ravi = await app.user('Ravi')
  const { id } = await app.db.subscription.create({ data: { userId: asha.id, strategyId } })
  const more = {
    ...{ id: ravi.id, userId: ravi.id, role: 'admin', passwordHash: 'x', emailVerifiedAt: '2026-01-01', twoFactorAt: '2026-01-01' },
    ...{ paperRealisedPaise: 1e9, paperFundsPaise: 1e9, disabledAt: null, createdAt: '2000-01-01', version: 7, endedAt: '2026-01-01' },
  }
  const before = await Promise.all([app.db.user.findMany({ orderBy: { id: 'asc' } }), app.db.subscription.findMany()])
  const account = { name: 'Eve', email: 'eve@example.com', password: 'correct horse', confirmPassword: 'correct horse' }
  for (const [method, target, body] of [
    ['PUT', '/user/profile', { tradingIndex: 'SENSEX' }],
    ['PUT', '/account/limits', { maxOpenTrades: 19 }],
    ['PUT', `/strategy/user/${id}`, { quantity: 2 }],
    ['POST', '/auth/signup', account],
  ] as const) {
    for (const [name, value] of Object.entries(more)) {
      const { status, body: answer } = await app.rest(method, target, { token: asha.token, body: { ...body, [name]: value } })
      expect(status, `${target} ${name}`).toBe(400)
      expect(answer).toMatchObject({ fieldErrors: { [name]: expect.any(String) as string } })
    }
  }
  expect(await Promise.all([app.db.user.findMany({ orderBy: { id: 'asc' } }), app.db.subscription.findMany()])).toEqual(before)
})
