import { createClient } from 'graphql-ws'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '../../../prisma/bus/publish.ts'
import { JobWorkers } from '../../../prisma/jobs/JobWorkers.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import type { AgentRecord } from '../../../schema/trading/agentRecord.ts'
import { insertAnalysis as storeAnalysis } from '../../testing/insertAnalysis.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { testRecord } from '../../../schema/trading/testing/testRecord.ts'

const DEFAULTS = {
  ...{ capital: 100_000, quantityLots: 1, riskPerTrade: 0.02, analysisIntervalMinutes: 5, maxTradesPerDay: 3 },
  ...{ lookbackPeriod: 50, paperTrade: true },
}

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let workers: JobWorkers
/** 10:30 in India, on the clock of the test's market. */
const now = Date.parse('2026-11-20T05:00:00Z')
let analyses = 0

async function insertAnalysis(changes: Partial<AgentRecord> = {}): Promise<string> {
  return storeAnalysis(app.db, testRecord({ candleAt: now + ++analyses * MINUTE, ...changes }))
}

/** A trade of Asha's agent. */
async function insertAgentTrade(analysisId: string, kind: 'PROVEN' | 'EXPLORATORY', changes: object = {}): Promise<string> {
  const strategyId = (await app.db.strategy.findFirst())?.id ?? (await insertStrategy(app.db, 'ema-crossover'))
  const tradeId = await insertTrade(app.db, { userId: asha.id, strategyId, market: 'test-market', entryTime: new Date(now), ...changes })
  await app.db.agentTrade.create({ data: { tradeId, userId: asha.id, analysisId, kind } })
  return tradeId
}

beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const real = Date.now()
  const segment = { realStart: real, marketStart: now, sessionOpen: now - 75 * MINUTE, sessionClose: now + 300 * MINUTE }
  await app.db.engineState.create({
    data: {
      ...{ nodeId: '01890000-0000-7000-8000-000000000001', market: 'test-market', sandbox: true, feed: 'connected' },
      clock: { kind: 'sandbox', speed: 1, segments: [segment] },
      // It lives for as long as the test.
      heartbeatAt: new Date(real + DAY),
    },
  })
  // Stands in for the engine: every request is answered with an analysis, but of Bank Nifty, which has too little history.
  const tasks = {
    'agent.analyse': async ({ requestId }: { readonly requestId: string }) => {
      const { userId, symbol, lookback } = await app.db.agentRequest.findUniqueOrThrow({ where: { id: requestId } })
      const found = symbol === 'NIFTY' ? { analysisId: await insertAnalysis({ symbol, lookback }) } : { problem: 'There is no history.' }
      await app.db.$transaction(async (tx) => {
        await tx.agentRequest.update({ where: { id: requestId }, data: { ...found, endedAt: new Date() } })
        await publish(tx, { type: 'agent.answered', requestId, userId })
      })
    },
  }
  workers = new JobWorkers(app.databaseUrl, [{ tasks, concurrency: 2 }], pino({ level: 'silent' }))
})
afterAll(async () => {
  await workers.close()
  await app.close()
})

const get = (path: string, { token } = asha) => app.rest('GET', `/research-agent/${path}`, { token })
const post = (path: string, body?: unknown, { token } = asha) => app.rest('POST', `/research-agent/${path}`, { body, token })
const put = (body: unknown, { token } = asha) => app.rest('PUT', '/research-agent/aitrading-settings', { body, token })
const graphql = (query: string, variables: Record<string, unknown> = {}, { token } = asha) => app.graphql(query, { variables, token })

describe('the settings', () => {
  test('begin with the defaults, switched off, and nothing is written by looking', async () => {
    expect((await get('aitrading-status')).body).toMatchObject({
      success: true,
      data: {
        user: { aitrading: false, aitradingSettings: DEFAULTS },
        todayStats: { kind: null, totalTrades: 0, runningTrades: 0, completedTrades: 0, totalPnL: 0, winRate: 0 },
        weekStats: { totalTrades: 0, totalPnL: 0, totalNet: 0, averagePnL: null, averageNet: null },
        recentTrades: [],
        agentStatus: { active: false, isMarketOpen: true, lastAnalysis: null },
      },
    })
    // An analysis of others with these settings is none of an agent that was never on.
    await insertAnalysis({ symbol: 'NIFTY', lookback: DEFAULTS.lookbackPeriod })
    expect((await graphql('{ agentStatus { lastAnalysis } }')).body).toEqual({ data: { agentStatus: { lastAnalysis: null } } })
    // Fifty candles after 09:15.
    expect((await graphql('{ agentStatus { firstAnalysisAt } }')).body).toEqual({
      data: { agentStatus: { firstAnalysisAt: '2026-11-20T04:35:00.000Z' } },
    })
    expect(await app.db.agentSettings.count()).toBe(0)
  })

  test('are switched with the toggle to the state that is sent, twice at once as well', async () => {
    const body = { enabled: true, settings: { ...DEFAULTS, capital: 250_000 } }
    const both = await Promise.all([post('toggle-aitrading', body), post('toggle-aitrading', body)])
    for (const answer of both)
      expect(answer.body).toMatchObject({
        message: 'AI Trading Enabled Successfully!',
        data: { aitrading: true, aitradingSettings: { capital: 250_000 } },
      })
    expect(await app.db.agentSettings.findUniqueOrThrow({ where: { userId: asha.id } })).toMatchObject({
      ...{ enabled: true, capitalPaise: 25_000_000n, countedFrom: expect.any(Date), version: 3 },
    })
  })

  test('are switched on in one tab and off in another at once: one comes last, and both are answered with a state that was stored', async () => {
    const { version } = await app.db.agentSettings.findUniqueOrThrow({ where: { userId: asha.id } })
    const states = [true, false, true, false]
    const answers = await Promise.all(states.map((enabled) => post('toggle-aitrading', { enabled })))
    expect(answers.map(({ status }) => status)).toEqual(states.map(() => 200))
    const stored = await app.db.agentSettings.findUniqueOrThrow({ where: { userId: asha.id } })
    expect(stored.version).toBe(version + states.length)
    expect((await get('aitrading-status')).body).toMatchObject({ data: { user: { aitrading: stored.enabled } } })
    expect((await post('toggle-aitrading', { enabled: true })).body).toMatchObject({ data: { aitrading: true } })
  })

  test.each([
    ['capital', 9_999, 'Capital must be from 10,000 to 1,00,00,000.'],
    ['capital', 1e9, 'Capital must be from 10,000 to 1,00,00,000.'],
    ['quantityLots', 51, 'Quantity in lots must be from 1 to 50.'],
    ['quantityLots', 0, 'Quantity in lots must be from 1 to 50.'],
    ['quantityLots', 1.5, 'Quantity in lots must be a whole number.'],
    ['capital', 10_000_001, 'Capital must be from 10,000 to 1,00,00,000.'],
    ['capital', 10_000.5, 'Capital must be a whole number.'],
    ['analysisIntervalMinutes', -1, 'Analysis interval in minutes must be from 1 to 60.'],
    ['analysisIntervalMinutes', 0, 'Analysis interval in minutes must be from 1 to 60.'],
    ['analysisIntervalMinutes', 61, 'Analysis interval in minutes must be from 1 to 60.'],
    ['maxTradesPerDay', 0, 'Maximum trades per day must be from 1 to 10.'],
    ['maxTradesPerDay', 11, 'Maximum trades per day must be from 1 to 10.'],
    ['riskPerTrade', 0.0049, 'Risk per trade must be from 0.5 to 5 percent.'],
    ['riskPerTrade', 0.051, 'Risk per trade must be from 0.5 to 5 percent.'],
    ['lookbackPeriod', 19, 'Lookback in candles must be from 20 to 200.'],
    ['lookbackPeriod', 201, 'Lookback in candles must be from 20 to 200.'],
    ['lookbackPeriod', Number.MAX_VALUE, 'Lookback in candles must be a whole number.'],
    ['lookbackPeriod', 'fifty', 'lookbackPeriod must be a number'],
    ['paperTrade', 'no', 'paperTrade must be true or false'],
  ])('refuse %s %s by name, and change nothing else with it', async (name, value, message) => {
    const answer = await put({ maxTradesPerDay: 5, [name]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT', message, fieldErrors: { [name]: message } } })
    expect((await get('aitrading-status')).body).toMatchObject({
      data: { user: { aitradingSettings: { ...DEFAULTS, capital: 250_000 } } },
    })
  })

  // Chapter 5 of the specification: what stands just beyond each end, and the step from it.
  test.each([
    ['capital', 9_999, 10_000_001],
    ['quantityLots', 0, 51],
    ['analysisIntervalMinutes', 0, 61],
    ['maxTradesPerDay', 0, 11],
    ['riskPerTrade', 0.0049, 0.0501],
    ['lookbackPeriod', 19, 201],
  ])(
    'refuse %s below and above its bounds, zero, negative, a thousand million and no number, in a change and with the toggle',
    async (name, below, above) => {
      const stored = () => app.db.agentSettings.findUniqueOrThrow({ where: { userId: asha.id } })
      const before = await stored()
      for (const value of [below, above, 0, -1, 1e9, 1e10, '', 'five', '5', true, [], {}]) {
        const refused = { status: 400, body: { code: 'BAD_USER_INPUT', message: expect.stringMatching(/ must be /) } }
        expect(await put({ [name]: value }), `${name} ${JSON.stringify(value)}`).toMatchObject({
          ...refused,
          body: { ...refused.body, fieldErrors: { [name]: expect.any(String) } },
        })
        expect(await post('toggle-aitrading', { enabled: false, settings: { [name]: value } })).toMatchObject({
          ...refused,
          body: { ...refused.body, fieldErrors: { [`settings.${name}`]: expect.any(String) } },
        })
      }
      expect(await stored()).toEqual(before)
    },
  )

  test.each([1e10, '5', 1.5])('refuse %s lots asked for by GraphQL in words that say what is wrong', async (quantityLots) => {
    const change = 'mutation($settings: AgentSettingsInput!) { updateAgentSettings(settings: $settings) { id } }'
    expect((await graphql(change, { settings: { quantityLots } })).body).toMatchObject({
      errors: [{ message: expect.stringContaining('quantityLots'), extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  test('take the bounds themselves, and store the wish to trade live while every gate is told', async () => {
    const least = {
      capital: 10_000,
      quantityLots: 1,
      riskPerTrade: 0.005,
      analysisIntervalMinutes: 1,
      maxTradesPerDay: 1,
      lookbackPeriod: 20,
    }
    expect((await put({ ...least, paperTrade: false })).body).toMatchObject({
      message: 'AI Trading Settings Updated Successfully',
      data: { aitradingSettings: { ...least, paperTrade: false } },
    })
    const { data } = (await get('aitrading-status')).body as { data: { unmetLiveGates: { name: string; todo: string }[] } }
    expect(data.unmetLiveGates.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Ladder at “approve each” or “auto”', 'Gate open', 'Broker connected today', 'Two-factor sign-in on']),
    )
    const most = {
      ...{ capital: 10_000_000, quantityLots: 50, riskPerTrade: 0.05, analysisIntervalMinutes: 60, maxTradesPerDay: 10 },
      ...{ lookbackPeriod: 200, paperTrade: true },
    }
    expect((await put(most)).body).toMatchObject({ data: { aitradingSettings: most } })
    expect((await put({ ...DEFAULTS })).body).toMatchObject({ data: { aitradingSettings: DEFAULTS } })
  })

  test('have a mandate beside them, which halts and releases', async () => {
    const change = (mandate: object) =>
      graphql(
        'mutation($mandate: AgentMandateInput!) { updateAgentMandate(mandate: $mandate) { active mandate { symbols step exploration softDrawdown haltedAt haltReason } } }',
        { mandate },
      )
    expect(
      (await change({ symbols: ['NIFTY', 'BANKNIFTY', 'NIFTY'], halted: true, softDrawdown: null, step: 'OBSERVE' })).body,
    ).toMatchObject({
      data: {
        updateAgentMandate: {
          active: false,
          mandate: {
            ...{ symbols: ['NIFTY', 'BANKNIFTY'], step: 'OBSERVE', exploration: true, softDrawdown: null },
            ...{ haltedAt: expect.any(String), haltReason: 'You halted it.' },
          },
        },
      },
    })
    expect((await change({ halted: false, step: 'PAPER' })).body).toMatchObject({
      data: { updateAgentMandate: { active: true, mandate: { step: 'PAPER', haltedAt: null, haltReason: null } } },
    })
    expect((await change({ symbols: [] })).body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect((await change({ softDrawdown: 99 })).body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  test('are told to their owner as they change, and to nobody else, and to all who look when the market was scanned', async () => {
    const told: unknown[] = []
    const toldRavi: unknown[] = []
    const url = `${app.url.replace('http', 'ws')}/graphql`
    const subscribe = ({ token }: TestUser, into: unknown[]) => {
      const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 })
      const take = (result: unknown) => void into.push(result)
      client.subscribe(
        { query: 'subscription { agentStatusChanged { settings { maxTradesPerDay } } }' },
        { next: take, error: take, complete: () => {} },
      )
      return client
    }
    const clients = [subscribe(asha, told)]
    try {
      // Until the subscription stands, a change may go by unheard: it is made again.
      await expect
        .poll(
          async () => {
            await put({ capital: 500_000 }, ravi)
            await put({ maxTradesPerDay: 4 })
            return told[0]
          },
          { timeout: 60_000, interval: 200 },
        )
        .toEqual({ data: { agentStatusChanged: { settings: { maxTradesPerDay: 4 } } } })
      clients.push(subscribe(ravi, toldRavi))
      const before = told.length
      await expect
        .poll(
          async () => {
            await app.db.$transaction((tx) => publish(tx, { type: 'agent.scanned', market: 'test-market', at: now }))
            return [toldRavi[0], told.length > before && told.at(-1)]
          },
          { timeout: 60_000, interval: 200 },
        )
        .toEqual([3, 4].map((maxTradesPerDay) => ({ data: { agentStatusChanged: { settings: { maxTradesPerDay } } } })))
    } finally {
      await Promise.all(clients.map(async (client) => client.dispose()))
    }
    await put({ maxTradesPerDay: 3 })
  })
})

describe('an analysis', () => {
  test('can be triggered once a minute, by many requests at once as well, and answers with what could be found', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('trigger-analysis')))
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(done?.body).toMatchObject({
      message: 'Manual Analysis Triggered',
      data: { analyses: [{ index: 'NIFTY', lookback: 50, verdict: 'NO_TRADE', reason: 'BELOW_COSTS' }] },
    })
    for (const { status, body } of others) {
      expect(status).toBe(429)
      expect(body).toMatchObject({
        ...{
          code: 'RATE_LIMITED',
          message: expect.stringMatching(/^An analysis can be triggered once a minute\. Try again in \d+ seconds\.$/),
        },
      })
    }
    expect(others).toHaveLength(49)
    expect(await app.db.agentRequest.count()).toBe(2)
  })

  test('is refused to those who have not switched the agent on', async () => {
    expect(await post('trigger-analysis', undefined, ravi)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('is on record for everybody: filtered, in pages, with its similar moments, and never of another market', async () => {
    const other = await insertAnalysis({ market: 'another' })
    const early = await insertAnalysis({ lookback: 20, reason: 'TOO_EARLY', findings: null, pricing: null, exploratory: null })
    const page =
      'query($input: AgentAnalysesInput) { agentAnalyses(input: $input) { edges { node { id } } pageInfo { hasNextPage endCursor } } }'
    const { body } = await graphql(page, { input: { first: 1 } }, ravi)
    expect(body).toEqual({
      data: { agentAnalyses: { edges: [{ node: { id: early } }], pageInfo: { hasNextPage: true, endCursor: early } } },
    })
    const ids = async (input: object) => {
      const answer = (await graphql(page, { input })).body as { data: { agentAnalyses: { edges: { node: { id: string } }[] } } }
      return answer.data.agentAnalyses.edges.map(({ node }) => node.id)
    }
    expect(await ids({ reason: 'TOO_EARLY' })).toEqual([early])
    expect(await ids({ symbol: 'SENSEX' })).toEqual([])
    const [before] = await ids({ after: early, lookback: 50, verdict: 'NO_TRADE' })
    const one =
      'query($id: ID!) { agentAnalysis(id: $id) { sentence evidence { side hits outlay } window analogues { session ce } gates { evidence } threshold pricing { strike } } agentPaths(id: $id) { session before after } }'
    const at = Date.parse('2026-11-18T03:45:00Z') + 60 * MINUTE
    const close = (minute: number, value: bigint) => ({
      ...{ market: 'test-market', symbol: 'NIFTY', time: new Date(at + minute * MINUTE) },
      ...{ open: value, high: value, low: value, close: value, volume: 0n },
    })
    await app.db.candle.createMany({ data: [close(-1, 99n), close(0, 100n), close(30, 101n), close(31, 200n), close(-50, 50n)] })
    expect((await graphql(one, { id: before }, ravi)).body).toMatchObject({
      data: {
        agentAnalysis: {
          sentence: '50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs. No trade.',
          evidence: [
            { side: 'CE', hits: 24, outlay: 9_000 },
            { side: 'PE', hits: 20, outlay: 8_700 },
          ],
          ...{ window: [24_500, 24_512.3], analogues: [{ session: '2026-11-18', ce: 0.12 }], gates: [{ evidence: 1.3 }] },
          ...{ threshold: 560, pricing: { strike: 24_500 } },
        },
        agentPaths: [{ session: '2026-11-18', before: [expect.closeTo(-1), 0], after: [expect.closeTo(1)] }],
      },
    })
    const csv = async (filters: string) => {
      const headers = { authorization: `Bearer ${asha.token}` }
      return (await fetch(`${app.url}/api/research-agent/analyses.csv${filters}`, { headers })).text()
    }
    const lines = (await csv('')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + (await app.db.agentAnalysis.count({ where: { market: 'test-market' } })))
    expect(await csv('?reason=TOO_EARLY')).toContain('"TOO_EARLY"')
    expect((await csv('?lookback=50&symbol=SENSEX')).trimEnd().split('\r\n')).toEqual([lines[0]])
    const finding = 'would have earned with a call, on average −1.1% after costs. No trade.'
    expect(lines.find((line) => line.includes(finding))).toMatch(/"50","-1.1","-6","24",.*"1.3","560","[0-9a-f]{64}"$/)
    const download = 'mutation($input: AgentAnalysisFiltersInput!) { downloadAgentAnalyses(input: $input) { address } }'
    const asked = (await graphql(download, { input: { reason: 'TOO_EARLY' } })).body
    const { address } = (asked as { data: { downloadAgentAnalyses: { address: string } } }).data.downloadAgentAnalyses
    expect(await (await fetch(app.url + address)).text()).toBe(await csv('?reason=TOO_EARLY'))
    for (const input of [{ after: other }, { symbol: 'FINNIFTY' }, { first: 101 }])
      expect((await graphql(page, { input })).body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect((await graphql(one, { id: other })).body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })
})

describe('the trades', () => {
  test('are those of the agent alone, exploratory ones never added to proven ones', async () => {
    const analysisId = await insertAnalysis()
    const lost = { ...closedWith(-50_000n), exitTime: new Date(now + 10 * MINUTE) }
    const unproven = await insertAgentTrade(analysisId, 'EXPLORATORY', lost)
    expect((await get('aitrading-status')).body).toMatchObject({
      data: {
        todayStats: {
          mode: 'PAPER',
          kind: 'EXPLORATORY',
          totalTrades: 1,
          runningTrades: 0,
          completedTrades: 1,
          totalPnL: -500,
          totalNet: -564.13,
          winRate: 0,
        },
        weekStats: { kind: 'EXPLORATORY', totalTrades: 1, totalPnL: -500, totalNet: -564.13, averagePnL: -500, averageNet: -564.13 },
        recentTrades: [{ _id: unproven, kind: 'EXPLORATORY', analysisId, duration: 10, status: 'STOPLOSS_HIT' }],
      },
    })
    const running = await insertAgentTrade(await insertAnalysis(), 'PROVEN', { entryTime: new Date(now + MINUTE) })
    const week = { ...closedWith(30_000n), entryTime: new Date(now - 3 * DAY), exitTime: new Date(now - 3 * DAY + MINUTE) }
    const older = await insertAgentTrade(await insertAnalysis(), 'PROVEN', week)
    const strategyId = await insertStrategy(app.db, 'supertrend')
    await insertTrade(app.db, { userId: asha.id, strategyId, market: 'test-market', entryTime: new Date(now) })
    expect((await get('aitrading-status')).body).toMatchObject({
      data: {
        todayStats: { kind: 'PROVEN', totalTrades: 1, runningTrades: 1, completedTrades: 0, totalPnL: 0, winRate: 0 },
        weekStats: { kind: 'PROVEN', totalTrades: 2, totalPnL: 300, totalNet: 235.87, averagePnL: 300, averageNet: 235.87 },
        recentTrades: [{ _id: running }, { _id: unproven }],
      },
    })
    // Of the day that has a live trade the live ones count alone; of the week too. What charges eat up is no win.
    const live = await insertAgentTrade(await insertAnalysis(), 'PROVEN', {
      ...closedWith(5_000n),
      mode: 'LIVE',
      entryTime: new Date(now + 2 * MINUTE),
    })
    expect((await get('aitrading-status')).body).toMatchObject({
      data: {
        todayStats: { mode: 'LIVE', kind: 'PROVEN', totalTrades: 1, totalPnL: 50, totalNet: -14.13, winRate: 0 },
        weekStats: { mode: 'LIVE', totalTrades: 1, totalPnL: 50, averagePnL: 50 },
      },
    })
    await app.owner.agentTrade.delete({ where: { tradeId: live } })
    expect((await get('trades?page=1&limit=2')).body).toMatchObject({
      data: { trades: [{ _id: running }, { _id: unproven }], totalTrades: 3, page: 1, limit: 2 },
    })
    expect((await get('trades?page=2&limit=2')).body).toMatchObject({ data: { trades: [{ _id: older }] } })
    expect((await get('trades?status=RUNNING')).body).toMatchObject({ data: { trades: [{ _id: running }], totalTrades: 1 } })
    expect((await get('trades', ravi)).body).toMatchObject({ data: { trades: [], totalTrades: 0 } })
    expect((await get('trades?page=0')).status).toBe(400)
    const after = 'query($after: ID) { agentTrades(first: 2, after: $after) { edges { node { id kind } } pageInfo { hasNextPage } } }'
    expect((await graphql(after, { after: running })).body).toEqual({
      data: {
        agentTrades: {
          edges: [{ node: { id: unproven, kind: 'EXPLORATORY' } }, { node: { id: older, kind: 'PROVEN' } }],
          pageInfo: { hasNextPage: false },
        },
      },
    })
    expect((await graphql(after, { after: running }, ravi)).body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })
})

describe('the service', () => {
  test('is shown to admins, with the users who have switched their agents on', async () => {
    expect(await get('service-status', ravi)).toMatchObject({ status: 403 })
    await app.db.user.update({ where: { id: ravi.id }, data: { role: 'admin', twoFactorAt: new Date() } })
    const scan = { market: 'test-market', version: 1, scannedAt: new Date(now), endedAt: new Date(), analyses: 28, tookMs: 700 }
    await app.db.agentService.create({ data: scan })
    await eventually(async () => (await get('service-status', ravi)).body).toMatchObject({
      data: {
        serviceStatus: { isRunning: true, activeAgents: 1, lastScan: '2026-11-20T05:00:00.000Z' },
        aiTradingUsers: [{ _id: asha.id, name: 'Asha', settings: DEFAULTS }],
      },
    })
  })

  test('shows the record of every key, and how it came about', async () => {
    const sums = { count: 4, sum: 0.2, sumOfSquares: 0.05, wins: 3 }
    const report = {
      ...{
        refusals: { BELOW_COSTS: 90, NOT_SIMILAR: 5 },
        outcomes: 50,
        covered: 41,
        brier: 2.4,
        baseBrier: 2.5,
        shadow: sums,
        control: sums,
      },
      reliability: [
        { count: 10, said: 4.4, wins: 4 },
        { count: 0, said: 0, wins: 0 },
      ],
    }
    const key = { market: 'test-market', symbol: 'NIFTY', lookback: 50, version: 1 }
    await app.db.agentKey.create({
      data: {
        ...{ ...key, stakes: [1, 1, 1, 1], evidence: 1.3, peak: 1.8, threshold: 560, openedOn: null, scans: 100, leads: 4 },
        ...{ shadowTrades: 4, report, state: {}, walked: 60, sessions: 664 },
      },
    })
    const soldAt = new Date(now + 30 * MINUTE)
    await app.db.agentShadowTrade.create({
      data: { ...key, boughtAt: new Date(now), soldAt, side: 'CE', entryPaise: 100n, exitPaise: 110n, net: 0.08, evidence: 1.3 },
    })
    const query =
      '{ agentKeys { id open against closingEvidence openedOn closedOn evidence peak threshold scans shadow { count mean error } reliability { said was count } brier coverage refusals { reason count } walked sessions } agentKeyHistory(symbol: "NIFTY", lookback: 50) { points { evidence control } months { month trades mean } } }'
    expect((await graphql(query)).body).toMatchObject({
      data: {
        agentKeys: [
          {
            ...{
              id: 'NIFTY-50',
              open: false,
              against: null,
              closingEvidence: 20,
              openedOn: null,
              closedOn: null,
              evidence: 1.3,
              peak: 1.8,
              threshold: 560,
              scans: 100,
              walked: 60,
              sessions: 664,
            },
            shadow: { count: 4, mean: 0.05, error: expect.closeTo(0.0577, 3) },
            reliability: [{ said: expect.closeTo(0.44), was: 0.4, count: 10 }],
            ...{ brier: expect.closeTo(0.24), coverage: 0.82 },
            refusals: [
              { reason: 'BELOW_COSTS', count: 90 },
              { reason: 'NOT_SIMILAR', count: 5 },
            ],
          },
        ],
        // Four bettors who put 10, 25, 50 and 100% on one trade at the control line's 5%.
        agentKeyHistory: {
          points: [{ evidence: 1.3, control: expect.closeTo((1.005 + 1.0125 + 1.025 + 1.05) / 4) }],
          months: [{ month: '2026-11', trades: 1, mean: 0.08 }],
        },
      },
    })
    const against = async () => (await graphql('{ agentKeys { open against } }')).body
    await app.db.agentKey.updateMany({ data: { openedOn: new Date('2026-11-02') } })
    // An earlier release has written this report.
    expect(await against()).toMatchObject({ data: { agentKeys: [{ open: true, against: 1 }] } })
    await app.db.agentKey.updateMany({ data: { report: { ...report, gate: { doubt: { against: 1.4 } } } } })
    expect(await against()).toMatchObject({ data: { agentKeys: [{ open: true, against: 1.4 }] } })
  })
})
