import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import { DAY, HOUR, MINUTE } from '../../../schema/time.ts'
import type { AgentRecord } from '../../../schema/trading/agentRecord.ts'
import { testRecord } from '../../../schema/trading/testing/testRecord.ts'
import { insertAnalysis } from '../../testing/insertAnalysis.ts'
import { closedWith, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const MARKET = 'test-market'
/** 09:15 in India. */
const OPEN = Date.parse('2026-11-20T03:45:00Z')
let app: TestGateway
let asha: TestUser
let ravi: TestUser

beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  await createAgentStrategies(app.db)
  const nodeId = '01890000-0000-7000-8000-000000000001'
  const state = { market: MARKET, sandbox: false, feed: 'connected', clock: { kind: 'real' }, heartbeatAt: new Date(Date.now() + DAY) }
  await app.db.engineState.create({ data: { nodeId, ...state } })
})
afterAll(() => app.close())

const graphql = async (query: string, variables: Record<string, unknown> = {}, { token } = asha) =>
  (await app.graphql(query, { variables, token })).body
const mine = async (user = asha) => {
  const query = '{ agentAnalyses(input: { mine: true, first: 100 }) { edges { node { id } } } }'
  const { data } = (await graphql(query, {}, user)) as { data: { agentAnalyses: { edges: { node: { id: string } }[] } } }
  return data.agentAnalyses.edges.map(({ node }) => node.id)
}
/** The analysis of a scan after so many candles of the day, stored now. */
const scanned = (candles: number, changes: Partial<AgentRecord> = {}, createdAt?: Date) =>
  insertAnalysis(app.db, testRecord({ candleAt: OPEN + (candles - 1) * MINUTE, minute: candles - 1, ...changes }), createdAt)
const set = (settings: object, enabled = true) =>
  graphql('mutation($enabled: Boolean!, $settings: AgentSettingsInput) { toggleAgent(enabled: $enabled, settings: $settings) { id } }', {
    enabled,
    settings,
  })

test('the log of a user has what the agent looked at: while it was on, at its interval, with what it was set to then, and what was asked for', async () => {
  const before = await scanned(70)
  await set({ lookbackPeriod: 50, analysisIntervalMinutes: 5 })
  const [tenth, eighth, odd] = [await scanned(10), await scanned(8), await scanned(15)]
  const others = [await scanned(10, { symbol: 'SENSEX' }), await scanned(10, { lookback: 75 }), await scanned(10, { market: 'another' })]
  expect(await mine()).toEqual([tenth])

  await set({ lookbackPeriod: 75, analysisIntervalMinutes: 4 })
  const [sixteenth, sinceChanged] = [await scanned(16, { lookback: 75 }), await scanned(20)]
  expect(await mine()).toEqual([sixteenth, tenth])

  await set({}, false)
  const [off, askedFor] = [await scanned(24, { lookback: 75 }), await scanned(33, { lookback: 20 })]
  await app.db.agentRequest.create({ data: { userId: asha.id, symbol: 'NIFTY', lookback: 20, analysisId: askedFor, endedAt: new Date() } })
  expect(await mine()).toEqual([askedFor, sixteenth, tenth])
  for (const left of [before, eighth, odd, ...others, sinceChanged, off]) expect(await mine()).not.toContain(left)
  expect(await mine(ravi)).toEqual([])

  const csv = await fetch(`${app.url}/api/research-agent/analyses.csv?mine=true`, { headers: { authorization: `Bearer ${asha.token}` } })
  expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(1 + 3)
  const page = '{ agentAnalyses(input: { mine: true, first: 1, after: "AFTER" }) { edges { node { id } } pageInfo { hasNextPage } } }'
  expect(await graphql(page.replace('AFTER', askedFor))).toEqual({
    data: { agentAnalyses: { edges: [{ node: { id: sixteenth } }], pageInfo: { hasNextPage: true } } },
  })
})

test('whose agent looked at what is not told to an access token that may read the market alone', async () => {
  const made = await graphql('mutation($input: AccessTokenInput!) { createAccessToken(input: $input) { text } }', {
    input: { name: 'Notebook', scopes: ['READ_MARKET'], days: 30 },
  })
  const { text } = (made as { data: { createAccessToken: { text: string } } }).data.createAccessToken
  const ask = (input: string) => app.graphql(`{ agentAnalyses(input: ${input}) { edges { node { id } } } }`, { token: text })
  expect((await ask('{ mine: true }')).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  expect((await ask('{ mine: false }')).body).toMatchObject({ data: { agentAnalyses: { edges: expect.any(Array) } } })
})

test('an analysis leads to the user’s own trades of it, and back', async () => {
  const [analysisId, another] = [await scanned(50), await scanned(52)]
  const { id: strategyId } = await app.db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' } })
  const tradeOf = async (userId: string, of: string) => {
    const tradeId = await insertTrade(app.db, {
      userId,
      strategyId,
      market: MARKET,
      ...closedWith(-7_500n),
      exitTime: new Date(OPEN + HOUR),
    })
    await app.db.agentTrade.create({ data: { tradeId, userId, analysisId: of, kind: 'EXPLORATORY' } })
    return tradeId
  }
  const own = await tradeOf(asha.id, analysisId)
  await tradeOf(asha.id, another)
  await tradeOf(ravi.id, analysisId)
  const query = 'query($id: ID) { agentTrades(first: 10, analysisId: $id) { edges { node { id analysisId } } } }'
  expect(await graphql(query, { id: analysisId })).toEqual({ data: { agentTrades: { edges: [{ node: { id: own, analysisId } }] } } })
  expect(await graphql(query, { id: own })).toEqual({ data: { agentTrades: { edges: [] } } })
})

test('all analyses of a key are counted by reason, those before there was anything to compare included, and so are the user’s refused trades', async () => {
  const early = { reason: 'TOO_EARLY', findings: null, pricing: null } as const
  const key = { lookback: 100 }
  const first = await scanned(2, { ...key, ...early })
  await scanned(4, { ...key, ...early })
  await scanned(60, key)
  await scanned(62, { ...key, verdict: 'BUY_CE', reason: null })
  await scanned(60, { ...key, symbol: 'SENSEX' })
  await scanned(60, { lookback: 30 })
  await scanned(60, { ...key, market: 'another' })
  const strategies = await app.db.strategy.findMany({ where: { agent: { not: null } } })
  const refuse = async (userId: string, reason: string, symbol: string, minute: number, strategyId = strategies[0]!.id) => {
    const owned = { userId, strategyId }
    const subscription =
      (await app.db.subscription.findFirst({ where: owned })) ??
      (await app.db.subscription.create({ data: { ...owned, isActive: false, endedAt: new Date() } }))
    const { id: signalId } = await app.db.signal.create({
      data: {
        ...{ strategyId, market: MARKET, symbol, interval: '1min', candleTime: new Date(OPEN + minute * MINUTE), side: 'LONG' },
        ...{ pricePaise: 1n, analysisId: first },
      },
    })
    await app.db.denial.create({ data: { signalId, subscriptionId: subscription.id, userId, reason, numbers: {} } })
  }
  for (const [place, { id }] of strategies.entries()) await refuse(asha.id, 'MAX_TRADES_REACHED', 'NIFTY', place, id)
  await refuse(asha.id, 'KILL_SWITCH', 'NIFTY', 5)
  await refuse(asha.id, 'KILL_SWITCH', 'SENSEX', 6)
  await refuse(ravi.id, 'KILL_SWITCH', 'NIFTY', 7)
  const query =
    '{ agentOutcomes(symbol: "NIFTY", lookback: 100) { id analyses since verdicts refusals { reason count } denials { reason count } } }'
  expect(await graphql(query)).toEqual({
    data: {
      agentOutcomes: {
        ...{ id: 'NIFTY-100', analyses: 4, since: new Date(OPEN + MINUTE).toISOString(), verdicts: 1 },
        refusals: [
          { reason: 'TOO_EARLY', count: 2 },
          { reason: 'BELOW_COSTS', count: 1 },
        ],
        denials: [
          { reason: 'MAX_TRADES_REACHED', count: 2 },
          { reason: 'KILL_SWITCH', count: 1 },
        ],
      },
    },
  })
  expect(await graphql(query.replace('100', '150'))).toMatchObject({
    data: { agentOutcomes: { analyses: 0, since: null, verdicts: 0, refusals: [] } },
  })
})
