import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../prisma/bus/port.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'
import { err, ok } from '../../schema/errors.ts'
import { waitingJobs } from '../../prisma/jobs/testing/waitingJobs.ts'
import { MINUTE } from '../../schema/time.ts'
import { BacktestRuns } from './BacktestRuns.ts'
import { endBacktest } from './endBacktest.ts'
import { queueBacktest } from './testing/queueBacktest.ts'
import { createTestSubscription, type TestSubscription } from './testing/createTestSubscription.ts'

let database: TestDatabase
let subscription: TestSubscription
let bus: BusSubscription
let nodes: readonly BacktestRuns[]
let heard: SakhaEvent[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  subscription = await createTestSubscription(database.db)
  bus = await listen(
    database.url,
    (event) => heard.push(event),
    () => {},
  )
  nodes = [new BacktestRuns(database.url), new BacktestRuns(database.url)]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await bus.close()
  await database.drop()
})
beforeEach(async () => {
  // Events of the test before are published before this.
  await publish(database.db, { type: 'market.changed' })
  await expect.poll(() => heard.at(-1)?.type).toBe('market.changed')
  heard = []
})
afterEach(async () => {
  await database.db.backtestRun.deleteMany()
})

const queue = () => queueBacktest(database.db, subscription)
/** A user with a confirmed address. */
async function confirmed(): Promise<TestSubscription> {
  const user = await createTestSubscription(database.db)
  await database.db.user.update({ where: { id: user.userId }, data: { emailVerifiedAt: new Date() } })
  return user
}
const stored = (id: string) => database.db.backtestRun.findUniqueOrThrow({ where: { id } })
/** A job of its own for each claim. */
let jobs = 0
const newJob = () => String(++jobs)

describe('the queue of backtests', () => {
  it('gives each of many to one of two nodes, the oldest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await queue())
    const [one, other] = nodes
    const took = async (node: BacktestRuns | undefined) => {
      const taken: (string | null)[] = []
      for (let i = 0; i < 6; i++) taken.push((await node?.take(newJob())) ?? null)
      return taken
    }
    const [byOne, byOther] = await Promise.all([took(one), took(other)])
    expect([...byOne, ...byOther].sort()).toEqual([...ids].sort())
    for (const taken of [byOne, byOther]) expect(taken).toEqual(ids.filter((id) => taken.includes(id)))
    expect(await one?.take(newJob())).toBeNull()
  })

  it('tells how far a run is with every beat, and nothing of one that its user no longer wants', async () => {
    const [one] = nodes
    const runId = await queue()
    await one?.take(newJob())
    expect(await one?.beat(runId, 0.25)).toBe(true)
    await database.db.backtestRun.update({ where: { id: runId }, data: { status: 'CANCELLED' } })
    expect(await one?.beat(runId, 0.5)).toBe(false)
    await expect.poll(() => heard).toEqual([{ type: 'backtest.progressed', runId, progress: 0.25 }])
  })

  it('passes over a run that another node is just taking', async () => {
    const [one] = nodes
    const taken = await queue()
    const next = await queue()
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE "BacktestRun" SET status = 'RUNNING' WHERE id = ${taken}::uuid`
      expect(await one?.take(newJob())).toBe(next)
    })
    expect(await one?.take(newJob())).toBeNull()
  })

  it('has nothing for a job only when it is certain that the last run was taken by another: one that was not is its', async () => {
    const [one] = nodes
    for (const [isTaken, expected] of [
      [true, null],
      [false, 'the run'],
    ] as const) {
      const id = await queue()
      let took: Promise<string | null> | undefined
      const taking = database.db.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE "BacktestRun" SET status = 'RUNNING' WHERE id = ${id}::uuid`
        took = one?.take(newJob())
        const waits = () =>
          database.db.$queryRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        await expect.poll(waits).toHaveLength(1)
        if (!isTaken) throw new Error('the other gives up')
      })
      await taking.catch(() => undefined)
      expect(await took).toBe(expected && id)
      await database.db.backtestRun.deleteMany()
    }
  })

  it('gives a run again to the job that had it in hand, wherever that is taken again, and to no other', async () => {
    const [one, other] = nodes
    const job = newJob()
    const first = await queue()
    expect(await one?.take(job)).toBe(first)
    const second = await queue()
    expect(await other?.take(job)).toBe(first)
    expect(await other?.take(newJob())).toBe(second)
    expect(await other?.take(newJob())).toBeNull()
    expect(await one?.take(job)).toBe(first)
    await endBacktest(database.db, first, ok('{}'))
    expect(await one?.take(job)).toBeNull()
  })

  it('keeps how far a run is', async () => {
    const [one] = nodes
    const id = await queue()
    await one?.take(newJob())
    expect(await one?.beat(id, 0.4)).toBe(true)
    expect((await stored(id)).progress).toBe(0.4)
  })

  it.each([
    [ok('{"days":3}'), { status: 'DONE', progress: 1, result: { days: 3 }, problem: null }],
    [err('There are no candles.'), { status: 'FAILED', progress: 0, result: null, problem: 'There are no candles.' }],
  ])('ends a run once, and tells it once (%#)', async (outcome, expected) => {
    const [one, other] = nodes
    const id = await queue()
    await one?.take(newJob())
    await endBacktest(database.db, id, outcome)
    await other?.fail(id, 'too late')
    expect(await stored(id)).toMatchObject({ ...expected, endedAt: expect.any(Date) })
    await expect.poll(() => heard).toEqual([{ type: 'backtest.ended', runId: id }])
    expect(await one?.take(newJob())).toBeNull()
  })

  it('leaves a run cancelled that its user cancelled, whatever its node says afterwards', async () => {
    const [one] = nodes
    const id = await queue()
    await one?.take(newJob())
    await database.db.backtestRun.update({ where: { id }, data: { status: 'CANCELLED', endedAt: new Date() } })
    expect(await one?.beat(id, 0.9)).toBe(false)
    await endBacktest(database.db, id, ok('{}'))
    await one?.fail(id, 'too late')
    await one?.giveBack(id)
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', progress: 0, result: null })
    expect(await one?.take(newJob())).toBeNull()
  })

  it('has another job for a run that was given back, for which it is taken at once', async () => {
    const [one, other] = nodes
    const id = await queue()
    await one?.take(newJob())
    const given = async () => (await waitingJobs(database.db)).filter(({ payload }) => (payload as { runId?: string }).runId === id).length
    await expect.poll(given).toBe(1)
    await one?.giveBack(id)
    await expect.poll(given).toBe(2)
    expect(await other?.take(newJob())).toBe(id)
  })

  it('gives the next turn to the user whose last run began longest ago, and to one without a run as if it began with the account', async () => {
    const [one] = nodes
    const [often, rarely, never] = [await confirmed(), await confirmed(), await confirmed()]
    for (const [user, minutesAgo] of [
      [often, 1],
      [rarely, 60],
    ] as const) {
      const startedAt = new Date(Date.now() - minutesAgo * MINUTE)
      await database.db.backtestRun.create({ data: { userId: user.userId, request: {}, status: 'DONE', startedAt } })
    }
    const asked = [
      await queueBacktest(database.db, often),
      await queueBacktest(database.db, never),
      await queueBacktest(database.db, rarely),
    ]
    const taken = [await one?.take(newJob()), await one?.take(newJob()), await one?.take(newJob())]
    expect(taken).toEqual([asked[2], asked[0], asked[1]])
    expect((await stored(asked[1]!)).startedAt).toBeInstanceOf(Date)
  })

  it('starts a confirmed user’s run next although twenty accounts without a confirmed address waited before', async () => {
    const [one] = nodes
    const [asha, ravi] = [await confirmed(), await confirmed()]
    const crowd = await Promise.all(Array.from({ length: 20 }, () => createTestSubscription(database.db)))
    const waiting: string[] = []
    for (const each of crowd) waiting.push(await queueBacktest(database.db, each))
    await database.db.user.updateMany({ where: { id: { in: crowd.map(({ userId }) => userId) } }, data: { createdAt: new Date(0) } })
    expect(await one?.take(newJob())).toBe(waiting[0])
    const asked = [await queueBacktest(database.db, asha), await queueBacktest(database.db, ravi)]
    expect([await one?.take(newJob()), await one?.take(newJob())]).toEqual(asked)
    // And the crowd is not starved by those who come again and again.
    await database.db.backtestRun.updateMany({ where: { id: { in: asked } }, data: { status: 'DONE' } })
    await queueBacktest(database.db, asha)
    expect(await one?.take(newJob())).toBe(waiting[1])
  })

  it('does not take a turn from the user whose run was given back', async () => {
    const [one] = nodes
    const [asha, ravi] = [await confirmed(), await confirmed()]
    const id = await queueBacktest(database.db, asha)
    await one?.take(newJob())
    await queueBacktest(database.db, ravi)
    await one?.giveBack(id)
    expect(await one?.take(newJob())).toBe(id)
  })
})
