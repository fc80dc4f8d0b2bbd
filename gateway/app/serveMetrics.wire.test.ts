import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { publish } from '../../prisma/bus/publish.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import { eventually, startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { readConfig } from './readConfig.ts'
import { startGateway } from './startGateway.ts'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway({ metricsPort: 0 })
})
afterAll(() => app.close())

async function read(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${app.gateway.metricsPort}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return answer.text()
}

/** A number by its name and labels as they are printed; NaN when it is not there. */
async function numberOf(series: string): Promise<number> {
  const line = (await read()).split('\n').find((text) => text.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

test('metrics have a port of their own, and none unless it is set', async () => {
  expect(await read()).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(await read()).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(await (await fetch(`${app.url}/metrics`)).text()).not.toContain('sakha_')
  const quiet = await startTestGateway()
  expect(quiet.gateway.metricsPort).toBeNull()
  await quiet.close()
})

test('requests are measured by the pattern of their route, and never by what a client wrote', async () => {
  const { token } = await app.user('Asha')
  await app.rest('POST', '/trades/0192f0c1-0000-7000-8000-000000000000/close', { token, body: {} })
  await app.rest('GET', '/no-such-path-ever', { token })
  const closes = 'sakha_http_request_duration_seconds_count{method="POST",route="/api/trades/:id/close",status="404"}'
  await eventually(() => numberOf(closes)).toBe(1)
  expect(await read()).not.toMatch(/no-such-path-ever|0192f0c1/)
})

test('operations are measured by the field of the schema and how it ended, and never by the name that a client gave', async () => {
  const { token } = await app.user('Ravi')
  await app.graphql('query MyOwnName { mine: me { id } }', { token })
  await app.graphql('query MyOwnName { mine: me { id } }')
  await app.graphql('{ me { id } other: me { id } }', { token })
  const series = (operation: string, outcome: string) =>
    `sakha_graphql_operation_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`
  await eventually(() => numberOf(series('me', 'OK'))).toBe(1)
  expect(await numberOf(series('me', 'UNAUTHENTICATED'))).toBe(1)
  expect(await numberOf(series('several', 'OK'))).toBe(1)
  expect(await read()).not.toMatch(/MyOwnName|mine|other/)
})

test('sockets, subscriptions and messages on them are counted', async () => {
  const { token } = await app.user('Sara')
  const url = app.url.replace('http', 'ws') + '/graphql'
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0, lazy: true })
  client.subscribe({ query: 'subscription { notificationAdded { id } }' }, { next: () => {}, error: () => {}, complete: () => {} })
  await eventually(() => numberOf('sakha_subscriptions_open')).toBe(1)
  expect(await numberOf('sakha_sockets_open')).toBe(1)
  expect(await numberOf('sakha_socket_messages_sent_total')).toBeGreaterThan(0)
  await client.dispose()
  await eventually(() => numberOf('sakha_sockets_open')).toBe(0)
  expect(await numberOf('sakha_subscriptions_open')).toBe(0)
})

test('the bus says which event was published and which was heard, and the outbox empties', async () => {
  await publish(app.db, { type: 'market.changed' }, { type: 'market.changed' })
  await eventually(() => numberOf('sakha_bus_last_event_number')).toBe(2)
  expect(await numberOf('sakha_bus_newest_event_number')).toBe(2)
  expect([await numberOf('sakha_outbox_rows'), await numberOf('sakha_outbox_oldest_seconds')]).toEqual([0, 0])
  expect(await numberOf('sakha_database_up')).toBe(1)
  expect(await numberOf('sakha_database_connections{state="idle"}')).toBeGreaterThan(0)
})

test('the last backup, stops in force, jobs that were given up and the end of the calendar are numbers', async () => {
  expect(await numberOf('sakha_backup_last_timestamp_seconds')).toBe(0)
  await app.db.backup.create({ data: { at: new Date('2026-07-01T22:30:00Z'), bytes: 4_096 } })
  expect([await numberOf('sakha_backup_last_timestamp_seconds'), await numberOf('sakha_backup_last_bytes')]).toEqual([1_782_945_000, 4_096])
  const stops = () => numberOf('sakha_stops_in_force{scope="GLOBAL"}')
  expect(await stops()).toBe(0)
  await app.db.$transaction((tx) => pullKill(tx, { scope: 'GLOBAL', scopeId: null, squareOff: false, reason: 'test', by: 'command line' }))
  expect([await stops(), await numberOf('sakha_stops_in_force{scope="USER"}')]).toEqual([1, 0])
  expect(await numberOf('sakha_jobs_failed')).toBe(0)
  await app.db.$executeRaw`SELECT FROM graphile_worker.add_job('nobody.works.here', '{}', max_attempts => 1)`
  await app.db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`
  expect(await numberOf('sakha_jobs_failed')).toBe(1)
  expect(await numberOf('sakha_calendar_covered_days')).toBeGreaterThanOrEqual(0)
})

test('a metrics port that is taken ends the start, and says which it is', async () => {
  const port = app.gateway.metricsPort ?? 0
  const settings = { DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home, PORT: '0', METRICS_PORT: String(port) }
  await expect(startGateway(readConfig(settings), pino({ level: 'silent' }))).rejects.toMatchObject({ code: 'EADDRINUSE', port })
})
