import type { FastifyInstance } from 'fastify'
import { databaseWasBusy, type Database } from '../../prisma/client.ts'
import { errorText } from '../../schema/errorText.ts'
import type { EngineStates } from '../topics/market/EngineStates.ts'

interface Readiness {
  readonly ready: boolean
  /** `ok`, or what is wrong. */
  readonly database: string
  readonly engine: string
  readonly feed: string
  /** What is not as it should be while people can trade, in sentences. */
  readonly degraded?: readonly string[]
}

/**
 * `/livez`: the process answers. `/readyz`: 200 when database, engine and feed are all well, else 503; the body says which is not, and why.
 * Raw SQL: a question about no table.
 */
export function healthRoutes(app: FastifyInstance, db: Database, engine: EngineStates): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ live: true }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const readiness = await readinessOf(db, engine).catch((error: unknown): Readiness => {
      request.log.error({ err: error }, 'the database does not answer')
      return { ready: false, database: problemOf(error), engine: 'unknown', feed: 'unknown' }
    })
    return reply
      .code(readiness.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness)
  })
}

async function readinessOf(db: Database, engine: EngineStates): Promise<Readiness> {
  await db.$queryRaw`SELECT 1`
  const state = await engine.read()
  if (!state) return { ready: false, database: 'ok', engine: 'never started', feed: 'unknown' }
  if (!state.running) return { ready: false, database: 'ok', engine: 'heartbeat is stale', feed: 'unknown' }
  if (!state.feedConnected) return { ready: false, database: 'ok', engine: 'ok', feed: 'not connected' }
  const partial = 'some prices do not come although others do: the engine’s /readyz names them'
  return { ready: true, database: 'ok', engine: 'ok', feed: 'ok', ...(state.feedFaults > 0 && { degraded: [partial] }) }
}

/** Everybody may read it: nothing of the server's own words, which name roles and databases. */
function problemOf(error: unknown): string {
  if (databaseWasBusy(error)) return 'no connection of this gateway was free in time'
  return /too many clients|connection slots/i.test(errorText(error))
    ? 'takes no more connections: max_connections is used up'
    : 'does not answer'
}
