import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { waitingJobs } from '../jobs/testing/waitingJobs.ts'
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts'
import type { BusSubscription } from './port.ts'
import { publish } from './publish.ts'
import { Relay } from './Relay.ts'
import { numbersFrom, opened } from './testing/busContract.ts'
import { CuttingProxy } from './testing/CuttingProxy.ts'
import { Heard } from './testing/Heard.ts'
import { listenWithoutRelay } from './testing/listenWithoutRelay.ts'

let database: TestDatabase
let heard: Heard
let listening: BusSubscription
beforeEach(async () => {
  database = await createTestDatabase()
  heard = new Heard()
  listening = await listenWithoutRelay(database.url, heard)
})
afterEach(async () => {
  await listening.close()
  await database.drop()
})

test('a relay that is cut off at any of its steps loses, doubles and disorders nothing: the next one goes on', async () => {
  // Whether it leads, the newest number, what is due, publishing, making jobs, pruning, and what is due then.
  const steps = numbersFrom(1, 7).flatMap((request) => (['before', 'after'] as const).map((when) => ({ request, when })))
  let published = 0
  const wanted: string[] = []
  const more = async (count: number) => {
    const mailIds = Array.from({ length: count }, () => randomUUID())
    await database.db.$transaction(async (tx) => {
      for (const mailId of mailIds) await enqueue(tx, 'mail.send', { mailId })
      await publish(tx, ...numbersFrom(published, count).map(opened))
    })
    published += count
    wanted.push(...mailIds)
  }
  for (const step of steps) {
    await more(5)
    const proxy = await CuttingProxy.start(database.url, step)
    const cutOff = new Relay(proxy.url)
    await proxy.done
    await more(5)
    const next = new Relay(database.url)
    await heard.count(published)
    await expect.poll(() => database.db.outbox.count()).toBe(0)
    await Promise.all([cutOff.close(), next.close(), proxy.close()])
  }
  expect(heard.events).toEqual(numbersFrom(0, published).map(opened))
  expect(heard.numbers).toEqual(numbersFrom(1, published))
  expect((await waitingJobs(database.db)).map(({ payload }) => payload)).toEqual(wanted.map((mailId) => ({ mailId })))
})

test('relays killed one after the other under load lose, double and disorder nothing', async () => {
  const program = ['--import', '#typescript', path.resolve(import.meta.dirname, 'testing/relayProcess.ts')]
  const start = () => spawn(process.execPath, program, { env: { ...process.env, DATABASE_URL: database.url }, stdio: 'ignore' })
  const standBys = async (count: number) =>
    expect
      .poll(() => database.db.$queryRaw`SELECT FROM pg_stat_activity WHERE application_name = 'relay' AND datname = current_database()`, {
        timeout: 30_000,
      })
      .toHaveLength(count)
  const relays: ChildProcess[] = [start(), start()]
  let writing = true
  const mails: string[] = []
  const write = async (writer: number) => {
    const written: LastingEvent[] = []
    while (writing) {
      const event: LastingEvent = { type: 'trade.changed', tradeId: `${written.length}`, userId: `${writer}` }
      const mailId = randomUUID()
      await database.db.$transaction(async (tx) => {
        await publish(tx, event)
        await enqueue(tx, 'mail.send', { mailId })
      })
      written.push(event)
      mails.push(mailId)
    }
    return written
  }
  await standBys(2)
  const writers = numbersFrom(0, 4).map(write)
  for (let kill = 0; kill < 6; kill++) {
    await heard.count(heard.events.length + 20)
    // The leader: the other one took over when this one was restarted.
    const leader = relays.shift()!
    leader.kill('SIGKILL')
    await once(leader, 'exit')
    relays.push(start())
    await standBys(2)
  }
  writing = false
  const written = await Promise.all(writers)
  await heard.count(written.flat().length)
  await expect.poll(() => database.db.outbox.count()).toBe(0)
  for (const relay of relays) relay.kill('SIGKILL')
  expect(heard.numbers).toEqual(numbersFrom(1, written.flat().length))
  for (const [writer, events] of written.entries())
    expect(heard.events.filter((event) => 'userId' in event && event.userId === `${writer}`)).toEqual(events)
  const jobs = (await waitingJobs(database.db)).map(({ payload }) => (payload as { mailId: string }).mailId)
  expect(jobs.toSorted()).toEqual(mails.toSorted())
}, 120_000)
