import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import type { Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE, type IsoDate } from '../../schema/time.ts'
import { newestCandles } from './candles.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'
import { PastCandles } from './PastCandles.ts'

let database: TestDatabase
let past: PastCandles
beforeEach(async () => {
  database = await createTestDatabase()
  past = new PastCandles({ database: database.url, market: 'here' })
})
afterEach(async () => {
  await past.close()
  await database.drop()
})

function candlesOf(day: IsoDate, count: number, close = 100): Candle[] {
  const all = { open: paise(100), high: paise(100), low: paise(100), close: paise(close), volume: 0 }
  return Array.from({ length: count }, (_, i) => ({ time: istInstant(day, 555) + i * MINUTE, ...all }))
}

it('days are counted in India, by index and market, and what was asked for is known even without candles', async () => {
  await past.saveDays('NIFTY', ['2026-11-17', '2026-11-18', '2026-11-19'], [...candlesOf('2026-11-18', 3), ...candlesOf('2026-11-19', 2)])
  expect([...(await past.storedDays('NIFTY', '2026-11-18'))].sort()).toEqual([
    ['2026-11-18', 3],
    ['2026-11-19', 2],
  ])
  expect([...(await past.storedDays('NIFTY', '2026-11-19'))]).toEqual([['2026-11-19', 2]])
  expect([...(await past.askedDays('NIFTY', '2026-11-17'))].sort()).toEqual(['2026-11-17', '2026-11-18', '2026-11-19'])
  expect([...(await past.askedDays('NIFTY', '2026-11-19'))]).toEqual(['2026-11-19'])
  for (const [symbol, market] of [['SENSEX', 'here'] as const, ['NIFTY', 'elsewhere'] as const]) {
    const other = new PastCandles({ database: database.url, market })
    expect((await other.storedDays(symbol, '2026-11-01')).size + (await other.askedDays(symbol, '2026-11-01')).size).toBe(0)
    await other.close()
  }
})

it('what is stored already stays as it is, and a day may be saved twice', async () => {
  await past.saveDays('NIFTY', ['2026-11-19'], candlesOf('2026-11-19', 2))
  await past.saveDays('NIFTY', ['2026-11-19'], candlesOf('2026-11-19', 4, 100))
  expect(await newestCandles(database.db, 'here', 'NIFTY', 10)).toEqual(candlesOf('2026-11-19', 4))
})

it('who warms up is stored anew each time, and versions that are gone are left out', async () => {
  const { strategyId } = await createTestSubscription(database.db)
  const rows = () => database.db.warmingUp.findMany({ orderBy: { symbol: 'asc' } })
  const slow = { strategyId, version: 1, sessions: 61, sessionsNeeded: 207 }
  const gone = { ...slow, version: 2, symbol: 'NIFTY', readyAt: null } as const
  await past.saveWarmingUp([{ ...slow, symbol: 'NIFTY', readyAt: 1_800_000_000_000 }, { ...slow, symbol: 'SENSEX', readyAt: null }, gone])
  expect(await rows()).toEqual([
    { ...slow, symbol: 'NIFTY', readyAt: new Date(1_800_000_000_000) },
    { ...slow, symbol: 'SENSEX', readyAt: null },
  ])
  await past.saveWarmingUp([{ ...slow, sessions: 100, symbol: 'SENSEX', readyAt: null }])
  expect(await rows()).toMatchObject([{ symbol: 'SENSEX', sessions: 100 }])
  await past.saveWarmingUp([])
  expect(await rows()).toEqual([])
})
