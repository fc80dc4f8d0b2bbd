import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { readBacklog } from '../../prisma/bus/readBacklog.ts'
import type { Database, Pool } from '../../prisma/client.ts'
import type { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import { IncidentKind, KillScope } from '../../prisma/generated/client.ts'
import { readOpenIncidents } from '../../prisma/incidents.ts'
import { countDeadLetters } from '../../prisma/jobs/deadLetters.ts'
import { lastBackups } from '../../prisma/lastBackups.ts'
import { knownMigrations } from '../../prisma/schemaVersion.ts'
import { droppedSpans } from '../../schema/tracing/spans.ts'
import { daysCovered } from '../../schema/market/daysCovered.ts'
import { mayReadMetrics } from '../../schema/metricsHost.ts'
import { istDate, SECOND } from '../../schema/time.ts'
import { VERSION } from '../../schema/version.ts'

export interface MetricsTools {
  /** 0: any free one. */
  readonly port: number
  readonly host: string
  readonly pool: Pool
  readonly db: Database
  readonly rules: CurrentMarketRules
  /** The number of the last event that was heard. */
  readonly lastNumber: () => number
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves /metrics in Prometheus' text format, on one address: `metrics`, and values collected from process, database and bus on scrape.
 * Rejects when the port is busy (EADDRINUSE).
 */
export async function serveMetrics(metrics: Registry, { port, host, pool, db, rules, lastNumber }: MetricsTools): Promise<MetricsServer> {
  collectDefaultMetrics({ register: metrics })
  const gauge = (name: string, help: string) => new Gauge({ name: `sakha_${name}`, help, registers: [metrics] })
  const connections = new Gauge({
    ...{ name: 'sakha_database_connections', help: 'Connections of the pool, by whether they are in use.', labelNames: ['state'] },
    registers: [metrics],
  })
  const queued = gauge('database_requests_waiting', 'Requests that wait for a connection of the pool.')
  const up = gauge('database_up', 'Whether the database answered just now.')
  const waiting = gauge('outbox_rows', 'Rows of the outbox that no relay has taken yet.')
  const oldest = gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.')
  const newest = gauge('bus_newest_event_number', 'The number of the last event that was published.')
  const heard = gauge('bus_last_event_number', 'The number of the last event that this gateway heard.')
  const incidents = new Gauge({
    ...{ name: 'sakha_incident_open', help: 'Whether an incident of this kind is under way.', labelNames: ['kind'], registers: [metrics] },
  })
  const backupAt = gauge('backup_last_timestamp_seconds', 'When the last backup was made, in seconds since 1970; 0: none ever was.')
  const backupBytes = gauge('backup_last_bytes', 'The size of the last backup that was made.')
  const calendar = gauge('calendar_covered_days', 'Days until the first whose holidays are not entered; 0: it is today.')
  const deadJobs = gauge('jobs_failed', 'Jobs that have used up their attempts.')
  const stops = new Gauge({
    ...{
      name: 'sakha_stops_in_force',
      help: 'Emergency stops in force, by whom they concern.',
      labelNames: ['scope'],
      registers: [metrics],
    },
  })
  new Gauge({
    ...{ name: 'sakha_build_info', help: 'What runs, by its labels; 1.', labelNames: ['version', 'schema'], registers: [metrics] },
  }).set({ version: VERSION, schema: knownMigrations().at(-1) ?? 'none' }, 1)
  new Counter({
    ...{ name: 'sakha_spans_dropped_total', help: 'Spans of traces that the collector did not take.', registers: [metrics] },
    collect() {
      this.reset()
      this.inc(droppedSpans())
    },
  })
  async function measure(): Promise<void> {
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    queued.set(pool.waitingCount)
    // Before what it is compared with.
    heard.set(lastNumber())
    const backlog = await readBacklog(pool).catch(() => null)
    up.set(backlog ? 1 : 0)
    waiting.set(backlog?.waiting ?? NaN)
    oldest.set(backlog?.oldestSeconds ?? NaN)
    newest.set(backlog?.newestNumber ?? NaN)
    calendar.set(daysCovered(rules.rules, istDate(Date.now())))
    const [backups, dead, inForce] = await Promise.all(
      backlog ? [lastBackups(db).catch(() => null), countDeadLetters(db).catch(() => null), stopsInForce(db).catch(() => null)] : [],
    )
    backupAt.set(backups ? (backups.made?.at.getTime() ?? 0) / SECOND : NaN)
    backupBytes.set(backups ? (backups.made?.bytes ?? 0) : NaN)
    deadJobs.set(dead ?? NaN)
    for (const scope of Object.values(KillScope)) stops.set({ scope }, inForce ? (inForce.get(scope) ?? 0) : NaN)
    const open = backlog ? await readOpenIncidents(pool).catch(() => null) : null
    for (const kind of Object.values(IncidentKind)) incidents.set({ kind }, open ? Number(open.includes(kind)) : NaN)
  }

  const app = Fastify()
  app.addHook('onRequest', async ({ headers, socket }, reply) => {
    if (!mayReadMetrics(socket.localAddress, headers.host)) return reply.code(421).send(`The metrics are not served as ${headers.host}.`)
  })
  app.get('/metrics', async (_request, reply) => {
    await measure()
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.metrics())
  })
  await app.listen({ port, host })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

async function stopsInForce(db: Database): Promise<ReadonlyMap<KillScope, number>> {
  const rows = await db.killSwitch.groupBy({ by: ['scope'], where: { liftedAt: null }, _count: true })
  return new Map(rows.map(({ scope, _count }) => [scope, _count]))
}
