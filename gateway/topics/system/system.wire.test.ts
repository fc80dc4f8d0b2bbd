import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { beginIncident, endIncident } from '../../../prisma/incidents.ts'
import { changeMarketTables } from '../../../prisma/marketTables.ts'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { VERSION } from '../../../schema/version.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const NODE = randomUUID()
const FIELDS = `at alerts { kind since text } feedAgeMs ownerless
  nodes { id kind version runtime startedAt measuredAt isLive partitions loopDelayMs memoryMb workerLoad errors }
  queues { outbox outboxSeconds jobs notifications } failedJobCount failedJobs { id task attempts error createdAt }
  database { version bytes connections slowStatements { text calls meanMs } slowStatementsProblem }
  lastBackup { at bytes } lastHour { at feedAgeMs loopDelayMs workerLoad outboxSeconds jobs errors }`

let app: TestGateway
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  admin = await app.user('Meera')
  user = await app.user('Ravi')
  // The gateway's own watch warns of a calendar that ends.
  const coveredYears = Array.from({ length: 80 }, (_, i) => 2021 + i)
  await changeMarketTables(app.db, 'test', async (current) => ({ ...(await current()), coveredYears }))
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

const ask = async (query: string, { token } = admin) =>
  (await app.graphql(query, { token })).body as {
    data: Record<string, unknown>
    errors?: { message: string; extensions: { code: string } }[]
  }

test('the nodes, the queues, the database and the last hour are the same by GraphQL and by REST; a node silent for an hour is gone', async () => {
  const now = new Date()
  const figures = { kind: 'ENGINE' as const, version: '0.0.9', runtime: 'v20.0.0', startedAt: now, loopDelayMs: 12.5, memoryMb: 300 }
  await app.db.nodeSample.createMany({
    data: [
      { ...figures, nodeId: NODE, at: now, workerLoad: 0.25, errors: 2 },
      { ...figures, nodeId: NODE, at: new Date(now.getTime() - 10_000), workerLoad: 0.75, errors: 1 },
      { ...figures, nodeId: randomUUID(), at: new Date(now.getTime() - MINUTE), errors: 0 },
      { ...figures, nodeId: randomUUID(), at: new Date(now.getTime() - HOUR - 1_000), errors: 0 },
    ],
  })
  await app.db.lease.updateMany({ where: { partition: { lt: 40 } }, data: { owner: NODE, expiresAt: new Date(now.getTime() + HOUR) } })
  const state = { market: 'real', clock: { kind: 'real' }, sandbox: false, feed: 'connected', heartbeatAt: now, lastTickAt: now }
  await app.db.engineState.create({ data: { nodeId: NODE, ...state } })
  const minute = new Date(now.getTime() - 20 * MINUTE)
  await app.db.systemSample.create({ data: { at: minute, feedAgeMs: 900, outboxSeconds: 0.5, jobs: 3, deliveries: 4 } })

  await app.owner.backup.createMany({
    data: [
      { at: now, bytes: 4_096 },
      { at: new Date(now.getTime() - HOUR), bytes: 2_048 },
    ],
  })
  const gateway = { kind: 'GATEWAY', version: VERSION, runtime: process.version, isLive: true, partitions: null, workerLoad: null }
  await eventually(async () => (await ask(`{ systemStatus { ${FIELDS} } }`)).data['systemStatus']).toMatchObject({
    lastBackup: { at: now.toISOString(), bytes: 4_096 },
    ...{ ownerless: 24, failedJobCount: 0, failedJobs: [], queues: { jobs: 0, notifications: 0 } },
    nodes: [
      { id: NODE, kind: 'ENGINE', version: '0.0.9', isLive: true, partitions: 40, workerLoad: 0.25, loopDelayMs: 12.5, errors: 3 },
      gateway,
      { kind: 'ENGINE', isLive: false, partitions: 0, errors: 0 },
    ],
    database: { version: expect.stringMatching(/^\d+/) as string, connections: expect.any(Number) as number },
    lastHour: expect.arrayContaining([
      expect.objectContaining({ feedAgeMs: 900, jobs: 7, outboxSeconds: 0.5, loopDelayMs: null }),
    ]) as unknown,
  })
  const { status, body } = await app.rest('GET', '/admin/system-status', { token: admin.token })
  expect([status, body]).toMatchObject([
    200,
    {
      success: true,
      data: { lastBackup: { at: now.toISOString(), bytes: 4_096 }, ownerless: 24, nodes: [{ id: NODE, partitions: 40 }, gateway, {}] },
    },
  ])
  const { database } = (body as { data: { database: { slowStatements: unknown[]; slowStatementsProblem: string | null } } }).data
  expect(database.slowStatementsProblem ?? database.slowStatements).toBeTruthy()
  // Else the gateway's own watch warns of them.
  await app.db.lease.updateMany({ data: { owner: NODE, expiresAt: new Date(now.getTime() + HOUR) } })
})

test('a job that failed for good is tried again or cancelled, once and with a reason, and both are audited', async () => {
  const dead = async () => {
    const [job] = await app.db.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM graphile_worker.add_job('nobody.works.here', '{}', max_attempts => 1)`
    await app.db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'It broke' WHERE id::text = ${job!.id}`
    return job!.id
  }
  const [first, second] = [await dead(), await dead()]
  expect((await ask('{ systemStatus { failedJobCount failedJobs { id task attempts error } } }')).data['systemStatus']).toEqual({
    failedJobCount: 2,
    failedJobs: [first, second].map((id) => ({ id, task: 'nobody.works.here', attempts: 1, error: 'It broke' })),
  })
  const retry = (id: string) => ask(`mutation { retryJob(id: "${id}") { failedJobs { id } queues { jobs } } }`)
  const cancel = (id: string, reason: string) =>
    ask(`mutation { cancelJob(input: { id: "${id}", reason: "${reason}" }) { failedJobCount } }`)
  expect((await retry(first)).data['retryJob']).toEqual({ failedJobs: [{ id: second }], queues: { jobs: 1 } })
  expect((await retry(first)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  expect((await cancel(second, '  ')).errors?.[0]?.message).toBe('reason must not be empty')
  expect((await cancel('x', 'No')).errors?.[0]?.message).toBe('id must be of a job, got x')
  expect((await cancel(second, 'Nobody needs it')).data['cancelJob']).toEqual({ failedJobCount: 0 })
  expect((await cancel(second, 'Again')).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  const entries = await app.db.auditEntry.findMany({ where: { accountId: admin.id, action: { startsWith: 'FAILED_JOB' } } })
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['FAILED_JOB_CANCELLED', 'FAILED_JOB_RETRIED'])
})

test('an alert is told to admins as it is raised and cleared, on their screens and in their notifications, and to nobody else', async () => {
  const open = ({ token }: TestUser) =>
    createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token },
      retryAttempts: 0,
    })
  const query = 'subscription { systemStatus { alerts { kind text } } }'
  const [admins, others] = [open(admin), open(user)]
  const told: unknown[] = []
  try {
    const refused = new Promise((resolve) => {
      others.subscribe({ query }, { next: ({ errors }) => resolve(errors), error: resolve, complete: () => undefined })
    })
    expect(JSON.stringify(await refused)).toContain('Only admins may do this.')
    admins.subscribe({ query }, { next: ({ data }) => told.push(data), error: () => undefined, complete: () => undefined })
    // Until the subscription stands, nothing is heard.
    await eventually(async () => {
      await beginIncident(app.db, 'LEASE_LOST')
      await endIncident(app.db, 'LEASE_LOST')
      return told.length
    }).toBeGreaterThan(0)
    await app.db.engineIncident.deleteMany()
    await beginIncident(app.db, 'OUTBOX_LATE')
    // The gateway's own watch may clear it.
    await eventually(() => JSON.stringify(told)).toContain('OUTBOX_LATE')
    await endIncident(app.db, 'OUTBOX_LATE')
    await eventually(() => told.at(-1)).toEqual({ systemStatus: { alerts: [] } })
  } finally {
    await Promise.all([admins.dispose(), others.dispose()])
  }
  const titles = async (reader: TestUser) => {
    const { notifications } = (await ask('{ notifications { edges { node { title link } } } }', reader)).data as {
      notifications: { edges: { node: { title: string; link: string } }[] }
    }
    return notifications.edges.map(({ node }) => `${node.title} ${node.link}`).filter((each) => each.includes('events are late'))
  }
  expect(await titles(admin)).toEqual(['Resolved: events are late /admin/system', 'Alert: events are late /admin/system'])
  expect(await titles(user)).toEqual([])
})
