import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../prisma/connect.ts'
import { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { addJobs } from '../../../prisma/jobs/addJobs.ts'
import { cancelDeadLetter, deadLetters, retryDeadLetter } from '../../../prisma/jobs/deadLetters.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { HOUR, istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import { EngineStates } from '../market/EngineStates.ts'
import { AlertWatch } from './AlertWatch.ts'

const NODE = randomUUID()
/** A Wednesday, 11:00 in India. */
const NOON: Instant = istInstant('2026-07-01', 660)

let database: TestDatabase
/** Those of two gateways, on one database. */
let watches: readonly AlertWatch[]
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const rules = await CurrentMarketRules.load(db)
  const engine = new EngineStates(db, 5_000)
  watches = [new AlertWatch({ db, engine, rules }), new AlertWatch({ db, engine, rules })]
})
afterAll(() => database.drop())

const lookAt = (now: Instant) => Promise.all(watches.map((watch) => watch.look(now)))
/** Alerts that were raised, and whether they are over. */
async function raised(): Promise<readonly (readonly [string, boolean])[]> {
  const rows = await database.db.engineIncident.findMany({ orderBy: { startedAt: 'asc' } })
  return rows.map(({ kind, endedAt }) => [kind, endedAt !== null])
}
async function forget(): Promise<void> {
  await database.db.engineIncident.deleteMany()
}

/** An engine that beats at an instant, and whose indices last ticked `silentMs` before. */
async function engineBeats(at: Instant, silentMs: number): Promise<void> {
  const data = { market: 'real', clock: { kind: 'real' }, sandbox: false, feed: 'connected' }
  const row = { ...data, heartbeatAt: new Date(at), lastTickAt: new Date(at - silentMs) }
  await database.db.engineState.upsert({ where: { nodeId: NODE }, create: { nodeId: NODE, ...row }, update: row })
}
async function leasesUntil(expiresAt: Instant): Promise<void> {
  await database.db.lease.updateMany({ data: { owner: NODE, expiresAt: new Date(expiresAt) } })
}

test('before any engine ran, nobody is warned of leases or prices', async () => {
  await lookAt(NOON)
  await lookAt(NOON + 10 * SECOND)
  expect(await raised()).toEqual([])
})

test('a feed that is older than five seconds of a session is one alert, and its end is one; before the open, and of a silent engine, it is none', async () => {
  await leasesUntil(NOON + HOUR)
  await engineBeats(NOON, 5_000)
  await lookAt(NOON)
  expect(await raised()).toEqual([])
  await engineBeats(NOON, 5_001)
  await lookAt(NOON)
  await lookAt(NOON)
  expect(await raised()).toEqual([['FEED_LATE', false]])
  // An engine that has stopped beating: what its feed does is not known.
  await lookAt(NOON + 20 * SECOND)
  expect(await raised()).toEqual([['FEED_LATE', false]])
  await engineBeats(NOON + 20 * SECOND, 100)
  await lookAt(NOON + 20 * SECOND)
  expect(await raised()).toEqual([['FEED_LATE', true]])
  await forget()

  const open = istInstant('2026-07-02', 555)
  for (const at of [open - SECOND, open, open + 4_999]) {
    await leasesUntil(at + HOUR)
    await engineBeats(at, HOUR)
    await lookAt(at)
  }
  expect(await raised()).toEqual([])
  await engineBeats(open + 5_000, HOUR)
  await lookAt(open + 5_000)
  expect(await raised()).toEqual([['FEED_LATE', false]])
  // The session is over: nothing is to tick any more.
  const evening = istInstant('2026-07-02', 1_200)
  await leasesUntil(evening + HOUR)
  await engineBeats(evening, HOUR)
  await lookAt(evening)
  expect(await raised()).toEqual([['FEED_LATE', true]])
  await forget()
})

test('partitions that have no owner for five seconds are an alert until all have one; those that were taken over in time are none', async () => {
  const evening = istInstant('2026-07-02', 1_200)
  await engineBeats(evening, 0)
  await leasesUntil(evening)
  await lookAt(evening)
  await leasesUntil(evening + HOUR)
  await lookAt(evening + 5_000)
  await leasesUntil(evening)
  await lookAt(evening + 6_000)
  await lookAt(evening + 10_999)
  expect(await raised()).toEqual([])
  await lookAt(evening + 11_000)
  expect(await raised()).toEqual([['LEASE_LOST', false]])
  await leasesUntil(evening + HOUR)
  await lookAt(evening + 12_000)
  expect(await raised()).toEqual([['LEASE_LOST', true]])
  await forget()
})

test('an outbox whose oldest row is older than ten seconds is an alert until it is taken', async () => {
  const evening = istInstant('2026-07-02', 1_200)
  const row = await database.db.outbox.create({ data: { payload: '{"type":"kill.changed"}', events: 1, at: new Date(evening) } })
  await lookAt(evening + 10_000)
  expect(await raised()).toEqual([])
  await lookAt(evening + 10_001)
  await lookAt(evening + 15_000)
  expect(await raised()).toEqual([['OUTBOX_LATE', false]])
  await database.db.outbox.delete({ where: { id: row.id } })
  await lookAt(evening + 16_000)
  expect(await raised()).toEqual([['OUTBOX_LATE', true]])
  await forget()
  await database.db.outbox.deleteMany()
})

test('a job that failed for good is an alert until it is tried again, or cancelled', async () => {
  const evening = istInstant('2026-07-02', 1_200)
  await database.db.$transaction((tx) => enqueue(tx, 'performance.update', { runId: randomUUID() }))
  const rows = await database.db.outbox.findMany({ where: { job: { not: null } } })
  const client = await connect(database.url, 'test')
  await addJobs(
    client,
    rows.map(({ id, job, payload }) => ({ id: String(id), job: job ?? '', payload })),
  )
  await client.end()
  const fail = () => database.db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`
  for (const mend of [retryDeadLetter, cancelDeadLetter]) {
    await fail()
    await lookAt(evening)
    await lookAt(evening)
    expect(await raised()).toEqual([['JOB_FAILED', false]])
    const [letter] = await deadLetters(database.db)
    expect(await database.db.$transaction((tx) => mend(tx, letter!.id))).toMatchObject({ task: 'performance.update' })
    await lookAt(evening)
    expect(await raised()).toEqual([['JOB_FAILED', true]])
    await forget()
  }
  expect(await deadLetters(database.db)).toEqual([])
})
