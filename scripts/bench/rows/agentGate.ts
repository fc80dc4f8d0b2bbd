import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMarket } from '../../../engine/sandbox/openMarket.ts'
import type { SandboxConfig } from '../../../engine/sandbox/sandboxConfig.ts'
import { startSandbox } from '../../../engine/sandbox/startSandbox.ts'
import { createTestSubscription } from '../../../engine/store/testing/createTestSubscription.ts'
import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { istDate, MINUTE, SECOND } from '../../../schema/time.ts'
import { loadPast, PAST_SESSIONS } from '../../launch/loadPast.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withProgram } from '../measuring/withProgram.ts'

const MOST_MS = 3 * MINUTE
const PATIENCE_MS = 15 * MINUTE
const KEY = { symbol: 'NIFTY', lookback: 50 }

/** A first start of the market with a planted W, an agent switched on at once: until the gate of its key is open. */
export async function agentGate(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, databaseUrl) => {
    const home = await mkdtemp(path.join(tmpdir(), 'sakha-bench-pattern-'))
    const config: SandboxConfig = { port: 0, home, speed: 10, seed: 1, pattern: 'w', start: null, replay: new Map() }
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    const { userId } = await createTestSubscription(db)
    await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date() } })
    const from = performance.now()
    const sandbox = await startSandbox(config)
    try {
      const { source, startAt } = openMarket(config)
      await loadPast(databaseUrl, { source, today: istDate(startAt), sessions: PAST_SESSIONS })
      const drawn = performance.now() - from
      const settings = { DATABASE_URL: databaseUrl, SAKHA_HOME: home, SANDBOX_PORT: String(sandbox.port), ENGINE_PORT: '0' }
      const walked = await withProgram('engine/main', settings, () => walkedWhenOpen(db, from + PATIENCE_MS))
      return [row(performance.now() - from, drawn, walked)]
    } finally {
      await sandbox.stop()
      await rm(home, { recursive: true, force: true })
    }
  })
}

/** How many sessions were walked through when the gate was found open; null: it was not until then (performance.now()). */
async function walkedWhenOpen(db: Database, until: number): Promise<number | null> {
  for (;;) {
    const key = await db.agentKey.findFirst({ where: { ...KEY, openedOn: { not: null } }, select: { walked: true } })
    if (key || performance.now() > until) return key?.walked ?? null
    await sleep(200)
  }
}

function row(ms: number, drawn: number, walked: number | null): BenchRow {
  const seconds = (of: number) => `${(of / SECOND).toFixed(0)} s`
  return {
    what: `agent: first start of a market with a planted W, until the gate of ${KEY.symbol} with ${KEY.lookback} candles is open`,
    ours:
      walked === null
        ? `not within ${seconds(PATIENCE_MS)}`
        : `${seconds(ms)}, ${walked} sessions walked; of it ${seconds(drawn)} to draw the past`,
    peer: '',
    ratio: '',
    wanted: `≤ ${seconds(MOST_MS)}`,
    reached: walked !== null && ms <= MOST_MS,
  }
}
