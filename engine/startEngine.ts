import type { Logger } from 'pino'
import { errorText } from '../schema/errorText.ts'
import { SchemaMismatch } from '../schema/SchemaMismatch.ts'
import { PARTS } from './app/parts.ts'
import type { Wait } from './app/Platform.ts'
import { processMetrics } from './app/processMetrics.ts'
import { onChange } from './cluster/onChange.ts'
import type { EngineConfig } from './runtime/config.ts'
import { HealthServer } from './runtime/HealthServer.ts'
import { retryUntilDone } from './runtime/retryUntilDone.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { readSchemaMismatch } from './store/readSchemaMismatch.ts'

const NOTHING = { database: false, broker: false, feed: false } as const

export interface RunningEngine {
  /** Of the health server. */
  readonly port: number
  stop(): Promise<void>
}

/**
 * Opens the parts of the engine and starts them; resolves when it trades. What they need and do not find yet (the broker, an
 * account there, the database) they wait for. Rejects, with everything closed, when its port is taken, `shutdown` runs meanwhile, or with
 * SchemaMismatch where the database has not the tables of this version.
 */
export async function startEngine(config: EngineConfig, log: Logger, shutdown = new Shutdown(log)): Promise<RunningEngine> {
  try {
    return { port: await start(config, log, shutdown), stop: () => shutdown.run() }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function start(config: EngineConfig, log: Logger, shutdown: Shutdown): Promise<number> {
  const { databaseUrl } = config
  const health = new HealthServer()
  const { metrics } = health
  const wait = waitShown(health, log, shutdown)
  const port = await health.listen(config.port, config.metricsHost)
  shutdown.add('health server', () => health.close())
  const mismatch = await wait('the database', () => readSchemaMismatch(databaseUrl))
  if (mismatch !== null) throw new SchemaMismatch(mismatch)

  const times = { now: () => Date.now(), monotonic: () => performance.now() }
  const parts = await PARTS.open({ config, log, shutdown, metrics, wait, ...times })
  const bus = await wait('the database', () => onChange(databaseUrl, parts.hears, log))
  shutdown.add('bus', () => bus.close())
  parts.run()
  shutdown.add('market', () => parts.stop())

  const { broker, leases, readiness } = parts.services
  await parts.resume()
  leases.onChange(() => parts.onUsersChanged())
  await parts.begin()
  parts.trading()
  processMetrics(health)
  parts.describe(metrics)
  health.report(() => ({ ...readiness(), degraded: parts.degraded }))
  log.info({ market: broker.marketId, port }, 'trading')
  return port
}

/** A wait of which /readyz tells. */
function waitShown(health: HealthServer, log: Logger, { signal }: Shutdown): Wait {
  return (what, attempt) => {
    const waiting = `the engine is starting and waits for ${what}`
    const shown = async () => {
      try {
        return await attempt()
      } catch (error) {
        health.report(() => ({ ...NOTHING, why: [`${waiting}: ${errorText(error)}`] }))
        throw error
      }
    }
    health.report(() => ({ ...NOTHING, why: [waiting] }))
    return retryUntilDone(what, shown, signal, log)
  }
}
