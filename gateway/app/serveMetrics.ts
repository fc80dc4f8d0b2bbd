import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { readBacklog } from '../../prisma/bus/readBacklog.ts'
import type { Pool } from '../../prisma/client.ts'
import { IncidentKind } from '../../prisma/generated/client.ts'
import { readOpenIncidents } from '../../prisma/incidents.ts'
import { knownMigrations } from '../../prisma/schemaVersion.ts'
import { droppedSpans } from '../../schema/tracing/spans.ts'
import { ownHosts } from '../../schema/ownHosts.ts'
import { VERSION } from '../../schema/version.ts'

const LOOPBACK = '127.0.0.1'

export interface MetricsTools {
  /** 0: any free one. */
  readonly port: number
  readonly pool: Pool
  /** The number of the last event that was heard. */
  readonly lastNumber: () => number
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves /metrics in Prometheus' text format, on 127.0.0.1 only: `metrics`, and values collected from process, database and bus on scrape.
 * Rejects when the port is busy (EADDRINUSE).
 */
export async function serveMetrics(metrics: Registry, { port, pool, lastNumber }: MetricsTools): Promise<MetricsServer> {
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
    const open = backlog ? await readOpenIncidents(pool).catch(() => null) : null
    for (const kind of Object.values(IncidentKind)) incidents.set({ kind }, open ? Number(open.includes(kind)) : NaN)
  }

  const app = Fastify()
  const isOwnHost = ownHosts(LOOPBACK)
  app.addHook('onRequest', async ({ headers: { host } }, reply) => {
    if (!isOwnHost(host)) return reply.code(421).send(`The metrics are not served as ${host}.`)
  })
  app.get('/metrics', async (_request, reply) => {
    await measure()
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.metrics())
  })
  await app.listen({ port, host: LOOPBACK })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}
