import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import { listen } from '../../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { openAgentGates } from '../../../prisma/testing/openAgentGates.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import { insertProposal } from '../../testing/insertProposal.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const MARKET = 'test-market'
let app: TestGateway
let asha: TestUser
let ravi: TestUser
let bus: BusSubscription
let strategyId: string
let people = 0
/** What the engine makes of the next yes; null: it does not look. */
let engineSays: 'TRADE' | 'HALTED' | null = 'TRADE'
/** How often it heard of a yes. */
let told = 0

beforeAll(async () => {
  app = await startTestGateway({ allowLive: 'EVERYBODY' })
  await createAgentStrategies(app.db)
  strategyId = (await app.db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' } })).id
  await setHeartbeat(Date.now() + DAY)
  // Stands in for the engine: it decides on what was approved.
  bus = await listen(
    app.databaseUrl,
    (event) => {
      if (event.type === 'proposal.approved') void decide(event.proposalId, event.userId)
    },
    () => {},
  )
})
afterAll(async () => {
  await bus.close()
  await app.close()
})
beforeEach(async () => {
  ;[engineSays, told] = ['TRADE', 0]
  asha = await app.user(`Asha${++people}`)
  ravi = await app.user(`Ravi${people}`)
  await app.db.agentSettings.create({ data: { userId: asha.id, enabled: true, step: 'APPROVE' } })
})

async function setHeartbeat(at: number): Promise<void> {
  const nodeId = '01890000-0000-7000-8000-000000000001'
  const state = { market: MARKET, sandbox: false, feed: 'connected', clock: { kind: 'real' }, heartbeatAt: new Date(at) }
  await app.db.engineState.upsert({ where: { nodeId }, create: { nodeId, ...state }, update: state })
}

async function decide(id: string, userId: string): Promise<void> {
  told++
  if (engineSays === null) return
  await app.db.$transaction(async (tx) => {
    const { signalId } = await tx.agentProposal.findUniqueOrThrow({ where: { id } })
    const { id: subscriptionId } = await tx.subscription.findFirstOrThrow({ where: { userId } })
    const denied = { signalId, subscriptionId, userId, reason: 'AGENT_BARRED', numbers: { bar: 'HALTED' } }
    const outcome = engineSays === 'TRADE' ? { tradeId: id } : { denialId: (await tx.denial.create({ data: denied })).id }
    await tx.agentProposal.update({ where: { id }, data: { decidedAt: new Date(), ...outcome } })
    await publish(tx, { type: 'proposal.ended', proposalId: id, userId })
  })
}

/** A proposal to Asha, of the market. */
async function propose(changes: Partial<Prisma.AgentProposalUncheckedCreateInput> = {}): Promise<string> {
  const { db } = app
  const own = { userId: asha.id, strategyId }
  if ((await db.subscription.count({ where: own })) === 0)
    await db.subscription.create({ data: { ...own, isActive: false, endedAt: new Date() } })
  return insertProposal(db, { ...changes, userId: asha.id, market: MARKET })
}

const ANSWER =
  'mutation($id: ID!, $approve: Boolean!) { answerAgentProposal(id: $id, approve: $approve) { id answer tradeId reason refusal decidedAt } }'
async function answer(id: string, approve: boolean, { token } = asha) {
  const { body } = await app.graphql(ANSWER, { token, variables: { id, approve } })
  return body as { data?: { answerAgentProposal: Record<string, unknown> }; errors?: { message: string; extensions: { code: string } }[] }
}
const refused = (code: string, message: unknown = expect.any(String)) => ({ errors: [{ message, extensions: { code } }] })
const waiting = async ({ token } = asha) =>
  (
    (await app.graphql('{ agentStatus { proposals { id option strike lots quantity premium mode kind sentence answer } } }', { token }))
      .body as { data: { agentStatus: { proposals: { id: string }[] } } }
  ).data.agentStatus.proposals

describe('a proposal', () => {
  test('is on its user’s page with what would be bought and why, until it is over, and on nobody else’s', async () => {
    const id = await propose()
    expect(await waiting()).toEqual([
      {
        ...{
          id,
          option: 'NIFTY24NOV2624500CE',
          strike: 24_500,
          lots: 1,
          quantity: 75,
          premium: 120.35,
          mode: 'PAPER',
          kind: 'EXPLORATORY',
        },
        sentence:
          '50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs. UNPROVEN. Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade.',
        answer: 'PENDING',
      },
    ])
    expect(await waiting(ravi)).toEqual([])
    await app.db.agentProposal.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await waiting()).toEqual([])
  })

  test('is told of, and leads to the page', async () => {
    await propose({ lots: 2, mode: 'LIVE', kind: 'PROVEN' })
    const query = '{ notifications { edges { node { kind title text link } } } }'
    await eventually(async () => (await app.graphql(query, { token: asha.token })).body).toMatchObject({
      data: {
        notifications: {
          edges: expect.arrayContaining([
            {
              node: {
                ...{ kind: 'AGENT_PROPOSAL', title: 'Your agent asks for your approval', link: '/research-agent' },
                text: 'It would buy 2 lots of NIFTY 24,500 CE, 24 Nov at about ₹120.35, live. Approve or decline it on the agent’s page within 120 seconds; without your approval nothing is bought.',
              },
            },
          ]) as unknown,
        },
      },
    })
  })

  test('is approved once, whatever tabs and presses there are, and the answer says what came of it', async () => {
    const id = await propose()
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(id, true)))
    for (const { data } of answers)
      expect(data?.answerAgentProposal).toEqual({
        id,
        answer: 'APPROVED',
        tradeId: id,
        reason: null,
        refusal: null,
        decidedAt: expect.any(String),
      })
    expect(told).toBe(1)
    expect(await app.db.auditEntry.count({ where: { accountId: asha.id, action: 'AGENT_PROPOSAL_APPROVED' } })).toBe(1)
    expect(await answer(id, false)).toMatchObject(refused('CONFLICT', 'You have already approved this.'))
    expect(await waiting()).toEqual([])
  })

  test('that the engine refuses says why', async () => {
    engineSays = 'HALTED'
    expect(await answer(await propose(), true)).toMatchObject({
      data: {
        answerAgentProposal: {
          answer: 'APPROVED',
          tradeId: null,
          reason: 'AGENT_BARRED',
          refusal: 'Skipped: the agent was halted since it proposed this.',
        },
      },
    })
  })

  test('waits on the page for an engine that is slow', async () => {
    engineSays = null
    const id = await propose()
    expect(await answer(id, true)).toMatchObject({ data: { answerAgentProposal: { answer: 'APPROVED', decidedAt: null } } })
    expect(await waiting()).toMatchObject([{ id, answer: 'APPROVED' }])
  })

  test('is not approved while no engine runs, but declined', async () => {
    await setHeartbeat(Date.now() - DAY)
    const id = await propose()
    try {
      await eventually(() => answer(id, true)).toMatchObject(refused('UNAVAILABLE'))
      expect(await answer(id, false)).toMatchObject({ data: { answerAgentProposal: { answer: 'DECLINED', tradeId: null } } })
    } finally {
      await setHeartbeat(Date.now() + DAY)
    }
    expect(await answer(id, true)).toMatchObject(refused('CONFLICT', 'You have already declined this.'))
    expect(told).toBe(0)
  })

  test('cannot be approved when its time is over, when a newer one took its place, nor by somebody else', async () => {
    const late = await propose({ expiresAt: new Date(Date.now() - 3_500) })
    await eventually(() => answer(late, true)).toMatchObject(
      refused('CONFLICT', expect.stringMatching(/^This proposal ended \d+ seconds ago. Nothing was bought.$/)),
    )
    await app.db.agentProposal.update({ where: { id: late }, data: { answer: 'EXPIRED', expiresAt: new Date(Date.now() + MINUTE) } })
    expect(await answer(late, true)).toMatchObject(refused('CONFLICT', 'A newer proposal has replaced this one.'))
    const id = await propose()
    expect(await answer(id, true, ravi)).toMatchObject(refused('NOT_FOUND'))
    expect(await answer('00000000-0000-7000-8000-000000000000', true)).toMatchObject(refused('NOT_FOUND'))
    expect(await answer('no id', true)).toMatchObject(refused('BAD_USER_INPUT'))
    expect(told).toBe(0)
    expect(await waiting()).toMatchObject([{ id, answer: 'PENDING' }])
  })
})

describe('live trading by the agent', () => {
  const LIVE = '{ aitrading unmetLiveGates { gate } liveIndices { index word confirmedAt unmetGates { gate } } }'
  const confirm = async (typed: string, index = 'NIFTY') =>
    (
      await app.graphql(`mutation($index: String!, $typed: String!) { confirmAgentLive(index: $index, typed: $typed) ${LIVE} }`, {
        token: asha.token,
        variables: { index, typed },
      })
    ).body
  const status = async () =>
    ((await app.graphql(`{ agentStatus ${LIVE} }`, { token: asha.token })).body as { data: { agentStatus: object } }).data.agentStatus
  const put = (body: object) => app.rest('PUT', '/research-agent/aitrading-settings', { body, token: asha.token })
  const mode = async () => (await app.graphql('{ tradingMode }', { token: asha.token })).body

  test('lists every gate that is unmet, with the wish as in the settings’ answer', async () => {
    await app.db.agentSettings.update({ where: { userId: asha.id }, data: { symbols: ['NIFTY', 'BANKNIFTY'], step: 'PAPER' } })
    const { body } = await put({ paperTrade: false })
    const { unmetLiveGates } = (body as { data: { unmetLiveGates: { gate: string; todo: string }[] } }).data
    expect(unmetLiveGates.map(({ gate }) => gate)).toEqual([
      ...['AGENT_STEP', 'AGENT_PROOF', 'AGENT_RECORD', 'BROKER', 'EMAIL', 'TWO_FACTOR', 'RISK_TEXT', 'LIMITS', 'CONFIRMATION'],
    ])
    for (const { todo } of unmetLiveGates) expect(todo).toMatch(/\.$/)
    expect(await status()).toMatchObject({
      liveIndices: [
        { index: 'NIFTY', word: 'LIVE NIFTY 1' },
        { index: 'BANKNIFTY', word: 'LIVE BANKNIFTY 1' },
      ],
    })
    expect(await confirm('LIVE NIFTY 1')).toMatchObject(
      refused(
        'FORBIDDEN',
        expect.stringMatching(/^Live trading by the agent is off\. Ladder at .* Gate open: .* Broker connected today: /),
      ),
    )
    expect(await app.db.agentConfirmation.count({ where: { userId: asha.id } })).toBe(0)
    expect(await mode()).toEqual({ data: { tradingMode: 'PAPER' } })
  })

  test('is confirmed by typing index and lots, last, and is lost with more lots, another version, and paper', async () => {
    await openAgentGates(app.db, asha.id, MARKET)
    await put({ quantityLots: 2, paperTrade: true })
    expect(await confirm('LIVE NIFTY 2')).toMatchObject(refused('FORBIDDEN', expect.stringContaining('Switch Paper Trading Mode off')))
    await put({ paperTrade: false })
    const registered = () =>
      app.db.liveRegistration.findMany({
        where: { userId: asha.id },
        select: { lots: true, until: true, strategyVersion: { select: { strategy: { select: { agent: true } } } } },
      })
    expect(await status()).toMatchObject({
      unmetLiveGates: [{ gate: 'CONFIRMATION' }],
      liveIndices: [{ word: 'LIVE NIFTY 2', confirmedAt: null }],
    })
    for (const typed of ['LIVE NIFTY 1', 'live nifty 2', 'LIVE', '']) expect(await confirm(typed)).toMatchObject(refused('BAD_USER_INPUT'))
    expect(await confirm('LIVE SENSEX 2', 'SENSEX')).toMatchObject(
      refused('BAD_USER_INPUT', 'SENSEX is not among the indices of your agent.'),
    )
    expect(await confirm('LIVE NIFTY 2')).toMatchObject({
      data: { confirmAgentLive: { unmetLiveGates: [], liveIndices: [{ unmetGates: [], confirmedAt: expect.any(String) }] } },
    })
    expect(await mode()).toEqual({ data: { tradingMode: 'LIVE' } })
    expect(await app.db.auditEntry.findFirst({ where: { accountId: asha.id, action: 'AGENT_LIVE_CONFIRMED' } })).toMatchObject({
      details: { lots: 2, version: 1 },
    })
    const ofAgent = { lots: 2, strategyVersion: { strategy: { agent: 'PROVEN' } } }
    expect(await registered()).toEqual([{ ...ofAgent, until: null }])
    const lost = { unmetLiveGates: [{ gate: 'CONFIRMATION' }], liveIndices: [{ confirmedAt: null }] }
    await put({ quantityLots: 3 })
    expect(await status()).toMatchObject(lost)
    await put({ quantityLots: 1 })
    expect(await status()).toMatchObject({ unmetLiveGates: [] })
    await app.db.agentConfirmation.updateMany({ data: { version: 0 } })
    expect(await status()).toMatchObject(lost)
    await app.db.agentConfirmation.updateMany({ data: { version: 1 } })
    await put({ paperTrade: true })
    expect(await app.db.agentConfirmation.count({ where: { userId: asha.id } })).toBe(0)
    expect(await registered()).toEqual([{ ...ofAgent, until: expect.any(Date) as Date }])
    expect(await mode()).toEqual({ data: { tradingMode: 'PAPER' } })
  })

  test('takes a gate, and an own record, of the very index', async () => {
    await openAgentGates(app.db, asha.id, MARKET)
    await app.db.agentSettings.update({ where: { userId: asha.id }, data: { symbols: ['NIFTY', 'BANKNIFTY'] } })
    const key = await app.db.agentKey.findFirstOrThrow()
    await app.db.agentKey.upsert({
      where: { market_symbol_lookback_version: { market: MARKET, symbol: 'BANKNIFTY', lookback: 50, version: 1 } },
      create: { ...key, symbol: 'BANKNIFTY', report: {}, state: {} },
      update: {},
    })
    expect(await status()).toMatchObject({
      unmetLiveGates: [{ gate: 'CONFIRMATION' }],
      liveIndices: [{ unmetGates: [{ gate: 'CONFIRMATION' }] }, { unmetGates: [{ gate: 'AGENT_RECORD' }, { gate: 'CONFIRMATION' }] }],
    })
  })
})
