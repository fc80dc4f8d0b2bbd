import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { istIso, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'

const ROWS = 1_000_000
const FEWER = 100_000
const MOST_SECONDS = 20
/** How much more a file ten times as long may hold: what the garbage collector leaves between two of its rounds. */
const MOST_GROWTH_MB = 80
const CONTRACTS = 200
const SESSION = 375
const run = promisify(execFile)
const answer = z.object({ ms: z.number(), megabytes: z.number() })

/** A million option minutes from a file to the database, checked and in one transaction; and the memory compared with a tenth of them. */
export async function importOptions(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sakha-import-'))
  try {
    const [fewer, all] = await withBenchDatabase(async (db, url) => {
      await seedMarketTables(db, SHIPPED_MARKET_TABLES)
      return [await imported(url, folder, FEWER), await imported(url, folder, ROWS)] as const
    })
    const seconds = all.ms / 1_000
    const growth = all.megabytes - fewer.megabytes
    return [
      {
        what: `import of ${ROWS.toLocaleString('en-US')} option minutes, checked and stored whole or not at all`,
        ours: `${seconds.toFixed(1)} s, ${Math.round(all.megabytes)} MB resident at most`,
        peer: `${FEWER.toLocaleString('en-US')} of them: ${Math.round(fewer.megabytes)} MB`,
        ratio: '',
        wanted: `≤ ${MOST_SECONDS} s, ≤ ${MOST_GROWTH_MB} MB more`,
        reached: seconds <= MOST_SECONDS && growth <= MOST_GROWTH_MB,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function imported(databaseUrl: string, folder: string, rows: number) {
  const file = path.join(folder, `${rows}.csv`)
  await pipeline(Readable.from(lines(rows)), createWriteStream(file))
  const program = ['--import', '#typescript', 'scripts/bench/importOptionsProcess.ts', file, `bench-${rows}`]
  const { stdout } = await run(process.execPath, program, { env: { ...process.env, DATABASE_URL: databaseUrl } })
  return answer.parse(JSON.parse(stdout))
}

/** All contracts minute by minute, as recorders write them, on the trading days before an expiry. */
function* lines(rows: number): Generator<string> {
  yield 'time,symbol,open,high,low,close,volume\n'
  let date: IsoDate = '2026-11-23'
  for (let day = 0; day * CONTRACTS * SESSION < rows; day++) date = SHIPPED_MARKET_RULES.previousTradingDay(date)
  for (let written = 0; written < rows; date = SHIPPED_MARKET_RULES.nextTradingDay(date)) {
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)
    for (let minute = 0; minute < SESSION && written < rows; minute++) {
      const time = istIso(open + minute * MINUTE)
      let text = ''
      for (let contract = 0; contract < CONTRACTS && written < rows; contract++, written++) {
        const price = 100 + ((minute * 7 + contract * 13) % 400) / 20
        text += `${time},NIFTY23NOV26${23_000 + 50 * (contract >> 1)}${contract % 2 === 0 ? 'CE' : 'PE'},${price},${price + 1},${price - 1},${price + 0.5},${65 * minute}\n`
      }
      yield text
    }
  }
}
