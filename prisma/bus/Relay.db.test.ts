import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import pg from 'pg'
import { openPool } from '../client.ts'
import { Prisma } from '../generated/client.ts'
import { inTransaction } from '../inTransaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts'
import { markPublished } from '../nudges.ts'
import { waitingJobs } from '../jobs/testing/waitingJobs.ts'
import { publish } from './publish.ts'
import { LookPace } from './LookPace.ts'
import { Relay } from './Relay.ts'
import { numbersFrom, opened } from './testing/busContract.ts'
import { Heard } from './testing/Heard.ts'
import { listenWithoutRelay } from './testing/listenWithoutRelay.ts'
import type { BusSubscription } from './port.ts'

let database: TestDatabase
let heard: Heard
let listening: BusSubscription
const relays: Relay[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  heard = new Heard()
  listening = await listenWithoutRelay(database.url, heard)
})
afterEach(async () => {
  await Promise.all([listening.close(), ...relays.splice(0).map((relay) => relay.close())])
  await database.drop()
})
const start = () => relays.push(new Relay(database.url))
/** While no timer of this process ends: it rests for longer than it ever does. */
async function untilLeaderRests(signal: AbortSignal): Promise<void> {
  const resting = Prisma.sql`
    SELECT FROM pg_stat_activity WHERE application_name = 'relay' AND datname = current_database() AND query LIKE '%"Outbox"%'
      AND state = 'idle' AND state_change < clock_timestamp() - interval '500 milliseconds'`
  while ((await database.db.$queryRaw<object[]>(resting)).length === 0) await setImmediate(undefined, { signal })
}
const jobs = () => waitingJobs(database.db)

test('a row that commits late with a smaller id is told, after those that were told before it committed', async () => {
  start()
  await database.db.$transaction(async (late) => {
    await publish(late, opened(1))
    await publish(database.db, opened(2))
    await heard.count(1)
  })
  await publish(database.db, opened(3))
  await heard.count(3)
  expect(heard.events).toEqual([2, 1, 3].map(opened))
  expect(heard.numbers).toEqual([1, 2, 3])
})

test('a relay that stands by asks its connection for one thing at a time, though its process publishes meanwhile', async () => {
  start()
  await publish(database.db, opened(1))
  await heard.count(1)
  let [underWay, most, tries] = [0, 0, 0]
  const clients = pg.Client.prototype as { query: (this: pg.Client, query: unknown, ...rest: unknown[]) => Promise<unknown> }
  const ask = clients.query
  vi.spyOn(clients, 'query').mockImplementation(function (this: pg.Client, query: unknown, ...rest: unknown[]) {
    const name = typeof query === 'object' && query !== null && 'name' in query ? query.name : null
    const answer = ask.call(this, query, ...rest)
    if (name !== 'lead' && name !== 'call') return answer
    most = Math.max(most, ++underWay)
    // While it is asked whether it leads, its process publishes.
    if (name === 'lead') {
      tries++
      markPublished({})
    }
    return answer.finally(() => underWay--)
  } as typeof pg.Client.prototype.query)
  onTestFinished(() => void vi.restoreAllMocks())
  start()
  await vi.waitFor(() => expect(tries).toBeGreaterThan(2), 5_000)
  expect(most).toBe(1)
})

test('events of transactions that wait for each other keep the order of their commits', async () => {
  start()
  const write = (n: number) =>
    database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`
      const [row] = await tx.$queryRaw<{ turn: number }[]>`SELECT nextval('turn')::int AS turn`
      await publish(tx, opened(row?.turn ?? n))
    })
  await database.owner.$executeRaw`CREATE SEQUENCE turn`
  for (let round = 0; round < 50; round++) await Promise.all(numbersFrom(0, 4).map(write))
  await heard.count(200)
  expect(heard.events).toEqual(numbersFrom(1, 200).map(opened))
})

test('of many relays one leads, and another takes over within a second when its connection is cut', async () => {
  start()
  await publish(database.db, opened(0))
  await heard.count(1)
  for (let i = 1; i < 4; i++) start()
  const leaders = async () => {
    const rows = await database.db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 6484 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    return rows.map(({ pid }) => pid)
  }
  for (let round = 1; round <= 5; round++) {
    const [pid, ...others] = await leaders()
    expect(others).toEqual([])
    await database.db.$executeRaw`SELECT pg_terminate_backend(${pid}::int, 5000)`
    const cutAt = performance.now()
    await publish(database.db, opened(round))
    await heard.count(round + 1)
    expect(performance.now() - cutAt).toBeLessThan(1_000)
  }
  expect(heard.events).toEqual(numbersFrom(0, 6).map(opened))
  expect(heard.numbers).toEqual(numbersFrom(1, 6))
})

test('what its own process has committed is told at once, without waiting for the relay’s next turn', async ({ signal }) => {
  const pool = openPool(database.url, 'test', 1)
  start()
  await publish(database.db, opened(0))
  await heard.count(1)
  // A turn that has to be waited for never comes: the relay has rested for longer than the longest of its turns.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    await untilLeaderRests(signal)
    await inTransaction(pool, (tx) => publish(tx, opened(1)))
    while (heard.events.length < 2) await setImmediate(undefined, { signal })
  } finally {
    vi.useRealTimers()
    await pool.end()
  }
})

test('looks that find nothing come farther and farther apart, up to a quarter of a second', async () => {
  const timeouts = vi.spyOn(globalThis, 'setTimeout')
  const waits = () => timeouts.mock.calls.flatMap(([, ms]) => (ms !== undefined && ms <= 250 ? ms : [])).join(' ')
  try {
    start()
    await publish(database.db, opened(0))
    await heard.count(1)
    await expect.poll(waits).toContain('4 8 16 32 64 128 250 250')
  } finally {
    timeouts.mockRestore()
  }
})

test('the relay that leads is called by one of another process that publishes, and does not wait for its next turn', async ({ signal }) => {
  start()
  await publish(database.db, opened(0))
  await heard.count(1)
  const program = path.join(import.meta.dirname, 'testing/publisherProcess.ts')
  const publisher = spawn(process.execPath, ['--import', '#typescript', program], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  onTestFinished(async () => {
    publisher.kill('SIGKILL')
    if (publisher.exitCode === null && publisher.signalCode === null) await once(publisher, 'exit')
  })
  const standsBy = Prisma.sql`
    SELECT FROM pg_stat_activity WHERE application_name = 'relay' AND datname = current_database() AND query LIKE '%try_advisory%'`
  await expect.poll(() => database.db.$queryRaw(standsBy)).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    await untilLeaderRests(signal)
    const called = vi.spyOn(LookPace.prototype, 'soon')
    publisher.stdin.write(`${JSON.stringify(opened(1))}\n`)
    // Time stands still: without a call the leader rests for ever.
    while (called.mock.calls.length === 0) await setImmediate(undefined, { signal })
    while (heard.events.length < 2) {
      vi.advanceTimersByTime(4)
      await setImmediate(undefined, { signal })
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a task becomes a job, which its row’s id is the key of, and leaves the outbox with what is told', async () => {
  const mailIds = [randomUUID(), randomUUID()]
  await database.db.$transaction(async (tx) => {
    await publish(tx, opened(1))
    for (const mailId of mailIds) await enqueue(tx, 'mail.send', { mailId })
    await publish(tx, opened(2))
  })
  const rows = await database.db.outbox.findMany({ where: { job: { not: null } }, orderBy: { id: 'asc' } })
  start()
  await heard.count(2)
  await expect.poll(() => database.db.outbox.count()).toBe(0)
  expect(heard.events).toEqual([1, 2].map(opened))
  expect(await jobs()).toEqual(
    mailIds.map((mailId, i) => ({ key: String(rows[i]?.id), task: 'mail.send', payload: { mailId }, attempts: 0, most: 10 })),
  )
})

test('what a task of another version is called is no reason to keep it', async () => {
  await database.db.outbox.create({ data: { job: 'of a later version', payload: '{}', events: 0 } })
  start()
  await expect.poll(jobs).toMatchObject([{ task: 'of a later version', payload: {}, most: 25 }])
})

test('a task of a transaction that is rolled back is none', async () => {
  const failed = database.db.$transaction(async (tx) => {
    await enqueue(tx, 'mail.send', { mailId: randomUUID() })
    throw new Error('changed its mind')
  })
  await expect(failed).rejects.toThrow('changed its mind')
  await expect(enqueue(database.db, 'mail.send', { mailId: 'no id' })).rejects.toThrow('Invalid UUID')
  expect(await database.db.outbox.count()).toBe(0)
})

test('messages older than ten minutes are forgotten, the newest one is not', async () => {
  const number = (value: number) => ({ number: BigInt(value), payload: '{"number":1,"events":[]}' })
  const old = new Date(Date.now() - 11 * 60_000)
  await database.db.busMessage.createMany({ data: [1, 2, 3].map((value) => ({ ...number(value), toldAt: old })) })
  const numbers = async () => (await database.db.busMessage.findMany({ orderBy: { number: 'asc' } })).map((row) => Number(row.number))
  start()
  await expect.poll(numbers).toEqual([3])
  await publish(database.db, opened(1))
  await expect.poll(numbers).toEqual([3, 4])
})
