import type { FastifyInstance } from 'fastify'
import type { Database } from '../../prisma/client.ts'
import type { EngineStates } from '../topics/market/EngineStates.ts'

interface Readiness {
  readonly ready: boolean
  /** `ok`, or what is wrong. */
  readonly database: string
  readonly engine: string
  readonly feed: string
}

/** `/livez`: the process answers. `/readyz`: 200 when database, engine and feed are all well, else 503; the body says which is not. */
export function healthRoutes(app: FastifyInstance, db: Database, engine: EngineStates): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ live: true }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const readiness = await readinessOf(db, engine).catch((error: unknown): Readiness => {
      request.log.error({ err: error }, 'the database does not answer')
      return { ready: false, database: 'does not answer', engine: 'unknown', feed: 'unknown' }
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
  return { ready: state.feedConnected, database: 'ok', engine: 'ok', feed: state.feedConnected ? 'ok' : 'not connected' }
}
