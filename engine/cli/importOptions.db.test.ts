import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, istIso, MINUTE } from '../../schema/time.ts'
import { storedHistory } from '../store/storedHistory.ts'
import { storeColumns } from '../store/testing/queueBacktest.ts'
import { minutesFrom } from '../backtest/testing/history.ts'
import { MinuteImport } from '../store/MinuteImport.ts'
import { importOptions } from './importOptions.ts'

const REAL_FOLDER = process.env['SAKHA_REAL_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data')
const REAL_FILE = path.join(REAL_FOLDER, 'options/BANKNIFTY-options-1min-2022-12-30-atm.csv.gz')
const HEADER = 'time,symbol,open,high,low,close,volume'
const CALL = 'NIFTY04JAN2421700CE'
const OPEN = istInstant('2024-01-01', 555)
const row = (minute: number, close = 100) => `${istIso(OPEN + minute * MINUTE)},${CALL},100,101,99,${close},50`

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-import-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
})
beforeEach(() => vi.stubEnv('DATABASE_URL', database.url))
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.db.candle.deleteMany()
  await database.db.engineState.deleteMany()
})

async function file(...rows: readonly string[]): Promise<string> {
  const name = path.join(folder, 'options.csv')
  await writeFile(name, [HEADER, ...rows, ''].join('\n'))
  return name
}

const stored = () => database.db.candle.count()

describe('an import of option minutes', () => {
  it('is what a backtest of that market reads', async () => {
    const said = await importOptions(['--options', await file(row(0), row(1), row(4, 99.5)), '--market', 'angelone'])
    expect(said).toBe(
      `${path.join(folder, 'options.csv')}: 3 minutes of 1 contracts from 2024-01-01 to 2024-01-01 for the market angelone: 3 stored, 0 known before.\n  2 minutes between these have no row.\n`,
    )
    await storeColumns(database.db, 'NIFTY', minutesFrom('2024-01-01', '09:15', [21_700, 21_700]), 'angelone')
    const asked = { market: 'angelone', index: 'NIFTY', from: null, to: null, volatility: 0.14 } as const
    const history = await storedHistory(database.db, asked)
    if (!history.ok || history.value?.traded.kind !== 'OPTIONS') throw new Error(JSON.stringify(history))
    const candles = history.value.traded.candles.get(CALL)
    expect(candles && [[...candles.time], [...candles.close], [...candles.volume]]).toEqual([
      [0, 1, 4].map((minute) => OPEN + minute * MINUTE),
      [100, 100, 99.5],
      [50, 50, 50],
    ])
  })

  it('stores nothing of a file with a mistake in its last line, and goes to the market of the engine when none is named', async () => {
    await database.db.engineState.create({
      data: { nodeId: randomUUID(), market: 'replay-of-a-test', clock: {}, sandbox: true, heartbeatAt: new Date(), feed: 'live' },
    })
    const rows = Array.from({ length: 375 }, (_, minute) => row(minute))
    await expect(importOptions(['--options', await file(...rows, row(0, 100.5))])).rejects.toThrow(
      `options.csv: line 377: time ${istIso(OPEN)} of ${CALL} comes a second time, with other prices. Nothing of it was stored.`,
    )
    expect(await stored()).toBe(0)
    await importOptions(['--options', await file(...rows)])
    expect(await database.db.candle.count({ where: { market: 'replay-of-a-test', symbol: CALL } })).toBe(375)
  })

  it('keeps what was stored before, and tells the same from the different', async () => {
    const market = ['--market', 'angelone']
    await importOptions(['--options', await file(row(0), row(1)), ...market])
    const said = await importOptions(['--options', await file(row(0), row(1, 100.5), row(2)), ...market])
    expect(said).toContain('1 stored, 1 known before, 1 known with other prices, which were kept.')
    const kept = await database.db.candle.findFirstOrThrow({ where: { time: new Date(OPEN + MINUTE) } })
    expect([await stored(), kept.close]).toEqual([3, 10_000n])
  })

  it('leaves nothing of what was sent already when it ends before its time', async () => {
    const imported = new MinuteImport(database.url)
    const prices = { open: paise(100_00), high: paise(101_00), low: paise(99_00), close: paise(100_00), volume: 50 }
    const broken = imported.store('angelone', async (add, flush) => {
      for (let minute = 0; minute < 12_000; minute++) {
        add(CALL, OPEN + minute * MINUTE, prices)
        await flush()
      }
      throw new Error('the file has changed')
    })
    await expect(broken).rejects.toThrow('the file has changed')
    expect(await stored()).toBe(0)
    await imported.close()
  })

  it('is refused for a drawn market, and without one', async () => {
    const options = ['--options', await file(row(0))]
    await expect(importOptions([...options, '--market', 'sandbox-seed-1'])).rejects.toThrow('recorded ones do not belong to it')
    await expect(importOptions(options)).rejects.toThrow('No engine has run on this database yet')
    expect(await stored()).toBe(0)
  })

  it.skipIf(!existsSync(REAL_FILE))('takes the recorded day of Bank Nifty', async () => {
    const said = await importOptions(['--options', REAL_FILE, '--market', 'angelone'])
    expect(said).toContain('8,250 minutes of 22 contracts from 2022-12-30 to 2022-12-30 for the market angelone: 8,250 stored')
    expect(await stored()).toBe(8_250)
  })
})
