import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../schema/roles.ts'
import { contractRequests } from '../testing/contractRequests.ts'
import { readSchema } from '../testing/readSchema.ts'
import { insertStrategy, insertTrade, subscriptionOf } from '../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../testing/startTestGateway.ts'
import { ANALYST_MUTATIONS, ANALYST_ROUTES } from '../security/analystReach.ts'

/** What users and admins may send, each as its service decides, and analysts may not. A new mutation belongs here or on the analysts' list. */
const TRADING: readonly string[] = [
  ...['acceptRiskText', 'activateStrategies', 'connectBroker', 'connectBrokerWithPin', 'moveToVersion', 'subscribeStrategy'],
  ...['togglePaperTrade', 'toggleSubscription', 'updateAccountLimits', 'updateSubscriptionSettings', 'liftStop', 'changeLevels'],
  ...[
    'answerAgentProposal',
    'answerFirstOrder',
    'confirmAgentLive',
    'toggleAgent',
    'triggerAgentAnalysis',
    'updateAgentMandate',
    'updateAgentSettings',
  ],
]
/** What only admins may send. */
const ADMINS: readonly string[] = [
  ...['cancelJob', 'retryJob', 'saveMarket', 'startScheduler', 'stopScheduler', 'triggerUpdate'],
  ...['changeAnnouncement', 'endAnnouncement', 'publishAnnouncement'],
  ...['configureAdminBroker', 'loginAdminBroker', 'removeAdminBroker'],
  ...['createStrategy', 'deleteStrategy', 'toggleStrategyActive', 'toggleStrategyPublic', 'updateStrategy'],
  ...['endUserSessions', 'resendUserVerification', 'restoreUser', 'setUserRole', 'suspendUser'],
]
/** Files that only admins are given; they change nothing, so they are on the analysts' list. */
const ADMIN_FILES: readonly string[] = ['downloadAuditLog', 'exportAnonymousTrades']
/** The same for REST, by method and path below /api. */
const OTHER_ROUTES: readonly string[] = [
  ...['POST /strategy/subscribe', 'POST /strategy/user/activate-all', 'PUT /strategy/user/:id', 'PATCH /strategy/user/:id/version'],
  ...['PATCH /strategy/user/:id/toggle', 'PATCH /strategy/user/:id/toggle-paper-trade', 'PUT /account/limits', 'DELETE /emergency-stop'],
]

let app: TestGateway
let mutations: ReadonlyMap<string, string>
let routes: readonly string[]
let people: Readonly<Record<Role, TestUser>>
beforeAll(async () => {
  app = await startTestGateway()
  const schema = await readSchema(app)
  const requests = contractRequests('mutation', schema.getMutationType()!)
  mutations = new Map(requests.toReversed().map(({ root, text }) => [root, text]))
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      method === 'get' ? [] : `${method.toUpperCase()} ${path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  const person = async (role: Role) => {
    const user = await app.user(role)
    await app.db.user.update({ where: { id: user.id }, data: { role } })
    return user
  }
  people = { user: await person('user'), analyst: await person('analyst'), admin: await person('admin') }
})
afterAll(() => app.close())

const READ_ONLY = /^Analyst accounts are read-only: /
const messageOf = (body: unknown) => {
  const { errors, message } = body as { readonly errors?: readonly { readonly message: string }[]; readonly message?: string | null }
  return errors?.[0]?.message ?? message ?? ''
}

test('every mutation of the schema is either on the analysts’ list or refused to them', () => {
  expect([...ANALYST_MUTATIONS, ...TRADING, ...ADMINS].sort()).toEqual([...mutations.keys()].sort())
})

test('every route that changes something is either on the analysts’ list or refused to them', () => {
  expect(routes.filter((route) => !ANALYST_ROUTES.has(route) && !isAdminRoute(route)).sort()).toEqual([...OTHER_ROUTES].sort())
  expect([...ANALYST_ROUTES].filter((route) => !routes.includes(route))).toEqual([])
})

describe.each(ROLES)('%s', (role) => {
  test('is refused as read-only by GraphQL what an analyst may not send, and nothing else', async () => {
    const refused: string[] = []
    for (const [name, text] of mutations) {
      const { body } = await app.graphql(text, { token: people[role].token })
      if (READ_ONLY.test(messageOf(body))) {
        refused.push(name)
        expect(body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
      } else if (role !== 'admin' && [...ADMINS, ...ADMIN_FILES].includes(name))
        expect(body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    }
    expect(refused.sort()).toEqual(role === 'analyst' ? [...TRADING, ...ADMINS].sort() : [])
    // None of them has ended the session: a stranger would be refused nothing as read-only.
    expect((await app.graphql('{ me { role } }', { token: people[role].token })).body).toMatchObject({ data: { me: { role } } })
  })

  test('is refused as read-only by REST what an analyst may not send, and nothing else', async () => {
    const refused: string[] = []
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const headers = { authorization: `Bearer ${people[role].token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${app.url}/api${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`, { method, headers, body: '{}' })
      if (READ_ONLY.test(messageOf(await answer.json()))) refused.push(route)
    }
    expect(refused.sort()).toEqual(role === 'analyst' ? routes.filter((route) => !ANALYST_ROUTES.has(route)).sort() : [])
    expect((await app.graphql('{ me { role } }', { token: people[role].token })).body).toMatchObject({ data: { me: { role } } })
  })
})
const UNKNOWN_ID = '01a20961-6965-7552-a510-bb211820d379'
const isAdminRoute = (route: string) => /^\w+ \/(admin|research-agent)\b/.test(route)

test('an analyst’s open trade can be closed and the subscription ended, by both faces', async () => {
  const { id: userId, token } = people.analyst
  const strategyId = await insertStrategy(app.db, 'supertrend')
  const [one, two] = [await insertTrade(app.db, { userId, strategyId }), await insertTrade(app.db, { userId, strategyId })]
  expect((await app.graphql(`mutation { closeTrade(id: "${one}") { id } }`, { token })).body).toMatchObject({
    data: { closeTrade: { id: one } },
  })
  expect((await app.rest('POST', `/trades/${two}/close`, { token })).status).toBe(200)
  const subscription = await subscriptionOf(app.db, { userId, strategyId })
  const pause = await app.graphql(`mutation { toggleSubscription(id: "${subscription}") { id } }`, { token })
  expect(messageOf(pause.body)).toMatch(READ_ONLY)
  expect((await app.rest('DELETE', `/strategy/user/${subscription}`, { token })).status).toBe(200)
  expect(await app.db.subscription.findUniqueOrThrow({ where: { id: subscription } })).toMatchObject({ isActive: false })
})
