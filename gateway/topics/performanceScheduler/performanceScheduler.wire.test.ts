import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MINUTE } from '../../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const FIELDS = 'isRunning activeJobs { kind startedAt problem } lastRun { kind durationMs results rows problem } nextRunAt asOf failures'

let app: TestGateway
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  admin = await app.user('Meera')
  user = await app.user('Ravi')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

const rest = (method: 'GET' | 'POST', path: string) => app.rest(method, `/admin/performance-scheduler/${path}`, { token: admin.token })
const ask = async (query: string) => (await app.graphql(query, { token: admin.token })).body as { data: unknown }
const audited = async () => {
  const entries = await app.db.auditEntry.findMany({ where: { accountId: admin.id }, orderBy: { sequence: 'asc' } })
  return entries.map(({ action }) => action).filter((action) => /^(SCHEDULER|UPDATE)_/.test(action))
}

test('the scheduler runs until it is stopped, says when it is started again, and each change is audited once', async () => {
  const start = { isRunning: true, activeJobs: [], lastRun: null, asOf: null, failures: 0 }
  expect(await rest('GET', 'status')).toMatchObject({ status: 200, body: { data: start, message: null } })
  expect((await rest('POST', 'stop')).body).toMatchObject({
    data: { isRunning: false, nextRunAt: null },
    message: 'Performance scheduler stopped successfully!',
  })
  expect((await ask(`mutation { stopScheduler { ${FIELDS} } }`)).data).toMatchObject({ stopScheduler: { isRunning: false } })
  expect((await ask(`{ schedulerStatus { ${FIELDS} } }`)).data).toMatchObject({ schedulerStatus: { isRunning: false } })
  expect((await rest('POST', 'start')).body).toMatchObject({
    data: { isRunning: true },
    message: 'Performance scheduler started successfully!',
  })
  expect((await ask(`mutation { startScheduler { ${FIELDS} } }`)).data).toMatchObject({ startScheduler: { isRunning: true } })
  expect(await audited()).toEqual(['SCHEDULER_STOPPED', 'SCHEDULER_STARTED'])
})

test('an update that is triggered ten times is one; it is told to admins as it goes, with what came of it', async () => {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: admin.token },
    retryAttempts: 0,
  })
  const told: unknown[] = []
  const listening = client.subscribe(
    { query: `subscription { schedulerStatus { ${FIELDS} } }` },
    { next: ({ data }) => told.push(data), error: () => undefined, complete: () => undefined },
  )
  try {
    // Until the subscription stands, nothing is heard.
    await eventually(async () => {
      await rest('POST', 'stop')
      await rest('POST', 'start')
      return told.length
    }).toBeGreaterThan(0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => rest('POST', 'trigger-update')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(answers[0]?.body).toMatchObject({
      message: 'Performance update triggered successfully!',
      data: { activeJobs: [{ kind: 'TRIGGERED', startedAt: null }] },
    })
    const [run, ...others] = await app.db.performanceRun.findMany()
    expect([run?.kind, others]).toEqual(['TRIGGERED', []])
    expect((await audited()).filter((action) => action === 'UPDATE_TRIGGERED')).toHaveLength(1)
    // As an engine does.
    const startedAt = new Date()
    const endedAt = new Date(startedAt.getTime() + 120)
    await app.db.performanceRun.updateMany({ data: { startedAt, endedAt, results: 7, rows: 9 } })
    expect((await ask(`mutation { triggerUpdate { ${FIELDS} } }`)).data).toMatchObject({
      triggerUpdate: {
        activeJobs: [{ kind: 'TRIGGERED' }],
        lastRun: { kind: 'TRIGGERED', durationMs: 120, results: 7, rows: 9, problem: null },
        asOf: endedAt.toISOString(),
      },
    })
    await eventually(() => told.at(-1)).toMatchObject({ schedulerStatus: { lastRun: { results: 7 } } })
  } finally {
    listening()
    await client.dispose()
  }
})

test('a failed update is told and leaves the figures as of the one before; one whose job was given up is under way no more', async () => {
  const hour = new Date(Date.now() - 60 * MINUTE)
  await app.db.performanceRun.deleteMany()
  await app.db.performanceRun.createMany({
    data: [
      { kind: 'SCHEDULED', askedAt: hour, startedAt: hour, endedAt: hour },
      { kind: 'FINAL', askedAt: new Date(), startedAt: new Date(), endedAt: new Date(), problem: 'The update failed' },
      { kind: 'TRIGGERED', askedAt: hour, startedAt: hour },
    ],
  })
  expect((await rest('GET', 'status')).body).toMatchObject({
    data: { activeJobs: [], lastRun: { kind: 'FINAL', problem: 'The update failed' }, asOf: hour.toISOString(), failures: 1 },
  })
  const { body } = await app.graphql('{ recordsAsOf { at isStopped isLate } }', { token: user.token })
  expect(body).toEqual({ data: { recordsAsOf: { at: hour.toISOString(), isStopped: false, isLate: false } } })
})

test('nobody else hears of it', async () => {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: user.token },
    retryAttempts: 0,
  })
  const refused = new Promise((resolve) => {
    client.subscribe(
      { query: 'subscription { schedulerStatus { isRunning } }' },
      { next: ({ errors }) => resolve(errors), error: resolve, complete: () => undefined },
    )
  })
  expect(JSON.stringify(await refused)).toContain('Only admins may do this.')
  await client.dispose()
})
