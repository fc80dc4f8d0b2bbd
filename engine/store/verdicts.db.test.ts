import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAgentStrategies } from '../../prisma/agent/agentStrategies.ts'
import { openPool } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { unmetAgentGates } from '../../prisma/liveGates/unmetAgentGates.ts'
import { liftKill, pullKill } from '../../prisma/killSwitches.ts'
import { openLiveGates } from '../../prisma/testing/openLiveGates.ts'
import { err, ok } from '../../schema/errors.ts'
import { paise } from '../../schema/money.ts'
import { HOUR, MINUTE } from '../../schema/time.ts'
import type { AgentTradeKind, AgentVerdict } from '../../schema/trading/agent.ts'
import { AGENT_GATES } from '../../schema/trading/agentGates.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { planOf } from '../trading/testing/legs.ts'
import { addressedAgents } from './addressedAgents.ts'
import { CONTRACT, filled, MARKET, NOW, TERMS, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()
const SCAN = { minute: 45, since: 43, premium: paise(100_00), until: Date.now() + HOUR }
const enter: Judge<AgentCandidate> = () =>
  ok(planOf({ contract: CONTRACT, quantity: CONTRACT.lotSize, terms: TERMS, reserved: paise(6_900_00) }))

let analyses = 0
let userId: string

beforeEach(async () => {
  const testStore = current()
  await createAgentStrategies(testStore.db)
  userId = testStore.subscription.userId
  await testStore.db.agentSettings.create({ data: { userId, enabled: true, countedFrom: new Date(0) } })
})

/** A verdict of a lookback of 50 on Nifty, with its stored analysis; of another minute each time. */
async function speak(more: Partial<AgentVerdict> = {}): Promise<AgentVerdict> {
  const number = ++analyses
  const symbol = more.symbol ?? 'NIFTY'
  const [lookback, candleAt] = [more.lookback ?? 50, NOW - MINUTE]
  const { id } = await current().db.agentAnalysis.create({
    data: {
      ...{ market: MARKET, number, symbol, lookback, version: number, candleAt: new Date(candleAt), verdict: 'NO_TRADE' },
      ...{ reason: 'UNPROVEN', record: {}, prevHash: new Uint8Array(), hash: new Uint8Array() },
    },
  })
  const spot = paise(24_510_00)
  return { analysisId: id, market: MARKET, symbol, lookback, side: 'CE', kind: 'EXPLORATORY', candleAt, spot, deviation: 0.002, ...more }
}

const set = (data: Prisma.AgentSettingsUncheckedUpdateInput) => current().db.agentSettings.update({ where: { userId }, data })

/** The candidates asked about a verdict; the answer is no. */
async function asked(more: Partial<AgentVerdict> = {}, scan = SCAN): Promise<AgentCandidate[]> {
  const candidates: AgentCandidate[] = []
  await current().store.decisions.decideVerdict(await speak(more), scan, NOW, (_side, candidate) => {
    candidates.push(candidate)
    return err({ reason: 'NO_QUOTE', numbers: { strike: 24_500_00 } })
  })
  return candidates
}

/** A closed trade of the agent with a net result in paise. */
async function closeTrade(kind: AgentTradeKind, netPaise: bigint): Promise<void> {
  const testStore = current()
  const { entries } = await testStore.store.decisions.decideVerdict(await speak({ kind }), SCAN, NOW, enter)
  const [entry] = entries
  await testStore.store.trades.markSubmitted([entry!.id])
  const { legUpdates } = await testStore.store.trades.book([filled(entry!.clientOrderId, 100_00, NOW)])
  const { exits } = await testStore.store.trades.submitExits([{ legId: legUpdates[0]!.leg!.id, reason: 'STOP', at: NOW }])
  await testStore.store.trades.book([filled(exits[0]!.clientOrderId, 100_00, NOW)])
  await testStore.db.trade.updateMany({ where: { id: entry!.tradeId }, data: { netPaise } })
}

describe('a verdict', () => {
  it('becomes one trade of each agent that looks at it, however often it comes, with its analysis and its kind', async () => {
    const { db, store } = current()
    const verdict = await speak()
    const { entries } = await store.decisions.decideVerdict(verdict, SCAN, NOW, enter)
    expect(entries).toHaveLength(1)
    expect(await store.decisions.decideVerdict(verdict, SCAN, NOW, enter)).toEqual({ entries: [], denied: 0, proposed: 0 })
    const [entry] = entries
    expect(await db.agentTrade.findMany()).toMatchObject([
      { tradeId: entry!.tradeId, userId, analysisId: verdict.analysisId, kind: 'EXPLORATORY' },
    ])
    expect(await db.signal.findMany({ include: { strategy: true } })).toMatchObject([
      {
        analysisId: verdict.analysisId,
        side: 'LONG',
        symbol: 'NIFTY',
        strategy: { agent: 'EXPLORATORY', name: 'AI Trading Agent (UNPROVEN)' },
      },
    ])
    await store.trades.markSubmitted([entry!.id])
    await store.trades.book([filled(entry!.clientOrderId, 100_00, NOW)])
    expect(await db.trade.findMany({ include: { subscription: true } })).toMatchObject([
      { userId, status: 'RUNNING', subscription: { isActive: false, endedAt: expect.any(Date) as Date } },
    ])
    // No rules use its bars: nothing is evaluated for it.
    expect(await store.tradedStrategies()).toMatchObject([{ id: current().subscription.strategyId }])
  })

  it('and another one of the same minute with another lookback are two, and neither closes what the other opened', async () => {
    const { db, store } = current()
    const { entries } = await store.decisions.decideVerdict(await speak(), SCAN, NOW, enter)
    await store.trades.markSubmitted([entries[0]!.id])
    await store.trades.book([filled(entries[0]!.clientOrderId, 100_00, NOW)])
    await set({ lookbackPeriod: 100 })
    expect((await store.decisions.decideVerdict(await speak({ lookback: 100, side: 'PE' }), SCAN, NOW, enter)).entries).toHaveLength(1)
    expect(await db.signal.count()).toBe(2)
    expect(await db.order.count({ where: { purpose: 'EXIT' } })).toBe(0)
  })

  it('asks agents that are on, released, beyond observing, with its lookback and index, whose interval came round', async () => {
    expect(await asked()).toHaveLength(1)
    expect(await asked({ lookback: 51 })).toEqual([])
    expect(await asked({ symbol: 'BANKNIFTY' })).toEqual([])
    expect(await asked({}, { ...SCAN, minute: 44, since: 42 })).toEqual([])
    expect(await asked({}, { ...SCAN, minute: 46, since: 44 })).toHaveLength(1)
    for (const [out, back] of [
      [{ enabled: false }, { enabled: true }],
      [{ haltedAt: new Date() }, { haltedAt: null }],
      [{ step: 'OBSERVE' }, { step: 'PAPER' }],
      [{ exploration: false }, { exploration: true }],
      // Exploratory trades are never live.
      [{ paperTrade: false }, { paperTrade: true }],
    ] as const) {
      await set(out)
      expect(await asked(), JSON.stringify(out)).toEqual([])
      await set(back)
    }
    for (const out of [{ role: 'analyst' }, { role: 'user', disabledAt: new Date() }] as const) {
      await current().db.user.update({ where: { id: userId }, data: out })
      expect(await asked(), JSON.stringify(out)).toEqual([])
    }
  })

  it('that is proven asks without exploration too', async () => {
    await set({ exploration: false })
    expect(await asked({ kind: 'PROVEN' })).toHaveLength(1)
  })
})

describe('the candidate of an agent', () => {
  it('has its settings, and the trades and losses of both kinds', async () => {
    await set({ maxTradesPerDay: 4, quantityLots: 3, riskPerTrade: 0.015 })
    await closeTrade('EXPLORATORY', -1_000_00n)
    await closeTrade('PROVEN', -2_500_00n)
    await current().store.decisions.decideVerdict(await speak(), SCAN, NOW, enter)
    const [candidate] = await asked({ kind: 'PROVEN' })
    expect(candidate).toMatchObject({
      ...{ mode: 'PAPER', unmetGates: [], killed: null, tradesToday: 3, openTrades: 1 },
      settings: {
        ...{ capital: 1_00_000_00, lots: 3, risk: 1_500_00, maxTrades: 4 },
        ...{ lossToday: 3_500_00, softDrawdown: 5_000_00, lossCounted: 3_500_00, hardDrawdown: 10_000_00 },
      },
    })
  })

  it('has the trades and losses of the mode that it trades in: what it lost on paper neither stops nor halts it live', async () => {
    await closeTrade('PROVEN', -2_500_00n)
    await current().store.decisions.decideVerdict(await speak(), SCAN, NOW, enter)
    await set({ paperTrade: false })
    expect((await asked({ kind: 'PROVEN' }))[0]).toMatchObject({
      ...{ mode: 'LIVE', tradesToday: 0, openTrades: 0, settings: { lossToday: 0, lossCounted: 0 } },
    })
    await set({ paperTrade: true })
    expect((await asked({ kind: 'PROVEN' }))[0]).toMatchObject({
      ...{ mode: 'PAPER', tradesToday: 2, openTrades: 1, settings: { lossToday: 2_500_00, lossCounted: 2_500_00 } },
    })
  })

  it('has lost nothing of what it lost before it was released', async () => {
    await closeTrade('EXPLORATORY', -1_000_00n)
    await set({ countedFrom: new Date() })
    expect((await asked())[0]?.settings).toMatchObject({ lossToday: 1_000_00, lossCounted: 0 })
  })

  it('is stopped by the kill switches of its user and of the agent, whichever kind that names', async () => {
    const { db } = current()
    const killed = async () => (await asked())[0]?.killed
    expect(await killed()).toBe(null)
    await pullKill(db, current().killOf('USER'))
    expect(await killed()).toBe('USER')
    const ofKind = async (agent: AgentTradeKind) => {
      const { id: scopeId } = await db.strategy.findUniqueOrThrow({ where: { agent } })
      return { scope: 'STRATEGY' as const, scopeId, squareOff: false, reason: 'of a test', by: 'of a test' }
    }
    await pullKill(db, await ofKind('PROVEN'))
    expect(await killed()).toBe('STRATEGY')
    expect(await liftKill(db, await ofKind('EXPLORATORY'))).toBe(true)
    expect(await killed()).toBe('USER')
    expect(await liftKill(db, await ofKind('PROVEN'))).toBe(false)
  })

  it('that wants to trade live lacks what live trading needs, and what the agent needs for it', async () => {
    const { db } = current()
    await set({ paperTrade: false })
    const unmet = async () => (await asked({ kind: 'PROVEN' }))[0]
    expect(await unmet()).toMatchObject({
      mode: 'LIVE',
      unmetGates: ['AGENT_STEP', 'AGENT_PROOF', 'AGENT_RECORD', 'BROKER', 'EMAIL', 'TWO_FACTOR', 'RISK_TEXT', 'LIMITS', 'CONFIRMATION'],
    })
    await openLiveGates(db, userId)
    await set({ step: 'AUTO', lookbackPeriod: 60, paperTrade: true })
    await db.agentService.create({ data: { market: MARKET, version: 1 } })
    const key = {
      ...{ market: MARKET, symbol: 'NIFTY', version: 1, stakes: [], evidence: 1, peak: 1, threshold: 560, scans: 0, leads: 0 },
      ...{ shadowTrades: 0, report: {}, state: {}, walked: 0, sessions: 0 },
    }
    await db.agentKey.create({ data: { ...key, lookback: 50, openedOn: new Date() } })
    await db.agentKey.create({ data: { ...key, lookback: 75 } })
    const gates = async () =>
      (await unmetAgentGates(db, [userId], { market: MARKET, allowed: 'EVERYBODY', now: Date.now() })).get(userId)?.get('NIFTY')
    // Between two lookbacks of the grid both gates decide.
    expect(await gates()).toEqual(['AGENT_PROOF', 'AGENT_RECORD', 'CONFIRMATION'])
    await db.agentKey.updateMany({ where: { lookback: 75 }, data: { openedOn: new Date() } })
    expect(await gates()).toEqual(['AGENT_RECORD', 'CONFIRMATION'])
    await db.agentKey.deleteMany()
    await db.agentService.deleteMany()
  })
})

describe('the live gates of an index that its user takes out of the mandate', () => {
  it('are all unmet where that happens between the reading of the agents and the reading of their gates', async () => {
    const { db, url } = current()
    await set({ paperTrade: false })
    const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'PROVEN' } })
    const pool = openPool(url, 'test', 1)
    const sent = statementsOn(pool)
    const interrupted: Statements = {
      ...sent,
      async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
        const rows = await sent.$queryRaw<T>(query, ...values)
        await set({ symbols: ['SENSEX'] })
        return rows
      },
    }
    const signal = { id: randomUUID(), strategyId, version: 1, side: 'LONG' as const }
    const spoken = {
      verdict: await speak({ kind: 'PROVEN' }),
      signal,
      partitions: [...current().leases.held().keys()],
      now: NOW,
      asked: SCAN,
    }
    const addressed = await addressedAgents(interrupted, spoken, 'EVERYBODY')
    await pool.end()
    expect(addressed.map(({ candidate }) => candidate)).toMatchObject([{ userId, mode: 'LIVE', unmetGates: AGENT_GATES }])
  })
})

describe('an agent that has lost what it may', () => {
  it('is halted with its reason, and its owner hears of it', async () => {
    const { db, store, events } = current()
    const denied: Judge<AgentCandidate> = () => err({ reason: 'AGENT_HALTED', numbers: { loss: 10_002_00, limit: 10_000_00 } })
    expect(await store.decisions.decideVerdict(await speak(), SCAN, NOW, denied)).toEqual({ entries: [], denied: 1, proposed: 0 })
    expect(await db.agentSettings.findUniqueOrThrow({ where: { userId } })).toMatchObject({
      ...{ haltedAt: expect.any(Date) as Date, version: 2 },
      haltReason: 'It has lost ₹10,002; its hard drawdown stop is ₹10,000.',
    })
    await expect.poll(() => events).toContainEqual({ type: 'agent.changed', userId })
    expect(await asked()).toEqual([])
  })
})
