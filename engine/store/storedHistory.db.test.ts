import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { storedHistory } from './storedHistory.ts'

const MARKET = 'of-a-test'
const OPEN = istInstant('2024-01-01', 555)
const asked = { market: MARKET, index: 'NIFTY', from: null, to: null } as const

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

/** Stores so many minutes of a symbol, each a paisa dearer than the one before. */
async function store(symbol: string, minutes: number, from = OPEN): Promise<void> {
  await database.db.$executeRaw`
    INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
    SELECT ${MARKET}, ${symbol}, to_timestamp((${from}::float8 + n::float8 * ${MINUTE}) / 1000), 10000 + n, 10000 + n, 10000 + n, 10000 + n, n
    FROM generate_series(0, ${minutes - 1}::int) AS n`
}

describe('the stored history of an index', () => {
  beforeAll(async () => {
    await store('NIFTY', 30_000)
    // Pages of 20,000 rows end within a contract, and at the end of one.
    await store('NIFTY04JAN2421700CE', 15_000)
    await store('NIFTY04JAN2421700PE', 25_000)
    await store('NIFTY11JAN2421700CE', 1, OPEN + MINUTE)
    await store('NIFTYNXT5004JAN2460000CE', 5)
    await store('BANKNIFTY04JAN2448000CE', 5)
  })

  it('has every minute of the index and of each of its options once, oldest first, in rupees', async () => {
    const history = await storedHistory(database.db, asked)
    if (!history.ok || history.value?.traded.kind !== 'OPTIONS') throw new Error(JSON.stringify(history))
    const { minutes, traded } = history.value
    expect([...traded.candles].map(([symbol, { time }]) => [symbol, time.length])).toEqual([
      ['NIFTY04JAN2421700CE', 15_000],
      ['NIFTY04JAN2421700PE', 25_000],
      ['NIFTY11JAN2421700CE', 1],
    ])
    for (const { time, close, volume } of [minutes, traded.candles.get('NIFTY04JAN2421700PE')!]) {
      expect(time.every((at, i) => at === OPEN + i * MINUTE)).toBe(true)
      expect(close.every((price, i) => price === (10_000 + i) / 100)).toBe(true)
      expect(volume.every((units, i) => units === i)).toBe(true)
    }
    expect(traded.candles.get('NIFTY11JAN2421700CE')!.time[0]).toBe(OPEN + MINUTE)
  })

  it('keeps no more memory for a contract than its minutes take', async () => {
    const history = await storedHistory(database.db, asked)
    if (!history.ok || history.value?.traded.kind !== 'OPTIONS') throw new Error(JSON.stringify(history))
    for (const { time, close } of history.value.traded.candles.values()) {
      expect(time.buffer.byteLength).toBe(8 * time.length)
      expect(close.buffer.byteLength).toBe(8 * close.length)
    }
  })

  it('is refused when it has more minutes of options than fit, with the number and the last day that would fit', async () => {
    expect((await storedHistory(database.db, asked, 40_001)).ok).toBe(true)
    expect(await storedHistory(database.db, asked, 40_000)).toEqual({
      ok: false,
      error: 'More than 40,000 minutes of NIFTY options are stored for these days, and no more fit. The last day can be 2024-01-17.',
    })
  })
})
