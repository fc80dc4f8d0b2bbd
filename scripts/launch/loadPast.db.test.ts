import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestCandles, insertCandles } from '../../engine/store/candles.ts'
import { SyntheticSource } from '../../engine/sandbox/sources/SyntheticSource.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { loadPast } from './loadPast.ts'

const source = new SyntheticSource(1)
const SESSIONS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
const asked = { source, today: '2026-11-20', sessions: SESSIONS.length }
const drawn = SESSIONS.flatMap((date) => source.candles('NIFTY', date))

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const storedNifty = () => newestCandles(database.db, source.marketId, 'NIFTY', 10_000)

test('the sessions before the market’s day are stored as its candle calls give them, for each index, and a second time nothing is', async () => {
  expect(await loadPast(database.url, asked)).toBe(INDEX_SYMBOLS.length * drawn.length)
  expect(await storedNifty()).toEqual(drawn)
  expect(await database.db.candle.count()).toBe(INDEX_SYMBOLS.length * drawn.length)
  expect(await loadPast(database.url, asked)).toBe(0)
})

test('what an engine has stored is left alone, and joined without a hole', async () => {
  const own = drawn.slice(2 * 375 + 100).map((candle) => ({ ...candle, volume: 7 }))
  await insertCandles(
    database.db,
    source.marketId,
    own.map((candle) => ({ symbol: 'NIFTY', candle })),
  )
  await insertCandles(database.db, 'another-market', [{ symbol: 'SENSEX', candle: drawn[0]! }])
  expect(await loadPast(database.url, asked)).toBe(INDEX_SYMBOLS.length * drawn.length - own.length)
  expect(await storedNifty()).toEqual([...drawn.slice(0, 2 * 375 + 100), ...own])
})
