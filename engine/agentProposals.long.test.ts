import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAgentStrategies } from '../prisma/agent/agentStrategies.ts'
import { publish } from '../prisma/bus/publish.ts'
import { createTestDatabase, type TestDatabase } from '../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_RULES } from '../schema/market/MarketRules.ts'
import { paise } from '../schema/money.ts'
import { HOUR, istInstant } from '../schema/time.ts'
import { parseDenial } from '../schema/trading/parseDenial.ts'
import { testRecord } from '../schema/trading/testing/testRecord.ts'
import { engineContract } from './broker/smartapi/orders/testing/openLive.ts'
import { optionContract } from './sandbox/options/optionContract.ts'
import { startSandbox, type RunningSandbox } from './sandbox/startSandbox.ts'
import { createTestSubscription } from './store/testing/createTestSubscription.ts'
import { EngineProcess } from './testing/EngineProcess.ts'

const SPEED = 10
const START = istInstant('2026-07-01', 10 * 60 + 15)
const patient = { timeout: 60_000, interval: 100 }

let home: string
let database: TestDatabase
let sandbox: RunningSandbox
let engine: EngineProcess
let userId: string
let analyses = 0
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-engine-'))
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 7, start: START, replay: new Map() })
  const { db } = database
  userId = (await createTestSubscription(db)).userId
  // The agent's trades alone.
  await db.subscription.updateMany({ data: { isActive: false } })
  await createAgentStrategies(db)
  await db.agentSettings.create({ data: { userId, enabled: true, step: 'APPROVE', riskPerTrade: 0.05, capitalPaise: 10_00_000_00n } })
  engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
})
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await database.drop()
  await rm(home, { recursive: true })
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-40).join('\n')}\n`)
})

/** The newest minute of Nifty that is stored. */
const newestMinute = () =>
  database.db.candle.findFirst({ where: { symbol: 'NIFTY', time: { gte: new Date(START) } }, orderBy: { time: 'desc' } })

/** What a user has approved: the call at the money that the agent would buy, at a premium in paise. */
async function approved(premium: number): Promise<string> {
  const { db } = database
  const minute = (await newestMinute())!
  const spot = Number(minute.close)
  const expiry = SHIPPED_MARKET_RULES.expiriesFrom('NIFTY', '2026-07-02', 1)[0]!
  const { token } = optionContract('NIFTY', expiry, paise(Math.round(spot / 50_00) * 50_00), 'CE')
  const at = { market: sandbox.marketId, symbol: 'NIFTY' as const, lookback: 50, version: ++analyses }
  const record = testRecord({ ...at, candleAt: minute.time.getTime(), spot: spot / 100, exploratory: 'CE' })
  const hashes = { prevHash: new Uint8Array(), hash: new Uint8Array() }
  const { id: analysisId } = await db.agentAnalysis.create({
    data: { ...at, ...hashes, number: analyses, candleAt: minute.time, verdict: 'NO_TRADE', reason: 'UNPROVEN', record },
  })
  const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' } })
  const signal = {
    market: at.market,
    symbol: at.symbol,
    strategyId,
    interval: '1min',
    candleTime: minute.time,
    side: 'LONG',
    analysisId,
  } as const
  const { id: signalId } = await db.signal.create({ data: { ...signal, pricePaise: minute.close } })
  const contract = { ...engineContract(token) }
  const own = { userId, analysisId, signalId, symbol: 'NIFTY', kind: 'EXPLORATORY', mode: 'PAPER', contract } as const
  const now = new Date()
  const { id } = await db.agentProposal.create({
    data: {
      ...own,
      lots: 1,
      premiumPaise: BigInt(premium),
      expiresAt: new Date(now.getTime() + HOUR),
      answer: 'APPROVED',
      answeredAt: now,
    },
  })
  return id
}

const tell = (proposalId: string) => publish(database.db, { type: 'proposal.approved', proposalId, userId })
const proposalOf = (id: string) => database.db.agentProposal.findUniqueOrThrow({ where: { id }, include: { denial: true } })
const orders = () => database.db.order.count({ where: { purpose: 'ENTRY' } })

it('an engine decides on what was approved when it hears of it, and killed in the midst of it decides once all the same', async () => {
  await engine.start()
  await expect.poll(newestMinute, patient).not.toBe(null)
  const cheap = await approved(1_00)
  await tell(cheap)
  await expect.poll(async () => (await proposalOf(cheap)).decidedAt, patient).not.toBe(null)
  const denial = parseDenial((await proposalOf(cheap)).denial!)
  if (denial.reason !== 'PRICE_MOVED') throw new Error(`refused for another reason: ${JSON.stringify(denial)}`)
  await engine.end('SIGKILL')

  // At its price of a moment ago, which the market may have left when the engine is back.
  const id = await approved(denial.numbers.premium)
  await engine.dieAt('before-intent-commit')
  expect(await proposalOf(id)).toMatchObject({ decidedAt: null, tradeId: null, denialId: null })
  expect(await orders()).toBe(0)
  await engine.dieAt('after-intent-commit')
  const decided = await proposalOf(id)
  expect(decided.decidedAt).not.toBe(null)
  expect([decided.tradeId, decided.denialId].filter((each) => each !== null)).toHaveLength(1)
  const sent = decided.tradeId === null ? 0 : 1
  expect(await orders()).toBe(sent)

  await engine.start()
  await tell(id)
  const last = await approved(1_00)
  await tell(last)
  await expect.poll(async () => (await proposalOf(last)).decidedAt, patient).not.toBe(null)
  expect(await proposalOf(id)).toEqual(decided)
  expect(await orders()).toBe(sent)
}, 240_000)
