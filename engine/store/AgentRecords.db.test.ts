import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import type { Examined, KeyStep } from '../agent/AgentStore.ts'
import { newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { AgentRecords } from './AgentRecords.ts'

const OPEN = istInstant('2026-07-01', 9 * 60 + 15)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function open(market = 'drawn') {
  return new AgentRecords({ database: database.url, market, leases: await holdAllLeases(database.db) })
}

function examined(lookback: number, minute: number): Examined {
  const candleAt = OPEN + (minute - 1) * MINUTE
  return {
    symbol: 'NIFTY',
    lookback,
    version: 1,
    candleAt,
    verdict: 'NO_TRADE',
    reason: 'TOO_EARLY',
    text: JSON.stringify({ lookback, candleAt }),
  }
}

function stepTo(candles: number, scans: number): KeyStep {
  const record = { ...newKeyRecord(), scans }
  const trade = { date: '2026-07-01', side: 'CE', boughtAt: 30, soldAt: 44, entry: 100.05, exit: 110, net: 0.09, evidence: 1.02 } as const
  return { symbol: 'NIFTY', lookback: 50, record, scanned: { date: '2026-07-01', candles }, sessions: 70, trades: [trade] }
}

it('thousands of agents are due by a few distinct keys, and only those whose interval has ended', async () => {
  const { db } = database
  const store = await open()
  expect(await store.isWanted()).toBe(false)
  await db.$executeRaw`
    INSERT INTO "User" (id, email, name, "passwordHash", "updatedAt")
    SELECT gen_random_uuid(), 'agent' || n || '@example.com', 'Agent', '', now() FROM generate_series(1, 4000) AS n`
  await db.$executeRaw`
    INSERT INTO "AgentSettings" ("userId", enabled, "enabledAt", "lookbackPeriod", "analysisIntervalMinutes", symbols, "updatedAt")
    SELECT id, n % 4 <> 3, now(), (ARRAY[33, 50, 77, 120])[1 + n % 4], (ARRAY[5, 7, 5, 5])[1 + n % 4],
           CASE n % 4 WHEN 1 THEN ARRAY['SENSEX', 'NIFTY'] ELSE ARRAY['NIFTY'] END, now()
    FROM (SELECT id, row_number() OVER ()::int AS n FROM "User") AS numbered`
  expect(await store.isWanted()).toBe(true)
  const [nifty33, nifty50, nifty77, sensex50] = [
    ...([33, 50, 77] as const).map((lookback) => ({ symbol: 'NIFTY', lookback })),
    { symbol: 'SENSEX', lookback: 50 },
  ]
  expect(await store.wantedKeys()).toEqual([nifty33, nifty50, nifty77, sensex50])
  expect(await store.dueKeys(2, 0)).toEqual([])
  expect(await store.dueKeys(6, 4)).toEqual([nifty33, nifty77])
  expect(await store.dueKeys(8, 6)).toEqual([nifty50, sensex50])
  await store.close()
})

it('a scan is stored whole, once, and by the node that leads alone; a record never goes back', async () => {
  const { db } = database
  const [old, store] = [await open(), await open()]
  const scan = { at: OPEN + 40 * MINUTE, found: [examined(50, 40), examined(33, 40)], keys: [stepTo(40, 4)], tookMs: 12.4 }
  expect(await old.saveScan(scan)).toBe(false)
  expect(await old.saveKeys([stepTo(40, 4)])).toBe(false)
  expect([await db.agentAnalysis.count(), await db.agentKey.count(), await store.begin()]).toEqual([0, 0, null])

  expect(await store.saveScan(scan)).toBe(true)
  expect(await store.saveScan({ ...scan, found: [...scan.found, examined(77, 40)] })).toBe(true)
  const stored = await db.agentAnalysis.findMany({ orderBy: { number: 'asc' } })
  expect(stored.map(({ number, lookback }) => [Number(number), lookback])).toEqual(
    [50, 33, 77].map((lookback, place) => [place + 1, lookback]),
  )
  expect(await store.begin()).toBe(scan.at)
  expect(await store.saveKeys([stepTo(35, 3)])).toBe(true)
  expect(await store.keys()).toMatchObject([
    { symbol: 'NIFTY', lookback: 50, scanned: { date: '2026-07-01', candles: 40 }, record: { scans: 4 } },
  ])
  expect(await db.agentShadowTrade.findMany()).toMatchObject([
    { boughtAt: new Date(OPEN + 31 * MINUTE), soldAt: new Date(OPEN + 45 * MINUTE), entryPaise: 100_05n, exitPaise: 110_00n, net: 0.09 },
  ])
  await Promise.all([old.close(), store.close()])
})
