import { afterAll, beforeAll, expect, it } from 'vitest'
import { pruneAnalyses } from '../../prisma/agent/pruneAnalyses.ts'
import { createAgentStrategies } from '../../prisma/agent/agentStrategies.ts'
import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { DAY, istInstant, MINUTE } from '../../schema/time.ts'
import { testRecord } from '../../schema/trading/testing/testRecord.ts'
import type { Examined } from '../agent/AgentStore.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { AgentAudit } from './AgentAudit.ts'
import { AgentRecords } from './AgentRecords.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'

const MARKET = 'drawn'
const NOW = istInstant('2026-07-01', 11 * 60)
/** Days before the newest analysis at which the first ones were made, one a row. */
const AGES = [40, 40, 39, 31, 31, 30, 29, 0]

let database: TestDatabase
let audit: AgentAudit
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  audit = new AgentAudit(database.url)
  ;({ userId } = await createTestSubscription(database.db))
  await createAgentStrategies(database.db)
})
afterAll(async () => {
  await audit.close()
  await database.drop()
})

function examined(market: string, candleAt: number): Examined {
  const record = testRecord({ market, candleAt })
  const { symbol, lookback, version, verdict, reason } = record
  return { symbol, lookback, version, candleAt, verdict, reason, text: JSON.stringify(record) }
}

/** Stores analyses of so many days before now, and the scan that they are of. */
async function scan(market: string, ages: readonly number[], now = NOW): Promise<void> {
  const records = new AgentRecords({ database: database.url, market, leases: await holdAllLeases(database.db) })
  const found = ages.map((age, place) => examined(market, now - age * DAY + place * MINUTE))
  expect(await records.saveScan({ at: now, found, keys: [], tookMs: 1 })).toBe(true)
  await records.close()
}

async function idOf(db: Database, number: number): Promise<string> {
  return (await db.agentAnalysis.findFirstOrThrow({ where: { market: MARKET, number }, select: { id: true } })).id
}

async function propose(db: Database, analysisId: string): Promise<void> {
  const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' }, select: { id: true } })
  const at = { market: MARKET, symbol: 'NIFTY', interval: '1min', candleTime: new Date(NOW) }
  const signal = await db.signal.create({ data: { ...at, strategyId, side: 'LONG', pricePaise: 24_500_00n, analysisId } })
  const asked = { userId, analysisId, signalId: signal.id, symbol: 'NIFTY', kind: 'EXPLORATORY', mode: 'PAPER' } as const
  await db.agentProposal.create({ data: { ...asked, contract: {}, lots: 1, premiumPaise: 100_00n, expiresAt: new Date(NOW) } })
}

const numbers = async (market = MARKET) =>
  (await database.db.agentAnalysis.findMany({ where: { market }, orderBy: { number: 'asc' } })).map(({ number }) => Number(number))
const checkpoints = async () =>
  (await database.db.agentCheckpoint.findMany({ orderBy: { number: 'asc' } })).map(({ number, kept }) => [Number(number), kept])

it('what is older than thirty days of market time goes, but for what trades and proposals name; the chain holds from there on', async () => {
  const { db } = database
  await scan(MARKET, AGES)
  await scan('another', [50, 0])
  await db.agentTrade.create({ data: { tradeId: userId, userId, analysisId: await idOf(db, 2), kind: 'EXPLORATORY' } })
  await propose(db, await idOf(db, 5))

  // In the name of the product, which may remove none by itself.
  await pruneAnalyses(db, 2)
  expect(await numbers()).toEqual([2, 5, 7, 8])
  expect(await numbers('another')).toEqual([2])
  expect(await db.agentCheckpoint.findMany({ where: { market: MARKET }, orderBy: { number: 'asc' } })).toMatchObject([
    { number: 2n, kept: true },
    { number: 5n, kept: true },
    { number: 6n, kept: false },
  ])
  expect(await audit.walk(MARKET)).toEqual({ market: MARKET, analyses: 4, removed: 4, broken: null })
  expect(await audit.walk('another')).toEqual({ market: 'another', analyses: 1, removed: 1, broken: null })

  await pruneAnalyses(db)
  expect(await numbers()).toEqual([2, 5, 7, 8])

  await scan(MARKET, [20, 0], NOW + 35 * DAY)
  await pruneAnalyses(db)
  expect(await numbers()).toEqual([2, 5, 9, 10])
  await scan(MARKET, [0], NOW + 60 * DAY)
  await pruneAnalyses(db)
  expect(await numbers()).toEqual([2, 5, 10, 11])
  // Of two ends the older one is of no use.
  expect(await checkpoints()).toEqual([
    [1, false],
    [2, true],
    [5, true],
    [9, false],
  ])
  expect(await audit.walk(MARKET)).toEqual({ market: MARKET, analyses: 4, removed: 7, broken: null })
})

it('what was kept is found changed, taken away or put in between, and so is what follows the cut', async () => {
  const { owner } = database
  const broken = async () => (await audit.walk(MARKET)).broken
  /** Findings once analysis `number` has other columns. */
  const foundWith = async (number: number, change: Prisma.AgentAnalysisUpdateInput) => {
    const id = await idOf(owner, number)
    const { reason, number: its, hash, prevHash } = await owner.agentAnalysis.findUniqueOrThrow({ where: { id } })
    await owner.agentAnalysis.update({ where: { id }, data: change })
    const found = await broken()
    await owner.agentAnalysis.update({ where: { id }, data: { reason, number: its, hash, prevHash } })
    return found
  }
  expect(await foundWith(5, { reason: 'FLAT' })).toEqual({ number: 5, why: 'its columns say something else than its record' })
  expect(await foundWith(5, { number: 4 })).toEqual({ number: 4, why: 'it is not one of those that were kept' })
  for (const number of [2, 5]) expect(await foundWith(number, { number: 5_000 })).toEqual({ number, why: 'it was kept, and is missing' })
  expect(await foundWith(10, { prevHash: new Uint8Array(32) })).toEqual({ number: 10, why: 'it does not name the hash of the one before' })
  expect(await broken()).toBeNull()

  // As a forger would do it: with the hash that belongs to it.
  await owner.$executeRaw`
    UPDATE "AgentAnalysis" SET record = forged::json, hash = sha256("prevHash" || convert_to(forged, 'UTF8'))
    FROM (SELECT id AS "of", replace(record::text, '24512.3', '24512.4') AS forged FROM "AgentAnalysis") AS text
    WHERE id = "of" AND market = ${MARKET} AND number = 2`
  expect(await broken()).toEqual({ number: 2, why: 'its hash is another than when it was kept' })
})
