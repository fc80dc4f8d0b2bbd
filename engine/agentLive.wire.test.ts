import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAgentGates } from '../prisma/testing/openAgentGates.ts'
import { SHIPPED_MARKET_RULES } from '../schema/market/MarketRules.ts'
import { paise } from '../schema/money.ts'
import { MINUTE } from '../schema/time.ts'
import type { AgentVerdict } from '../schema/trading/agent.ts'
import { parseDenial } from '../schema/trading/parseDenial.ts'
import { testRecord } from '../schema/trading/testing/testRecord.ts'
import { tradableOf } from './agent/recordOf.ts'
import { AgentTrades } from './agent/trades/AgentTrades.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

const MARKET = 'test-market'
let market: Awaited<ReturnType<typeof openLiveDesk>>
let analyses = 0
beforeAll(async () => {
  market = await openLiveDesk(20)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

/** A verdict on the last minute of the market that agents use, as a scan stores it. */
async function speak(proven = true): Promise<AgentVerdict> {
  const { control, session, db } = market
  const minute = 2 * Math.floor((control.now() - session.open) / (2 * MINUTE))
  const candleAt = session.open + (minute - 1) * MINUTE
  const found = testRecord().findings!
  const said = proven
    ? ({ verdict: 'BUY_CE', reason: null, lead: 'CE' } as const)
    : ({ verdict: 'NO_TRADE', reason: 'UNPROVEN', exploratory: 'CE' } as const)
  const version = 1_000 + ++analyses
  const record = testRecord({ candleAt, version, spot: 24_510, findings: { ...found, deviation: 0.0005 }, ...said })
  const { id } = await db.agentAnalysis.create({
    data: {
      ...{
        market: MARKET,
        symbol: 'NIFTY',
        lookback: 50,
        version,
        number: analyses,
        candleAt: new Date(candleAt),
        verdict: record.verdict,
      },
      ...{ reason: record.reason, record, prevHash: new Uint8Array(32), hash: new Uint8Array(32) },
    },
  })
  return tradableOf(id, record)!
}

/**
 * An engine with its agent, and a user whose agent may trade live, with an account at the broker that nobody has used. `hasTraded`: whether
 * it has sent a live order before.
 */
async function begin(step: 'AUTO' | 'APPROVE', hasTraded = true) {
  const { db, control, contract, session, store } = market
  const user = await market.connect()
  const { userId } = user
  // One user at a time: what others receive is not tested here.
  await db.agentSettings.deleteMany()
  await openAgentGates(db, userId, MARKET)
  await db.agentSettings.update({ where: { userId }, data: { step, analysisIntervalMinutes: 1 } })
  await db.agentConfirmation.create({ data: { userId, symbol: 'NIFTY', lots: 1, version: 1 } })
  const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { userId, strategy: { agent: 'PROVEN' } } })
  const ended = { purpose: 'ENTRY', side: 'BUY', mode: 'LIVE', status: 'CANCELLED', quantity: 65, terms: {} } as const
  const ids = { clientOrderId: randomUUID().slice(-15), userId, subscriptionId, tradeId: randomUUID(), legId: randomUUID() }
  if (hasTraded) await db.order.create({ data: { ...ended, ...ids, contract: { ...contract }, intendedAt: new Date(control.now()) } })
  const engine = await market.startDesk()
  const agents = new AgentTrades({
    ...{
      records: store.decisions,
      queue: engine.queue,
      candleLife: () => 5 * MINUTE,
      proposalLife: () => 2 * MINUTE,
      log: pino({ level: 'silent' }),
    },
    market: () => ({
      ...{ real: Date.now(), now: control.now(), session, rules: SHIPPED_MARKET_RULES, dayCovered: true, contracts: [contract] },
      ...{
        shortageOf: () => null,
        pausedOn: () => null,
        premiumOf: () => paise(market.price()),
        lastPriceOf: () => paise(market.price()),
        quoteAgeOf: () => 0,
      },
      openLossOf: () => paise(0),
      oppositeUnits: () => 0,
    }),
    submit: (orders) => engine.desk.submit(orders),
  })
  const bought = () => user.atExchange().filter(({ side }) => side === 'BUY')
  const liveTrades = () => db.trade.findMany({ where: { userId, mode: 'LIVE' } })
  const denials = async () => (await db.denial.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(parseDenial)
  return { user, engine, agents, bought, liveTrades, denials }
}

describe('a verdict of an agent that may trade live', () => {
  it('is bought at the broker once, as a live trade with its analysis, and protected at the exchange', async () => {
    const { user, agents, bought, liveTrades } = await begin('AUTO')
    const verdict = await speak()
    await agents.take([verdict, verdict])
    await user.running()
    const stop = await user.resting()
    const entry = { userId: user.userId, purpose: 'ENTRY', status: 'FILLED' } as const
    const [order] = await market.db.order.findMany({ where: entry, include: { signal: true } })
    expect(order).toMatchObject({ mode: 'LIVE', signal: { analysisId: verdict.analysisId } })
    expect(bought()).toMatchObject([{ tag: order?.clientOrderId, orderType: 'LIMIT', quantity: 65, filled: 65, status: 'complete' }])
    expect(await liveTrades()).toMatchObject([{ id: order?.tradeId, status: 'RUNNING', quantity: 65 }])
    expect(await market.db.agentTrade.findMany({ where: { tradeId: order!.tradeId } })).toMatchObject([
      { userId: user.userId, analysisId: verdict.analysisId, kind: 'PROVEN' },
    ])
    expect(stop).toMatchObject({ side: 'SELL', quantity: 65 })
  })

  it('that asks first is at the exchange only when its user has approved it, and then once', async () => {
    const { user, agents, bought, liveTrades } = await begin('APPROVE')
    await agents.take([await speak()])
    const where = { userId: user.userId }
    expect(await market.db.agentProposal.findMany({ where })).toMatchObject([{ mode: 'LIVE', kind: 'PROVEN', lots: 1, answer: 'PENDING' }])
    await agents.obey()
    expect(bought()).toEqual([])
    await market.db.agentProposal.updateMany({ where, data: { answer: 'APPROVED', answeredAt: new Date() } })
    await Promise.all([agents.obey(), agents.obey()])
    await user.running()
    expect(bought()).toMatchObject([{ quantity: 65, status: 'complete' }])
    const [trade] = await liveTrades()
    expect(await market.db.agentProposal.findMany({ where })).toMatchObject([{ tradeId: trade?.id, denialId: null }])
  })

  it('that is to be traded without asking is asked for all the same before the first live order', async () => {
    const { user, agents, bought } = await begin('AUTO', false)
    await agents.take([await speak()])
    const where = { userId: user.userId }
    expect(await market.db.agentProposal.findMany({ where })).toMatchObject([{ mode: 'LIVE', answer: 'PENDING' }])
    await market.db.agentProposal.updateMany({ where, data: { answer: 'APPROVED', answeredAt: new Date() } })
    await agents.obey()
    await user.running()
    expect(bought()).toMatchObject([{ quantity: 65, status: 'complete' }])
  })

  it('is refused with what is missing once a gate is lost, and what is open is sold all the same', async () => {
    const { user, engine, agents, bought, denials } = await begin('AUTO')
    await agents.take([await speak()])
    await user.running()
    await user.resting()
    const { db } = market
    await db.agentKey.updateMany({ data: { closedOn: new Date() } })
    await db.agentConfirmation.deleteMany()
    await agents.take([await speak()])
    expect((await denials()).at(-1)).toEqual({ reason: 'LIVE_GATES', numbers: { gates: ['AGENT_PROOF', 'CONFIRMATION'] } })
    expect(bought()).toHaveLength(1)
    const { stopPaise } = await db.trade.findFirstOrThrow({ where: { userId: user.userId, mode: 'LIVE' } })
    market.quote(Number(stopPaise) - 1_00, engine)
    await expect.poll(() => db.trade.count({ where: { userId: user.userId, mode: 'LIVE', status: 'STOPLOSS_HIT' } })).toBe(1)
    expect(user.held()).toBe(0)
  })

  it('is never bought live when it is unproven', async () => {
    const { agents, user, bought } = await begin('AUTO')
    await agents.take([await speak(false)])
    expect(agents.counts).toEqual({ entries: 0, denials: 0, proposals: 0 })
    expect(await market.db.order.count({ where: { userId: user.userId, status: { not: 'CANCELLED' } } })).toBe(0)
    expect(bought()).toEqual([])
  })
})
