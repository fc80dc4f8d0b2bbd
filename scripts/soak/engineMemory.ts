import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../../engine/sandbox/startSandbox.ts'
import { createTestSubscription } from '../../engine/store/testing/createTestSubscription.ts'
import { EngineProcess } from '../../engine/testing/EngineProcess.ts'
import { seedMarketTables } from '../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { istInstant, MINUTE, SECOND } from '../../schema/time.ts'
import { withBenchDatabase } from '../bench/measuring/benchDatabase.ts'

const SPEED = 60
const USERS = 20
const SAMPLE_EVERY = 10 * SECOND
/** What the last third of the run may hold more than the second, in per cent: what a garbage collector leaves lying about. */
const MOST_GROWTH_PERCENT = 10
/** Levels that are soon reached, and no day's limit that would leave the engine idle. */
const EAGER = {
  rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
  ...{ instruments: ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'], maxTrades: 1_000, stopLossPercent: 2, takeProfitPercent: 2 },
}

/** Lets an engine trade for twenty users against a fast sandbox, and checks whether its resident memory stays flat. Linux only. */
export async function engineMemory(minutes: number, say: (text: string) => void): Promise<string[]> {
  return withBenchDatabase(async (db, databaseUrl) => {
    const home = await mkdtemp(path.join(tmpdir(), 'sakha-soak-'))
    const start = istInstant('2026-07-01', 9 * 60 + 15)
    const sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 7, start, replay: new Map() })
    const engine = new EngineProcess({ databaseUrl, home, sandboxPort: sandbox.port })
    try {
      await seedMarketTables(db, SHIPPED_MARKET_TABLES)
      for (let user = 0; user < USERS; user++) await createTestSubscription(db, EAGER)
      await engine.start()
      const samples: number[] = []
      for (let left = minutes * MINUTE; left > 0; left -= SAMPLE_EVERY) {
        await sleep(SAMPLE_EVERY)
        const megabytes = await residentMegabytes(engine.pid)
        if (megabytes === null) return ['the engine ended by itself']
        samples.push(megabytes)
        if (samples.length % 6 === 0)
          say(`${samples.length / 6} of ${minutes} minutes: ${Math.round(megabytes)} MB resident, ${await db.trade.count()} trades`)
      }
      const third = Math.floor(samples.length / 3)
      const [before, after] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
      say(`resident memory: ${Math.round(before)} MB in the second third of the run, ${Math.round(after)} MB in the last`)
      return after > before * (1 + MOST_GROWTH_PERCENT / 100)
        ? [`the engine's memory grew from ${Math.round(before)} to ${Math.round(after)} MB`]
        : []
    } finally {
      await engine.end('SIGTERM')
      await sandbox.stop()
      await rm(home, { recursive: true, force: true })
    }
  })
}

/** Null when the process is gone. */
async function residentMegabytes(pid: number | null): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
