import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import type { DenialReason } from '../../../schema/trading/denials.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { testRecord } from '../../../schema/trading/testing/testRecord.ts'
import { CONTRACT, MARKET, NOW, TestDesks } from '../../trading/testing/TestDesks.ts'
import { tradableOf } from '../recordOf.ts'
import { AgentTrades } from './AgentTrades.ts'

const LIFE = 2 * MINUTE
let desks: TestDesks
let userId: string
let analyses = 0
beforeAll(async () => {
  desks = await TestDesks.open()
  await createAgentStrategies(desks.database.db)
})
afterAll(() => desks.close())
beforeEach(async () => {
  await desks.clear()
  userId = desks.subscription.userId
  await desks.database.db.agentSettings.create({
    data: { userId, enabled: true, step: 'APPROVE', quantityLots: 2, countedFrom: new Date() },
  })
})

/** An unproven verdict to buy a call of Nifty on the candle that closed at a time, as a scan stores it. */
async function verdictAt(closedAt: Instant): Promise<AgentVerdict> {
  const candleAt = closedAt - MINUTE
  const found = testRecord().findings!
  const record = testRecord({ candleAt, spot: 24_510, exploratory: 'CE', findings: { ...found, deviation: 0.0005 } })
  const { id } = await desks.database.db.agentAnalysis.create({
    data: {
      ...{ market: MARKET, symbol: 'NIFTY', lookback: 50, number: ++analyses, version: analyses, candleAt: new Date(candleAt) },
      ...{ verdict: 'NO_TRADE', reason: 'UNPROVEN', record, prevHash: new Uint8Array(), hash: new Uint8Array() },
    },
  })
  return tradableOf(id, record)!
}

/** An engine's agent, as after its start, that sees a market in which the option costs 100 rupees. */
function startAgents() {
  const engine = desks.start(NOW)
  const market = { now: NOW, real: Date.now(), premium: paise(100_00) as ReturnType<typeof paise> | null }
  const agents = new AgentTrades({
    ...{ records: desks.store.decisions, queue: engine.lanes.queue, candleLife: () => 2 * MINUTE, proposalLife: () => LIFE },
    log: pino({ level: 'silent' }),
    market: () => ({
      ...{ real: market.real, now: market.now, session: SHIPPED_MARKET_RULES.sessionOf('2026-07-01'), rules: SHIPPED_MARKET_RULES },
      ...{
        dayCovered: true,
        contracts: [CONTRACT],
        shortageOf: () => null,
        pausedOn: () => null,
        premiumOf: () => market.premium,
      },
      ...{ lastPriceOf: () => market.premium, quoteAgeOf: () => 0, openLossOf: () => paise(0) },
      oppositeUnits: () => 0,
    }),
    submit: (orders) => engine.desk.submit(orders),
  })
  return { engine, agents, market }
}

const proposals = () => desks.database.db.agentProposal.findMany({ orderBy: { createdAt: 'asc' }, include: { denial: true } })
const entries = () => desks.database.db.order.count({ where: { userId, purpose: 'ENTRY' } })
const approve = () =>
  desks.database.db.agentProposal.updateMany({ where: { answer: 'PENDING' }, data: { answer: 'APPROVED', answeredAt: new Date() } })
const set = (data: Prisma.AgentSettingsUncheckedUpdateInput) => desks.database.db.agentSettings.update({ where: { userId }, data })

/** An engine that has proposed a trade, at 10:02 in the market. */
async function proposed() {
  const started = startAgents()
  started.market.now = NOW + 2 * MINUTE
  await started.agents.take([await verdictAt(NOW + MINUTE)])
  return started
}

describe('a verdict of an agent whose user wants to be asked', () => {
  it('becomes a proposal and no order, with what would be bought, once however often it comes', async () => {
    const { agents, market } = startAgents()
    const verdict = await verdictAt(NOW + MINUTE)
    await agents.take([verdict, verdict])
    expect(agents.counts).toEqual({ entries: 0, denials: 0, proposals: 1 })
    expect(await entries()).toBe(0)
    expect(await proposals()).toMatchObject([
      {
        ...{ userId, analysisId: verdict.analysisId, symbol: 'NIFTY', kind: 'EXPLORATORY', mode: 'PAPER', lots: 2, premiumPaise: 100_00n },
        ...{ answer: 'PENDING', expiresAt: new Date(market.real + LIFE), contract: { tradingSymbol: CONTRACT.tradingSymbol } },
      },
    ])
  })

  it('takes the place of the unanswered one of the same index', async () => {
    const { agents, market } = await proposed()
    market.now = NOW + 6 * MINUTE
    await agents.take([await verdictAt(NOW + 5 * MINUTE)])
    expect((await proposals()).map(({ answer }) => answer)).toEqual(['EXPIRED', 'PENDING'])
  })

  it('is refused at once where the limits refuse it: nobody is asked for what he cannot have', async () => {
    await set({ capitalPaise: 5_000_00n })
    await proposed()
    expect(await proposals()).toEqual([])
    expect(await desks.database.db.denial.findMany()).toMatchObject([{ reason: 'CAPITAL_SHORT' }])
  })
})

describe('an approved proposal', () => {
  it('is traded once, with the lots that were read, however often and by however many engines it is looked at', async () => {
    const { engine, agents } = await proposed()
    await set({ quantityLots: 3 })
    await approve()
    await Promise.all([agents.obey(), agents.obey(), startAgents().agents.obey()])
    await engine.settled()
    expect(await entries()).toBe(1)
    const [proposal] = await proposals()
    expect(proposal).toMatchObject({ answer: 'APPROVED', decidedAt: expect.any(Date), denialId: null })
    expect(await desks.database.db.order.findFirst()).toMatchObject({
      quantity: 2 * CONTRACT.lotSize,
      tradeId: proposal!.tradeId,
      mode: 'PAPER',
    })
    expect(await desks.database.db.agentTrade.findMany()).toMatchObject([{ tradeId: proposal!.tradeId, analysisId: proposal!.analysisId }])
  })

  it('is decided on by the next engine when its own has gone, once there are prices again', async () => {
    await proposed()
    await approve()
    const { agents, market } = startAgents()
    market.now = NOW + 3 * MINUTE
    market.premium = null
    await agents.obey()
    agents.onTime()
    expect(await proposals()).toMatchObject([{ answer: 'APPROVED', decidedAt: null }])
    market.premium = paise(101_00)
    market.real += SECOND
    agents.onTime()
    await expect.poll(entries).toBe(1)
  })

  it('is refused with the time that went by when no engine has looked at it in time', async () => {
    await proposed()
    await approve()
    const { agents, market } = startAgents()
    market.real += LIFE + MINUTE
    await agents.obey()
    const [proposal] = await proposals()
    expect(parseDenial(proposal!.denial!)).toMatchObject({
      reason: 'PROPOSAL_LATE',
      numbers: { limitMs: expect.closeTo(LIFE + 5 * SECOND, -4) },
    })
    expect(await entries()).toBe(0)
  })

  it.each<[string, DenialReason, object, (started: ReturnType<typeof startAgents>) => unknown]>([
    ['the agent is halted', 'AGENT_BARRED', { bar: 'HALTED' }, () => set({ haltedAt: new Date() })],
    ['the agent is off', 'AGENT_BARRED', { bar: 'OFF' }, () => set({ enabled: false })],
    ['it only observes', 'AGENT_BARRED', { bar: 'OBSERVES' }, () => set({ step: 'OBSERVE' })],
    ['it is to trade live', 'AGENT_BARRED', { bar: 'MODE' }, () => set({ paperTrade: false })],
    ['another lookback', 'AGENT_BARRED', { bar: 'MANDATE' }, () => set({ lookbackPeriod: 51 })],
    ['another index', 'AGENT_BARRED', { bar: 'MANDATE' }, () => set({ symbols: ['SENSEX'] })],
    ['no exploration', 'AGENT_BARRED', { bar: 'EXPLORATION' }, () => set({ exploration: false })],
    ['a kill switch', 'KILL_SWITCH', { scope: 'USER' }, () => kill()],
    ['too little capital', 'CAPITAL_SHORT', {}, () => set({ capitalPaise: 5_000_00n })],
    ['no funds', 'FUNDS_SHORT', {}, () => desks.database.db.user.updateMany({ data: { paperFundsPaise: 0n } })],
    [
      'a dearer option',
      'PRICE_MOVED',
      { proposed: 100_00, premium: 105_05, limitPercent: 5 },
      ({ market }) => (market.premium = paise(105_05)),
    ],
    [
      'a cheaper option',
      'PRICE_MOVED',
      { proposed: 100_00, premium: 94_95, limitPercent: 5 },
      ({ market }) => (market.premium = paise(94_95)),
    ],
  ])('is refused where since then there is %s', async (_what, reason, numbers, change) => {
    const started = await proposed()
    await approve()
    await change(started)
    await started.agents.obey()
    expect(await entries()).toBe(0)
    const [proposal] = await proposals()
    expect(proposal).toMatchObject({ answer: 'APPROVED', tradeId: null, decidedAt: expect.any(Date) })
    expect(parseDenial(proposal!.denial!)).toMatchObject({ reason, numbers })
  })

  it('of an account that was disabled is neither traded nor tried again', async () => {
    const { agents } = await proposed()
    await approve()
    await desks.database.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    await agents.obey()
    expect(await proposals()).toMatchObject([{ decidedAt: expect.any(Date), tradeId: null, denialId: null }])
    expect(await entries()).toBe(0)
  })
})

const kill = () => pullKill(desks.database.db, { scope: 'USER', scopeId: userId, squareOff: false, reason: 'of a test', by: 'of a test' })
