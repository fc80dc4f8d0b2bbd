import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant, istIso, MINUTE } from '../../schema/time.ts'
import { importCandles } from './importCandles.ts'

const OPEN = istInstant('2024-01-01', 555)
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-candles-'))
  vi.stubEnv('DATABASE_URL', database.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
  await database.drop()
})

async function file(...rows: readonly string[]): Promise<string> {
  const name = path.join(folder, 'candles.csv')
  await writeFile(name, ['time,open,high,low,close,volume', ...rows, ''].join('\n'))
  return name
}
const row = (minute: number, close = 21_700) => `${istIso(OPEN + minute * MINUTE)},${close},${close + 5},${close - 5},${close},0`

it('minutes of an index become the past of a market, each once, a file whole or not at all', async () => {
  const { db } = database
  const from = ['--market', 'angelone', '--index', 'BANKNIFTY']
  const good = await file(...[-5, 0, 1, 2, 3, 4, 5].map((minute) => row(minute)))
  expect(await importCandles(['--candles', good, ...from])).toContain(
    '6 minutes of BANKNIFTY for the market angelone: 6 stored, 0 known before.\n  1 candle',
  )
  expect(await importCandles(['--candles', await file(row(4, 21_000), row(5), row(6)), ...from])).toContain(
    '1 stored, 1 known before, 1 known with other prices, which were kept.',
  )
  await expect(importCandles(['--candles', await file(row(7), row(8, NaN)), ...from])).rejects.toThrow(
    /line 3: .*Nothing of it was stored\./,
  )
  await expect(importCandles(['--candles', good, '--market', 'sandbox-seed-1'])).rejects.toThrow('are drawn')
  await expect(importCandles(['--candles', good, '--index', 'DOW'])).rejects.toThrow('--index must be one of')
  const stored = await db.candle.findMany({ orderBy: { time: 'asc' } })
  expect(stored.map(({ market, symbol, time, close }) => [market, symbol, (time.getTime() - OPEN) / MINUTE, close])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((minute) => ['angelone', 'BANKNIFTY', minute, 21_700_00n]),
  )
})
