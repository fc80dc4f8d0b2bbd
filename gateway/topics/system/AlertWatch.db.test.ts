import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../prisma/connect.ts'
import { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { changeMarketTables } from '../../../prisma/marketTables.ts'
import { addJobs } from '../../../prisma/jobs/addJobs.ts'
import { cancelDeadLetter, deadLetters, retryDeadLetter } from '../../../prisma/jobs/deadLetters.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { HOUR, istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { OVER_AFTER_MS, TOLD_AFTER_MS } from '../../kit/Outages.ts'
import { EngineStates } from '../market/EngineStates.ts'
import { AlertWatch } from './AlertWatch.ts'

const NODE = randomUUID()
/** A Wednesday, 11:00 in India. */
const NOON: Instant = istInstant('2026-07-01', 660)

let database: TestDatabase
/** Those of two gateways, on one database. */
let watches: readonly AlertWatch[]
let rules: CurrentMarketRules
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  rules = await CurrentMarketRules.load(db)
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

/** Looks every five seconds from an instant on for so long, at what is made so before each look; returns when the next look would be. */
async function lookFor(from: Instant, ms: number, prepare: (now: Instant) => Promise<unknown>): Promise<Instant> {
  let now = from
  for (; now <= from + ms; now += 5 * SECOND) {
    await prepare(now)
    await lookAt(now)
  }
  return now
}

test('before any engine ran, nobody is warned of leases or prices', async () => {
  await lookFor(NOON, TOLD_AFTER_MS, () => Promise.resolve())
  expect(await raised()).toEqual([])
})

const EVENING = istInstant('2026-07-02', 1_200)
const late = async (now: Instant) => {
  await leasesUntil(now + HOUR)
  await engineBeats(now, 5_001)
}
const inTime = async (now: Instant) => {
  await leasesUntil(now + HOUR)
  await engineBeats(now, 5_000)
}
const ownerless = async (now: Instant) => {
  await engineBeats(now, 0)
  await leasesUntil(now)
}
const owned = async (now: Instant) => {
  await engineBeats(now, 0)
  await leasesUntil(now + HOUR)
}
const partial = async (now: Instant) => {
  await owned(now)
  await engineBeats(now, 0)
  await database.db.engineState.updateMany({ data: { feedFaults: 2 } })
}
const whole = async (now: Instant) => {
  await owned(now)
  await engineBeats(now, 0)
  await database.db.engineState.updateMany({ data: { feedFaults: 0 } })
}
const waiting = async (now: Instant) => {
  await owned(now)
  await database.db.outbox.deleteMany()
  await database.db.outbox.create({ data: { payload: '{"type":"kill.changed"}', events: 1, at: new Date(now - 10_001) } })
}
const taken = async (now: Instant) => {
  await owned(now)
  await database.db.outbox.deleteMany()
  await database.db.outbox.create({ data: { payload: '{"type":"kill.changed"}', events: 1, at: new Date(now - 10_000) } })
}

describe.each([
  { kind: 'FEED_LATE', from: NOON, bad: late, good: inTime },
  { kind: 'FEED_PARTIAL', from: NOON, bad: partial, good: whole },
  { kind: 'LEASE_LOST', from: EVENING, bad: ownerless, good: owned },
  { kind: 'OUTBOX_LATE', from: EVENING, bad: waiting, good: taken },
] as const)('$kind', ({ kind, from, bad, good }) => {
  afterEach(async () => {
    await database.db.outbox.deleteMany()
    await forget()
  })

  test('that comes and goes, as on a busy machine, is no alert', async () => {
    let now = from
    for (let i = 0; i < 4; i++) {
      now = await lookFor(now, TOLD_AFTER_MS - 5 * SECOND, bad)
      now = await lookFor(now, 0, good)
    }
    expect(await raised()).toEqual([])
    await lookFor(now, OVER_AFTER_MS, good)
  })

  test('that lasts for half a minute is one alert, however many watch, which is over when it has not been so for two minutes', async () => {
    let now = await lookFor(from, 2 * TOLD_AFTER_MS, bad)
    expect(await raised()).toEqual([[kind, false]])
    now = await lookFor(now, OVER_AFTER_MS - 5 * SECOND, good)
    now = await lookFor(now, 0, bad)
    now = await lookFor(now, OVER_AFTER_MS - 5 * SECOND, good)
    expect(await raised()).toEqual([[kind, false]])
    await lookFor(now, 0, good)
    expect(await raised()).toEqual([[kind, true]])
  })
})

test('what the feed of a silent engine does is not known: a late feed stays an alert', async () => {
  let now = await lookFor(NOON, TOLD_AFTER_MS, late)
  now = await lookFor(now + MINUTE, OVER_AFTER_MS, (at) => leasesUntil(at + HOUR))
  expect(await raised()).toEqual([['FEED_LATE', false]])
  await lookFor(now, OVER_AFTER_MS, inTime)
  expect(await raised()).toEqual([['FEED_LATE', true]])
  await forget()
})

test('a feed is not late before the open, nor after the close', async () => {
  const silent = async (now: Instant) => {
    await leasesUntil(now + HOUR)
    await engineBeats(now, HOUR)
  }
  const open = istInstant('2026-07-02', 555)
  const told = await lookFor(open - MINUTE, MINUTE + TOLD_AFTER_MS, silent)
  expect(await raised()).toEqual([])
  await lookFor(told, 5 * SECOND, silent)
  expect(await raised()).toEqual([['FEED_LATE', false]])
  await lookFor(EVENING, OVER_AFTER_MS, silent)
  expect(await raised()).toEqual([['FEED_LATE', true]])
  await forget()
})

test('a job that failed for good is an alert at once, until it is tried again, or cancelled', async () => {
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
    await lookAt(EVENING)
    await lookAt(EVENING)
    expect(await raised()).toEqual([['JOB_FAILED', false]])
    const [letter] = await deadLetters(database.db)
    expect(await database.db.$transaction((tx) => mend(tx, letter!.id))).toMatchObject({ task: 'performance.update' })
    await lookAt(EVENING)
    expect(await raised()).toEqual([['JOB_FAILED', true]])
    await forget()
  }
  expect(await deadLetters(database.db)).toEqual([])
})

test('an incident on a live account is one while it stands, whosever it is', async () => {
  const { db } = database
  await forget()
  const ofLive = async () => (await raised()).filter(([kind]) => kind === 'LIVE_ACCOUNT')
  const { id: userId } = await db.user.create({ data: { email: 'asha@example.com', name: 'Asha', passwordHash: 'none' } })
  await db.liveIncident.create({ data: { userId, kind: 'EXIT_OPEN', subject: 'leg', option: 'NIFTY24500CE', units: 65 } })
  const next = await lookFor(EVENING + HOUR, TOLD_AFTER_MS, async () => undefined)
  expect(await ofLive()).toEqual([['LIVE_ACCOUNT', false]])
  await db.liveIncident.deleteMany()
  await lookFor(next, OVER_AFTER_MS, async () => undefined)
  expect(await ofLive()).toEqual([['LIVE_ACCOUNT', true]])
})

const CALENDAR = ['CALENDAR_60', 'CALENDAR_30', 'CALENDAR_7'] as const
const calendarAt = async (date: string) => {
  const now = istInstant(date, 1_200)
  await owned(now)
  await lookAt(now)
  const open = (await raised()).flatMap(([kind, isOver]) => (isOver ? [] : [kind]))
  return CALENDAR.filter((kind) => open.includes(kind))
}

test('the end of the market calendar is an alert 60, 30 and 7 days ahead, once each, and until the next year is entered', async () => {
  await forget()
  expect(await calendarAt('2026-11-01')).toEqual([])
  expect(await calendarAt('2026-11-02')).toEqual(['CALENDAR_60'])
  expect(await calendarAt('2026-12-01')).toEqual(['CALENDAR_60'])
  expect(await calendarAt('2026-12-02')).toEqual(['CALENDAR_60', 'CALENDAR_30'])
  expect(await calendarAt('2026-12-25')).toEqual(CALENDAR)
  expect(await calendarAt('2027-01-05')).toEqual(CALENDAR)
  expect((await raised()).filter(([kind]) => kind.startsWith('CALENDAR'))).toHaveLength(3)
  await changeMarketTables(database.db, 'test', async (current) => ({ ...(await current()), coveredYears: [2026, 2027] }))
  await rules.refresh()
  expect(await calendarAt('2027-01-05')).toEqual([])
  expect((await raised()).filter(([kind, isOver]) => kind.startsWith('CALENDAR') && isOver)).toHaveLength(3)
  await forget()
})

test('a sandbox, which trades on every day, has no end of its calendar', async () => {
  await owned(EVENING)
  await database.db.engineState.updateMany({
    data: { clock: { kind: 'sandbox', speed: 1, segments: [] }, heartbeatAt: new Date('2029-12-30') },
  })
  await lookAt(Date.parse('2029-12-30'))
  expect((await raised()).filter(([kind]) => kind.startsWith('CALENDAR'))).toEqual([])
  await database.db.engineState.deleteMany()
  await forget()
})

test('backups that stop or fail are an alert until one is made; nobody is warned before the first', async () => {
  const { db } = database
  const isOpen = async (now: Instant) => {
    await lookAt(now)
    return (await raised()).some(([kind, isOver]) => kind === 'BACKUP_LATE' && !isOver)
  }
  expect(await isOpen(NOON)).toBe(false)
  await database.owner.backup.create({ data: { at: new Date(NOON), bytes: 5_000 } })
  expect([await isOpen(NOON + 36 * HOUR), await isOpen(NOON + 36 * HOUR + 1)]).toEqual([false, true])
  await database.owner.backup.create({ data: { at: new Date(NOON + 40 * HOUR), bytes: 5_000 } })
  expect(await isOpen(NOON + 41 * HOUR)).toBe(false)
  await database.owner.backup.create({ data: { at: new Date(NOON + 42 * HOUR), bytes: null } })
  expect(await isOpen(NOON + 43 * HOUR)).toBe(true)
  await db.backup.deleteMany()
  expect(await isOpen(NOON + 43 * HOUR)).toBe(false)
  await forget()
})
