import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { readConfig } from '../gateway/app/readConfig.ts'
import { startGateway } from '../gateway/app/startGateway.ts'
import { seed } from '../prisma/seed.ts'
import { LocalPostgres, removeCluster } from './postgres/LocalPostgres.ts'
import { makeRoles } from './postgres/makeRoles.ts'
import { migrate } from './postgres/migrate.ts'
import { freePort } from './processes/freePort.ts'

/** Every call of chapter 7 of the specification, by its group there: method and path below /api. */
export const SPECIFIED = {
  Auth: [
    'POST /auth/login',
    'POST /auth/signup',
    'POST /auth/logout',
    'POST /auth/refresh',
    'POST /auth/change-password',
    'POST /auth/forgot-password',
    'POST /auth/reset-password',
    'POST /auth/verify-email',
    'POST /auth/resend-verification',
    'GET /user/profile',
    'PUT /user/profile',
  ],
  Broker: [
    'POST /auth/refresh-broker-token',
    'POST /auth/auto-refresh-broker-token',
    'GET /broker/status',
    'GET /broker/ltp/{token}',
    'POST /broker/live-data',
  ],
  Trades: ['GET /trades', 'GET /trades/live', 'GET /trades/history'],
  Strategies: [
    'GET /strategy/available',
    'GET /strategy/user',
    'POST /strategy/subscribe',
    'PUT /strategy/user/{id}',
    'DELETE /strategy/user/{id}',
    'PATCH /strategy/user/{id}/toggle',
    'PATCH /strategy/user/{id}/toggle-paper-trade',
    'POST /strategy/run',
  ],
  'Dashboard and candles': ['GET /dashboard/stats', 'GET /dashboard/chart/{symbol}', 'GET /candles/latest'],
  'Admin strategies': [
    'POST /admin/strategies',
    'GET /admin/strategies',
    'PUT /admin/strategies/{id}',
    'DELETE /admin/strategies/{id}',
    'PATCH /admin/strategies/{id}/toggle-public',
    'PATCH /admin/strategies/{id}/toggle-active',
  ],
  'Admin scheduler': [
    'GET /admin/performance-scheduler/status',
    'POST /admin/performance-scheduler/start',
    'POST /admin/performance-scheduler/stop',
    'POST /admin/performance-scheduler/trigger-update',
  ],
  'Admin broker': [
    'POST /admin/broker/configure',
    'POST /admin/broker/login',
    'GET /admin/broker/status',
    'DELETE /admin/broker/credentials',
  ],
  'Research agent': [
    'GET /research-agent/trades',
    'GET /research-agent/aitrading-status',
    'POST /research-agent/toggle-aitrading',
    'PUT /research-agent/aitrading-settings',
    'POST /research-agent/trigger-analysis',
    'GET /research-agent/service-status',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type RestGroup = keyof typeof SPECIFIED

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** The calls an OpenAPI document describes, written as in `SPECIFIED`. Throws when it is no such document. */
export function servedCalls(document: unknown): ReadonlySet<string> {
  const { paths } = openApi.parse(document)
  return new Set(
    Object.entries(paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${route.replace(/^\/api/, '')}`),
    ),
  )
}

/** One line a specified call, whether it is served, and how many are. */
function describe(served: ReadonlySet<string>): string {
  const groups = Object.entries(SPECIFIED).map(([group, calls]) => {
    const lines = calls.map((call) => `  ${served.has(call) ? 'served    ' : 'not served'}  ${call}`)
    return [`${group}: ${calls.filter((call) => served.has(call)).length} of ${calls.length}`, ...lines].join('\n')
  })
  return `${groups.join('\n\n')}\n`
}

/** The document of the gateway of this copy, started for a moment on a database of its own. */
async function readDocument(): Promise<unknown> {
  const home = mkdtempSync(path.join(tmpdir(), 'sakha-rest-'))
  const folder = path.join(home, 'postgres')
  const database = new LocalPostgres({ folder, port: await freePort(), password: 'only-for-this-list', durable: false })
  try {
    await database.start()
    const urls = await makeRoles(database, 'sakha')
    await migrate(urls)
    await seed(urls.runtime)
    const config = readConfig({ PORT: '0', DATABASE_URL: urls.runtime, SAKHA_HOME: home })
    const gateway = await startGateway(config, pino({ level: 'silent' }))
    try {
      const response = await fetch(`${gateway.url}/api/openapi.json`)
      return await response.json()
    } finally {
      await gateway.close()
    }
  } finally {
    await database.stop()
    await removeCluster(folder)
    rmSync(home, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('restPaths.ts')) process.stdout.write(describe(servedCalls(await readDocument())))
