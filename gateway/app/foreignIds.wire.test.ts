import {
  getNamedType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listen } from '../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../prisma/bus/port.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { HOUR } from '../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../testing/startTestGateway.ts'
import { readSchema } from '../testing/readSchema.ts'
import { closedWith, insertStrategy, insertTrade } from '../testing/rows.ts'

/** What Asha has and Ravi knows the id of. The strategy is private. */
type Owned =
  | ('session' | 'personalToken' | 'subscription' | 'trade' | 'closedTrade' | 'backtest' | 'stop' | 'strategy' | 'denial' | 'notification')
  | ('proposal' | 'signal' | 'order' | 'firstOrder' | 'incident')
/** A refusal's code, or `nothing`: an answer in which there is nothing of hers. */
type Outcome = 'NOT_FOUND' | 'FORBIDDEN' | 'BAD_USER_INPUT' | 'nothing'
/** Which id is sent, with what else the operation needs, and what comes of it. */
type Case = readonly [Owned, Outcome, Readonly<Record<string, unknown>>?]

const STOP = { scope: 'STRATEGY', squareOff: true, confirm: 'STOP' }
const STOP_OF_USER = { ...STOP, scope: 'USER', reason: 'none' }
const ACT = { reason: 'Curious' }
const CHANGE = { ...ACT, updatedAt: '2026-11-20T05:00:00Z' }
const STRATEGY = { name: 'Taken over', description: 'Hers no more', category: 'Trend', instruments: ['NIFTY'], rules: {} }

const ANNOUNCEMENT = { text: 'Hers no more', from: '2026-11-20T05:00:00Z', to: '2026-11-21T05:00:00Z', audience: 'EVERYONE' }

/** Operation and argument that takes an id: every one of the schema. */
const GRAPHQL: Readonly<Record<string, Case>> = {
  'mutation answerAgentProposal.id': ['proposal', 'NOT_FOUND', { approve: true }],
  'mutation answerFirstOrder.id': ['firstOrder', 'NOT_FOUND', { approve: true }],
  'mutation cancelBacktest.id': ['backtest', 'NOT_FOUND'],
  'mutation cancelJob.input.id': ['trade', 'FORBIDDEN', { reason: 'Not hers' }],
  'mutation changeAnnouncement.id': ['strategy', 'FORBIDDEN', { updatedAt: '2026-11-20T05:00:00Z', input: ANNOUNCEMENT }],
  'mutation changeLevels.input.legId': ['trade', 'NOT_FOUND', { stop: 90 }],
  'mutation closeExcess.incidentId': ['incident', 'NOT_FOUND'],
  'mutation closeTrade.id': ['trade', 'NOT_FOUND'],
  'mutation deleteStrategy.id': ['strategy', 'FORBIDDEN', { confirm: true }],
  'mutation downloadReport.input.strategyId': ['strategy', 'nothing', { mode: 'PAPER' }],
  'mutation downloadTradeHistory.input.strategyId': ['strategy', 'nothing'],
  'mutation exportAnonymousTrades.filter.strategyId': ['strategy', 'FORBIDDEN', { mode: 'PAPER', format: 'CSV' }],
  'mutation exportDenials.input.strategyId': ['strategy', 'nothing', { format: 'CSV' }],
  'mutation exportPerformance.filter.strategyId': ['strategy', 'nothing', { mode: 'PAPER', by: [], format: 'CSV' }],
  'mutation exportPerformanceOfAll.filter.strategyId': ['strategy', 'FORBIDDEN', { mode: 'PAPER', by: [], format: 'CSV' }],
  'mutation exportSignals.input.strategyId': ['strategy', 'nothing', { format: 'CSV' }],
  'mutation exportTrades.input.strategyId': ['strategy', 'nothing', { format: 'CSV' }],
  'mutation emergencyStop.input.strategyId': ['strategy', 'FORBIDDEN', STOP],
  'mutation emergencyStop.input.userId': ['session', 'FORBIDDEN', STOP_OF_USER],
  'mutation endAnnouncement.id': ['strategy', 'FORBIDDEN'],
  'mutation endSession.id': ['session', 'NOT_FOUND'],
  'mutation endUserSessions.input.id': ['session', 'FORBIDDEN', ACT],
  'mutation liftStop.input.strategyId': ['strategy', 'FORBIDDEN', { scope: 'STRATEGY' }],
  'mutation liftStop.input.userId': ['session', 'FORBIDDEN', { scope: 'USER', reason: 'none' }],
  'mutation markNotificationsRead.ids': ['notification', 'nothing'],
  'mutation moveToVersion.id': ['subscription', 'NOT_FOUND', { version: 1 }],
  'mutation revokeAccessToken.id': ['personalToken', 'NOT_FOUND'],
  'mutation retryJob.id': ['trade', 'FORBIDDEN'],
  'mutation resendUserVerification.input.id': ['session', 'FORBIDDEN', ACT],
  'mutation restoreUser.input.id': ['session', 'FORBIDDEN', CHANGE],
  'mutation runBacktest.input.strategyId': ['strategy', 'NOT_FOUND'],
  'mutation setUserRole.input.id': ['session', 'FORBIDDEN', { ...CHANGE, role: 'admin' }],
  'mutation subscribeStrategy.strategyId': ['strategy', 'NOT_FOUND'],
  'mutation suspendUser.input.id': ['session', 'FORBIDDEN', CHANGE],
  'mutation togglePaperTrade.id': ['subscription', 'NOT_FOUND'],
  'mutation toggleStrategyActive.id': ['strategy', 'FORBIDDEN'],
  'mutation toggleStrategyPublic.id': ['strategy', 'FORBIDDEN'],
  'mutation toggleSubscription.id': ['subscription', 'NOT_FOUND'],
  'mutation unsubscribeStrategy.id': ['subscription', 'NOT_FOUND'],
  'mutation updateStrategy.id': ['strategy', 'FORBIDDEN', { input: STRATEGY, updatedAt: '2026-11-20T05:00:00Z' }],
  'mutation updateSubscriptionSettings.id': ['subscription', 'NOT_FOUND', { input: { quantity: 2 } }],
  'query agentTrades.after': ['closedTrade', 'BAD_USER_INPUT'],
  'query agentTrades.analysisId': ['closedTrade', 'nothing'],
  'query anonymousTrades.filter.strategyId': ['strategy', 'FORBIDDEN', { mode: 'PAPER' }],
  'query backtestRun.id': ['backtest', 'NOT_FOUND'],
  'query backtestTrades.id': ['backtest', 'NOT_FOUND'],
  'query denials.after': ['denial', 'BAD_USER_INPUT'],
  'query denials.strategyId': ['strategy', 'nothing'],
  'query legPremiums.legId': ['trade', 'NOT_FOUND'],
  'query levelChanges.tradeId': ['trade', 'nothing'],
  'query liveGap.input.strategyId': ['strategy', 'nothing', { mode: 'LIVE' }],
  'query liveReadiness.id': ['subscription', 'NOT_FOUND'],
  'query lotPreviews.strategyId': ['strategy', 'NOT_FOUND'],
  'query performance.filter.strategyId': ['strategy', 'nothing', { mode: 'PAPER', by: ['STRATEGY'] }],
  'query performanceOfAll.filter.strategyId': ['strategy', 'FORBIDDEN', { mode: 'PAPER', by: ['STRATEGY'] }],
  'query report.input.strategyId': ['strategy', 'nothing', { mode: 'PAPER' }],
  'query signals.after': ['signal', 'BAD_USER_INPUT'],
  'query signals.filter.strategyId': ['strategy', 'nothing'],
  'query squareOffByUser.stopId': ['stop', 'FORBIDDEN'],
  'query squareOffResults.stopId': ['stop', 'NOT_FOUND'],
  'query strategyPage.id': ['strategy', 'NOT_FOUND'],
  'query strategySight.strategyId': ['strategy', 'NOT_FOUND', { symbol: 'NIFTY' }],
  'query trade.id': ['trade', 'NOT_FOUND'],
  'query managedUser.id': ['session', 'FORBIDDEN'],
  'query managedUsers.input.after': ['session', 'FORBIDDEN'],
  'query tradeHistory.input.after': ['closedTrade', 'BAD_USER_INPUT'],
  'query tradeHistory.input.strategyId': ['strategy', 'nothing'],
  'query unfilledOrders.after': ['order', 'BAD_USER_INPUT'],
  'query unfilledOrders.strategyId': ['strategy', 'nothing'],
  'query verifyAuditLog.after': ['session', 'FORBIDDEN'],
  'subscription backtestProgress.id': ['backtest', 'NOT_FOUND'],
}

/** Operations whose ids are of what belongs to nobody: the agent's analyses are shared by all users. */
const OF_EVERYBODY = ['query agentAnalyses.input.after', 'query agentAnalysis.id', 'query agentPaths.id']

/** Route and parameter or body field that takes an id: every one of the OpenAPI document. */
const REST: Readonly<Record<string, Case>> = {
  'DELETE /api/admin/announcements/{id} path.id': ['strategy', 'FORBIDDEN'],
  'DELETE /api/admin/strategies/{id} path.id': ['strategy', 'FORBIDDEN'],
  'DELETE /api/emergency-stop body.strategyId': ['strategy', 'FORBIDDEN', { scope: 'STRATEGY' }],
  'DELETE /api/emergency-stop body.userId': ['session', 'FORBIDDEN', { scope: 'USER', reason: 'none' }],
  'DELETE /api/strategy/run/{id} path.id': ['backtest', 'NOT_FOUND'],
  'DELETE /api/strategy/user/{id} path.id': ['subscription', 'NOT_FOUND'],
  'DELETE /api/user/sessions/{id} path.id': ['session', 'NOT_FOUND'],
  'GET /api/admin/users query.after': ['session', 'FORBIDDEN'],
  'GET /api/admin/users/{id} path.id': ['session', 'FORBIDDEN'],
  'GET /api/emergency-stop/{stopId}/results path.stopId': ['stop', 'NOT_FOUND'],
  'GET /api/reports query.strategyId': ['strategy', 'nothing', { mode: 'PAPER' }],
  'GET /api/reports/live-gap query.strategyId': ['strategy', 'nothing', { mode: 'LIVE' }],
  'GET /api/reports/trades.csv query.strategyId': ['strategy', 'nothing', { mode: 'PAPER' }],
  'GET /api/strategy/page/{id} path.id': ['strategy', 'NOT_FOUND'],
  'GET /api/strategy/run/{id} path.id': ['backtest', 'NOT_FOUND'],
  'GET /api/strategy/run/{id}/trades path.id': ['backtest', 'NOT_FOUND'],
  'GET /api/trades/denials query.after': ['denial', 'BAD_USER_INPUT'],
  'GET /api/trades/denials query.strategyId': ['strategy', 'nothing'],
  'GET /api/trades/history query.after': ['closedTrade', 'BAD_USER_INPUT'],
  'GET /api/trades/history query.strategy': ['strategy', 'nothing'],
  'GET /api/trades/history.csv query.strategy': ['strategy', 'nothing'],
  'PATCH /api/admin/strategies/{id}/toggle-active path.id': ['strategy', 'FORBIDDEN'],
  'PATCH /api/admin/strategies/{id}/toggle-public path.id': ['strategy', 'FORBIDDEN'],
  'PATCH /api/strategy/user/{id}/toggle path.id': ['subscription', 'NOT_FOUND'],
  'PATCH /api/strategy/user/{id}/toggle-paper-trade path.id': ['subscription', 'NOT_FOUND'],
  'PATCH /api/strategy/user/{id}/version path.id': ['subscription', 'NOT_FOUND', { version: 1 }],
  'POST /api/admin/users/{id}/end-sessions path.id': ['session', 'FORBIDDEN', ACT],
  'POST /api/admin/users/{id}/resend-verification path.id': ['session', 'FORBIDDEN', ACT],
  'POST /api/admin/users/{id}/restore path.id': ['session', 'FORBIDDEN', CHANGE],
  'POST /api/admin/users/{id}/role path.id': ['session', 'FORBIDDEN', { ...CHANGE, role: 'admin' }],
  'POST /api/admin/users/{id}/suspend path.id': ['session', 'FORBIDDEN', CHANGE],
  'POST /api/emergency-stop body.strategyId': ['strategy', 'FORBIDDEN', STOP],
  'POST /api/emergency-stop body.userId': ['session', 'FORBIDDEN', STOP_OF_USER],
  'POST /api/strategy/run body.strategyId': ['strategy', 'NOT_FOUND'],
  'POST /api/strategy/subscribe body.strategyId': ['strategy', 'NOT_FOUND'],
  'POST /api/trades/{id}/close path.id': ['trade', 'NOT_FOUND'],
  'PUT /api/admin/announcements/{id} path.id': ['strategy', 'FORBIDDEN', { ...ANNOUNCEMENT, updatedAt: '2026-11-20T05:00:00Z' }],
  'PUT /api/admin/strategies/{id} path.id': ['strategy', 'FORBIDDEN', STRATEGY],
  'PUT /api/strategy/user/{id} path.id': ['subscription', 'NOT_FOUND', { quantity: 2 }],
}

let app: TestGateway
let bus: BusSubscription
let sql: pg.Client
let asha: TestUser
let ravi: TestUser
let owned: Readonly<Record<Owned, string>>
let schema: GraphQLSchema
let paths: Paths
const heard: string[] = []
beforeAll(async () => {
  app = await startTestGateway()
  sql = new pg.Client({ connectionString: app.databaseUrl })
  await sql.connect()
  const strategy = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const trade = await insertTrade(app.db, { userId: asha.id, strategyId: strategy })
  const closedTrade = await insertTrade(app.db, { userId: asha.id, strategyId: strategy, ...closedWith(20_000n) })
  const subscription = (await app.db.subscription.findFirstOrThrow()).id
  const signal = await app.db.signal.create({
    data: {
      ...{ strategyId: strategy, market: 'm', symbol: 'NIFTY', interval: '1min', candleTime: new Date(), side: 'LONG' },
      pricePaise: 2_450_000n,
    },
  })
  // It is not lost while these tests run: everybody would be notified of that.
  const heartbeatAt = new Date(Date.now() + HOUR)
  const engine = { market: 'm', feed: 'connected', sandbox: false, clock: { kind: 'real' }, heartbeatAt, lastTickAt: null }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...engine } })
  const analysis = { market: 'm', number: 1n, symbol: 'NIFTY', lookback: 50, version: 1, candleAt: new Date(), record: {} }
  const hashes = { prevHash: new Uint8Array(32), hash: new Uint8Array(32) }
  const { id: analysisId } = await app.db.agentAnalysis.create({ data: { ...analysis, ...hashes, verdict: 'BUY_CE' } })
  await app.db.agentTrade.create({ data: { tradeId: closedTrade, userId: asha.id, analysisId, kind: 'EXPLORATORY' } })
  const proposal = { userId: asha.id, analysisId, signalId: signal.id, symbol: 'NIFTY', kind: 'EXPLORATORY', mode: 'PAPER' } as const
  const offered = { ...proposal, contract: {}, lots: 1, premiumPaise: 100n, expiresAt: new Date(Date.now() + HOUR) }
  const numbers = { tradesToday: 5, maxTrades: 5 }
  const denied = { signalId: signal.id, subscriptionId: subscription, userId: asha.id, reason: 'MAX_TRADES_REACHED', numbers }
  const scope = { scope: 'USER', scopeId: asha.id, squareOff: false, reason: '', by: '' } as const
  const request = { symbol: 'NIFTY' }
  const session = { userId: asha.id, userAgent: '', address: '', expiresAt: new Date(Date.now() + HOUR) }
  const token = {
    ...{ userId: asha.id, name: 'Mine', scopes: ['read:own'], tokenHash: new Uint8Array(32), hint: 'abcd' },
    expiresAt: session.expiresAt,
  }
  const ofTrade = {
    userId: asha.id,
    subscriptionId: subscription,
    tradeId: trade,
    legId: trade,
    clientOrderId: 'E-asha',
    mode: 'LIVE',
  } as const
  const entry = { purpose: 'ENTRY', side: 'BUY', status: 'REJECTED', quantity: 75, contract: { tradingSymbol: 'X' }, terms: {} } as const
  const refused = { ...ofTrade, ...entry, intendedAt: new Date() }
  const asked = {
    ...{ userId: asha.id, subscriptionId: subscription, signalId: signal.id, legs: [], lots: 1, fundsPaise: 100n },
    expiresAt: new Date(Date.now() + HOUR),
  }
  const told = await app.graphql('{ notifications { edges { node { id } } } }', { token: asha.token })
  const { edges } = (told.body as { data: { notifications: { edges: { node: { id: string } }[] } } }).data.notifications
  const short = { userId: asha.id, kind: 'OVERFILLED', subject: 'NFO:1', option: 'NIFTY24500CE', units: -65 } as const
  owned = {
    ...{ trade, closedTrade, subscription, strategy },
    signal: signal.id,
    denial: (await app.db.denial.create({ data: denied })).id,
    stop: (await app.db.killSwitch.create({ data: scope })).id,
    backtest: (await app.db.backtestRun.create({ data: { userId: asha.id, strategyId: strategy, request } })).id,
    session: (await app.db.session.create({ data: session })).id,
    personalToken: (await app.db.personalToken.create({ data: token })).id,
    notification: edges[0]!.node.id,
    proposal: (await app.db.agentProposal.create({ data: offered })).id,
    order: (await app.db.order.create({ data: refused })).id,
    firstOrder: (await app.db.firstOrder.create({ data: asked })).id,
    incident: `OVERFILLED:${(await app.db.liveIncident.create({ data: short })).subject}`,
  }
  await app.db.strategy.update({ where: { id: strategy }, data: { isPublic: false } })
  schema = await readSchema(app)
  paths = ((await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Paths }).paths
  bus = await listen(
    app.databaseUrl,
    // What he asks for may be in his own audit log.
    (event) => (event.type === 'account.changed' && event.userId === ravi.id ? undefined : heard.push(event.type)),
    () => {},
  )
})
afterAll(async () => {
  await bus.close()
  await sql.end()
  await app.close()
})

test('item 19: every operation that takes an id is tried with another’s: a new one belongs into the tables above', () => {
  expect(graphqlIds()).toEqual([...Object.keys(GRAPHQL), ...OF_EVERYBODY].sort())
  expect(restIds()).toEqual(Object.keys(REST).sort())
})

test.each(Object.entries(GRAPHQL))('item 19: %s of another user', async (operation, [what, outcome, given = {}]) => {
  const before = await rowsOfAsha()
  const [kind = '', target = ''] = operation.split(' ')
  const [field = '', ...path] = target.split('.')
  const { type, args } = rootType(kind)[field]!
  const inInput = path.length > 1
  const id = isListType(args.find(({ name }) => name === path[0])?.type) ? [owned[what]] : owned[what]
  const beside = Object.entries(given).filter(([name]) => args.some((arg) => arg.name === name))
  const within = Object.entries(given).filter(([name]) => !args.some((arg) => arg.name === name))
  const values = inInput
    ? { ...Object.fromEntries(beside), [path[0]!]: { ...Object.fromEntries(within), [path[1]!]: id } }
    : { ...given, [path[0]!]: id }
  const named = args.filter(({ name }) => name in values)
  const declared = named.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const document = `${kind}(${declared}) { ${field}(${named.map(({ name }) => `${name}: $${name}`).join(', ')}) ${selectionOf(type)} }`
  const body = await ask(document, values, ravi)
  if (outcome === 'nothing') expect(body).toMatchObject({ data: { [field]: expect.anything() } })
  else expect(body).toMatchObject({ errors: [{ extensions: { code: outcome } }] })
  expectNothingOfAsha(body)
  await expectUntouched(before)
  // For her, the same question has an answer, unless it is for admins.
  if (kind === 'query' && outcome !== 'FORBIDDEN') expect(await ask(document, values, asha)).not.toHaveProperty('errors')
})

test.each(Object.entries(REST))('item 19: %s of another user', async (operation, [what, outcome, given]) => {
  const before = await rowsOfAsha()
  const [method = '', template = '', target = ''] = operation.split(' ')
  const [where, name = ''] = target.split('.')
  const id = owned[what]
  const values = where === 'path' ? given : { ...given, [name]: id }
  const asQuery = () => Object.entries(values ?? {}).map(([key, value]) => `${key}=${String(value)}`)
  const query = where === 'query' ? `?${asQuery().join('&')}` : ''
  const path = template.replace('{' + name + '}', id) + query
  const body = where === 'query' ? undefined : values
  const response = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${ravi.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (outcome === 'nothing') expect(response.status).toBe(200)
  else expect(JSON.parse(text)).toMatchObject({ code: outcome })
  expectNothingOfAsha(text)
  await expectUntouched(before)
})

/** The answer to an operation; of a subscription the first thing that comes. */
async function ask(document: string, variables: Record<string, unknown>, { token }: TestUser): Promise<unknown> {
  if (!document.startsWith('subscription')) return (await app.graphql(document, { token, variables })).body
  const url = `${app.url.replace('http', 'ws')}/graphql`
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 })
  try {
    return (await client.iterate({ query: document, variables }).next()).value
  } catch (errors) {
    return { errors }
  } finally {
    await client.dispose()
  }
}

function expectNothingOfAsha(answer: unknown): void {
  for (const id of [asha.id, ...Object.values(owned)]) expect(JSON.stringify(answer)).not.toContain(id)
}

/** Nothing of hers has changed, and no process got a command. */
async function expectUntouched(before: ReadonlyMap<string, string>): Promise<void> {
  const after = await rowsOfAsha()
  const changed = [...after].filter(([table, rows]) => rows !== before.get(table))
  // As text, so that a summary of failures names the table.
  expect(changed.map(([table, rows]) => `${table}: ${before.get(table)} → ${rows}`).join('\n')).toBe('')
  // Events arrive in order: when this one is here, so are earlier ones.
  await publish(app.db, { type: 'market.rulesChanged' })
  await eventually(() => heard.splice(0)).toEqual(['market.rulesChanged'])
}

/** All rows of all tables that name her as their owner, as JSON by table. */
async function rowsOfAsha(): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql.query<{ table: string; owner: string }>(
    `SELECT table_name AS table, column_name AS owner FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('userId', 'accountId', 'scopeId') ORDER BY table_name`,
  )
  const hers = new Map<string, string>()
  for (const { table, owner } of tables) {
    const { rows } = await sql.query(`SELECT to_jsonb(t) FROM "${table}" t WHERE "${owner}" = $1 ORDER BY t::text`, [asha.id])
    hers.set(table, JSON.stringify(rows))
  }
  return hers
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>> }
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const isId = (described: unknown) => JSON.stringify(described).includes('"format":"uuid"')

function restIds(): string[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
        const fields = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {})
        const body = fields.filter(([, described]) => isId(described)).map(([name]) => `body.${name}`)
        const others = parameters.filter(({ schema: described }) => isId(described)).map(({ in: where, name }) => `${where}.${name}`)
        return [...body, ...others].map((target) => `${method.toUpperCase()} ${path} ${target}`)
      }),
    )
    .sort()
}

function graphqlIds(): string[] {
  return ['mutation', 'query', 'subscription']
    .flatMap((kind) =>
      Object.values(rootType(kind)).flatMap(({ name, args }) =>
        args.flatMap((arg) => idsIn(arg.name, arg.type).map((target) => `${kind} ${name}.${target}`)),
      ),
    )
    .sort()
}

function idsIn(name: string, type: GraphQLInputType): string[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return named.name === 'ID' ? [name] : []
  return Object.values(named.getFields()).flatMap((field) => idsIn(`${name}.${field.name}`, field.type))
}

function rootType(kind: string) {
  const types = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }
  return types[kind as keyof typeof types]!.getFields()
}

/** Everything an answer can hold, three levels deep. */
function selectionOf(type: GraphQLOutputType, depth = 3): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && (depth > 1 || !isObjectType(getNamedType(field.type))),
  )
  return `{ ${fields.map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`).join(' ')} }`
}
