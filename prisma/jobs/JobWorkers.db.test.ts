import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cutConnections } from '../bus/testing/cutConnections.ts'
import { Relay } from '../bus/Relay.ts'
import { connect } from '../connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts'
import { HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import { enqueue } from './enqueue.ts'
import { JobWorkers, TryAgain, type JobInHand } from './JobWorkers.ts'
import { Lanes } from './Lanes.ts'
import { waitingJobs } from './testing/waitingJobs.ts'

const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }

let database: TestDatabase
let relay: Relay
const workers: JobWorkers[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  relay = new Relay(database.url)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((one) => one.close()))
  await relay.close()
  await database.drop()
  vi.clearAllMocks()
})

function start(send: (mailId: string, job: JobInHand) => Promise<void>, concurrency = 2): JobWorkers {
  const started = new JobWorkers(database.url, [{ concurrency, tasks: { 'mail.send': ({ mailId }, job) => send(mailId, job) } }], log)
  workers.push(started)
  return started
}
async function ask(): Promise<string> {
  const mailId = randomUUID()
  await enqueue(database.db, 'mail.send', { mailId })
  return mailId
}
const left = () => waitingJobs(database.db)
/** What waits for its next attempt is due. */
const due = () => database.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`

test('jobs run once each, as many at a time as there are workers, soon after their transaction', async () => {
  const ran: string[] = []
  let inHand = 0
  let most = 0
  start(async (mailId) => {
    most = Math.max(most, ++inHand)
    await new Promise((resolve) => setImmediate(resolve))
    inHand--
    ran.push(mailId)
  }, 5)
  start(async (mailId) => void ran.push(mailId))
  const asked = await Promise.all(Array.from({ length: 40 }, ask))
  // Before the relay has made jobs of them, none is left either.
  await expect.poll(() => ran.toSorted()).toEqual(asked.toSorted())
  await expect.poll(left).toEqual([])
  expect(most).toBeLessThanOrEqual(5)
  expect(log.warn).not.toHaveBeenCalled()
})

test('closed, they leave no timer that would keep their process alive', async () => {
  await relay.close()
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  start(async () => undefined)
  await workers.pop()?.close()
  expect(timers()).toBeLessThanOrEqual(before)
})

test('of a lane no more jobs are in hand than it has places, and the others behind them are not held up', async () => {
  const [slow, quick] = [randomUUID(), randomUUID()]
  const inHand: string[] = []
  let end = () => undefined as void
  const ending = new Promise<void>((resolve) => (end = resolve))
  const crew = {
    ...{ concurrency: 20, lanes: new Lanes((lane) => ({ EMAIL: 5, WEBHOOK: 10 })[lane] ?? 2) },
    tasks: {
      'delivery.send': async ({ userId, channel }: { readonly userId: string; readonly channel: string }) => {
        inHand.push(`${channel} ${userId}`)
        if (userId !== quick) await ending
      },
    },
  }
  const deliveries = (userIds: readonly string[], channel: 'EMAIL' | 'WEBHOOK', count: number) =>
    userIds.flatMap((userId) => Array.from({ length: count }, (_, i) => ({ userId, channel, notificationId: `opened:${i}` })))
  // All at once, so that every worker looks for one.
  await enqueue(database.db, 'delivery.send', ...deliveries([slow], 'WEBHOOK', 30))
  await expect.poll(left).toHaveLength(30)
  workers.push(new JobWorkers(database.url, [crew], log))
  await expect.poll(() => inHand).toHaveLength(2)
  await enqueue(database.db, 'delivery.send', ...deliveries([quick], 'WEBHOOK', 3))
  await expect.poll(() => inHand.filter((lane) => lane === `WEBHOOK ${quick}`)).toHaveLength(3)
  // Many users fill a channel together, and no other.
  await enqueue(database.db, 'delivery.send', ...deliveries([randomUUID(), randomUUID(), randomUUID(), randomUUID()], 'EMAIL', 2))
  await expect.poll(() => inHand.filter((lane) => lane.startsWith('EMAIL'))).toHaveLength(5)
  await enqueue(database.db, 'delivery.send', ...deliveries([quick], 'WEBHOOK', 1))
  await expect.poll(() => inHand.filter((lane) => lane === `WEBHOOK ${quick}`)).toHaveLength(4)
  expect(inHand).toHaveLength(2 + 4 + 5)
  end()
  await expect.poll(left).toEqual([])
  expect(inHand).toHaveLength(30 + 4 + 8)
})

test('a task that wants its job tried again is, and nothing is logged', async () => {
  const attempts: number[] = []
  start(async (_mailId, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new TryAgain('not yet')
  })
  await ask()
  await expect.poll(async () => (await left()).map((job) => job.attempts)).toEqual([1])
  await expect.poll(left).toEqual([])
  expect(attempts).toEqual([1, 2])
  expect([log.warn, log.error].map((said) => said.mock.calls)).toEqual([[], []])
})

test('a job that fails is tried again, after a wait that grows, until it is a dead letter with its last error', async () => {
  const attempts: JobInHand[] = []
  start(async (_mailId, job) => {
    attempts.push(job)
    throw new Error(`no luck ${job.attempt}`)
  })
  await ask()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 10; attempt++) {
    const row = () => database.db.$queryRaw<{ error: string; wait: number }[]>`
      SELECT last_error AS error, extract(epoch FROM run_at - now())::float8 AS wait FROM graphile_worker._private_jobs WHERE locked_at IS NULL`
    await expect.poll(row).toMatchObject([{ error: `no luck ${attempt}` }])
    waits.push((await row())[0]!.wait)
    await due()
    // Woken as by a job that is new.
    await database.db.$executeRaw`SELECT pg_notify('jobs:insert', '{"count":1}')`
  }
  expect(attempts.map(({ attempt, isLast }) => [attempt, isLast])).toEqual(Array.from({ length: 10 }, (_, i) => [i + 1, i === 9]))
  for (const [i, wait] of waits.entries()) if (i > 0) expect(wait).toBeGreaterThan(2 * waits[i - 1]!)
  expect(await left()).toMatchObject([{ attempts: 10, most: 10 }])
})

test('jobs of a process that was killed are taken by another within seconds, those of one that lives are not', async () => {
  const program = ['--import', '#typescript', path.resolve(import.meta.dirname, 'testing/mailWorkerProcess.ts')]
  const child = spawn(process.execPath, program, {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const taken = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const asked = [await ask(), await ask()]
  const first = [await taken.next(), await taken.next()].map(({ value }: { value: string }) => value)
  expect(first.toSorted()).toEqual(asked.toSorted())

  const ran: string[] = []
  start(async (mailId) => void ran.push(mailId))
  // It survives the moment when its connection is made again.
  await cutConnections(database.db, 'jobs')
  const third = await ask()
  await expect.poll(() => ran).toEqual([third])
  // By the time a job is taken whose pool nobody knows, a pool that did not show that it lives would have lost its own.
  const fourth = randomUUID()
  await database.db.$executeRaw`
    WITH added AS (SELECT id FROM graphile_worker.add_job('mail.send', json_build_object('mailId', ${fourth}::text), run_at => now() + interval '1 hour'))
    SELECT FROM added`
  await database.db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_by = 'pool-gone', locked_at = now(), run_at = now() WHERE payload->>'mailId' = ${fourth}`
  await expect.poll(() => ran).toEqual([third, fourth])

  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAt = performance.now()
  await expect.poll(() => ran.toSorted()).toEqual([...asked, third, fourth].toSorted())
  expect(performance.now() - killedAt).toBeLessThan(15_000)
  await expect.poll(left).toEqual([])
})

test('of workers with nothing to do one looks every five seconds, and jobs that have come due together are taken together', async () => {
  await database.db.$executeRaw`
    SELECT graphile_worker.add_job('mail.send', json_build_object('mailId', gen_random_uuid()), run_at => now() + interval '1 hour')
    FROM generate_series(1, 12)`
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const looks = () => queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('select jobs.job_queue_id')).length
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const inHand = new Set<string>()
    let end = () => undefined as void
    const ending = new Promise<void>((resolve) => (end = resolve))
    start((mailId) => (inHand.add(mailId), ending), 20)
    // Each looks when it begins.
    await expect.poll(looks).toBe(20)
    for (let turn = 1; turn <= 3; turn++) {
      vi.advanceTimersByTime(5_000)
      await expect.poll(looks).toBe(20 + turn)
    }
    await due()
    vi.advanceTimersByTime(5_000)
    // Sooner than anything else could wake them.
    await expect.poll(() => inHand.size, { timeout: 30_000 }).toBe(12)
    end()
    await expect.poll(left).toEqual([])
  } finally {
    vi.useRealTimers()
    queries.mockRestore()
  }
})

test('closing waits for the jobs in hand and takes no other', async () => {
  const begun: string[] = []
  const ended: string[] = []
  let end = () => undefined as void
  const ending = new Promise<void>((resolve) => (end = resolve))
  const running = start(async (mailId) => {
    begun.push(mailId)
    await ending
    ended.push(mailId)
  }, 1)
  const first = await ask()
  await expect.poll(() => begun).toEqual([first])
  const second = await ask()
  await expect.poll(left).toHaveLength(2)
  const closed = running.close()
  workers.splice(0)
  end()
  await closed
  expect([begun, ended]).toEqual([[first], [first]])
  expect(await left()).toMatchObject([{ payload: { mailId: second }, attempts: 0 }])
})

test('workers whose connections are cut go on, and lose no job', async () => {
  const ran = new Set<string>()
  start(async (mailId) => void ran.add(mailId))
  const asked: string[] = []
  for (let round = 0; round < 5; round++) {
    asked.push(...(await Promise.all(Array.from({ length: 10 }, ask))))
    await cutConnections(database.db, 'job-workers')
  }
  await expect.poll(() => [...ran].toSorted()).toEqual(asked.toSorted())
  await expect.poll(left).toEqual([])
})

test('workers whose first look for jobs failed begin again, and run what came meanwhile', async () => {
  const [role] = await database.db.$queryRaw<{ name: string }[]>`SELECT quote_ident(current_user) AS name`
  const owner = await connect(database.ownerUrl, 'owner')
  onTestFinished(() => owner.end())
  const ran: string[] = []
  await owner.query(`REVOKE INSERT ON graphile_worker._private_tasks FROM ${role?.name}`)
  start(async (mailId) => void ran.push(mailId))
  const hasLooked = () => database.db.$queryRaw`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'job-workers' AND query LIKE '%_private_tasks%' AND state = 'idle'`
  await expect.poll(hasLooked).not.toEqual([])
  await owner.query(`GRANT INSERT ON graphile_worker._private_tasks TO ${role?.name}`)
  const mailId = await ask()
  await expect.poll(() => ran).toEqual([mailId])
  await expect.poll(left).toEqual([])
})

test('workers that could not say how one job went, and could of others, begin again', async () => {
  const { db, url } = database
  const ends = new Map<string, () => void>()
  start((mailId) => new Promise((resolve) => ends.set(mailId, resolve)), 4)
  const [first, second, third, last] = await Promise.all([ask(), ask(), ask(), ask()])
  await expect.poll(() => ends.size).toBe(4)
  const waiting = async () =>
    (
      await db.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'job-workers' AND wait_event_type = 'Lock' ORDER BY query_start`
    ).map(({ pid }) => pid)
  const holder = await connect(url, 'holder')
  onTestFinished(() => holder.end())
  await holder.query('BEGIN')
  await holder.query('SELECT FROM graphile_worker._private_jobs FOR UPDATE')
  ends.get(first)?.()
  await expect.poll(waiting).toHaveLength(1)
  ends.get(second)?.()
  await expect.poll(waiting).toHaveLength(2)
  await db.$queryRaw`SELECT pg_terminate_backend(${(await waiting())[0]})`
  await expect.poll(() => log.warn.mock.calls.flat().join()).toContain('Failed to complete jobs')
  await holder.query('COMMIT')
  await expect.poll(async () => (await left()).length).toBe(3)
  ends.get(third)?.()
  await expect.poll(async () => (await left()).length).toBe(2)
  ends.get(last)?.()
  const next = await ask()
  await expect.poll(() => ends.has(next)).toBe(true)
  for (const end of ends.values()) end()
})

test('what the clock causes runs once an hour, however many processes there are, and nothing is made up for', async () => {
  let ran = 0
  const pruning = () => new JobWorkers(database.url, [{ concurrency: 1, tasks: { prune: async () => void ran++ } }], log)
  const listening = async () => {
    const [row] = await database.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:insert"%'`
    return row?.count
  }
  const hours = [0, 1, 2, 6]
  // Long ago: what is due then is due at once. Only the time of day is the test's, timers go on.
  const start = Math.floor(Date.now() / HOUR) * HOUR - 12 * HOUR + 17 * MINUTE
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const [i, hour] of hours.entries()) {
      vi.setSystemTime(start + hour * HOUR - SECOND)
      workers.push(pruning(), pruning(), pruning())
      // Each looks at the clock before it listens.
      await expect.poll(listening).toBe(3)
      vi.setSystemTime(start + hour * HOUR + SECOND)
      await expect.poll(() => ran).toBe(i + 1)
      await Promise.all(workers.splice(0).map((one) => one.close()))
      expect([ran, await left()]).toEqual([i + 1, []])
    }
  } finally {
    vi.useRealTimers()
  }
})
