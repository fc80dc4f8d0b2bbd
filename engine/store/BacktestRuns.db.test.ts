import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen, type BusSubscription } from '../../prisma/bus.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import type { SakhaEvent } from '../../schema/events.ts'
import { err, ok } from '../../schema/errors.ts'
import { BacktestRuns } from './BacktestRuns.ts'
import { endBacktest } from './endBacktest.ts'
import { queueBacktest } from './testBacktests.ts'
import { createTestSubscription, type TestSubscription } from './testSubscription.ts'

let database: TestDatabase
let subscription: TestSubscription
let bus: BusSubscription
let nodes: readonly BacktestRuns[]
let heard: SakhaEvent[]
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
beforeEach(() => {
  heard = []
})
afterEach(async () => {
  await database.db.backtestRun.deleteMany()
})

const queue = () => queueBacktest(database.db, subscription)
const stored = (id: string) => database.db.backtestRun.findUniqueOrThrow({ where: { id } })
const silentFor = (id: string, ms: number) =>
  database.db.$executeRaw`UPDATE "BacktestRun" SET "beatAt" = now() - ${ms} * interval '1 millisecond' WHERE id = ${id}::uuid`

describe('the queue of backtests', () => {
  it('gives each of many to one of two nodes, the oldest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await queue())
    const [one, other] = nodes
    const took = async (node: BacktestRuns | undefined) => {
      const taken: (string | null)[] = []
      for (let i = 0; i < 6; i++) taken.push((await node?.take()) ?? null)
      return taken
    }
    const [byOne, byOther] = await Promise.all([took(one), took(other)])
    expect([...byOne, ...byOther].sort()).toEqual([...ids].sort())
    for (const taken of [byOne, byOther]) expect(taken).toEqual(ids.filter((id) => taken.includes(id)))
    expect(await one?.take()).toBeNull()
  })

  it('tells how far a run is with every beat, and nothing of one that its user no longer wants', async () => {
    const [one] = nodes
    const runId = await queue()
    await one?.take()
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
      await tx.$executeRaw`UPDATE "BacktestRun" SET status = 'RUNNING', "beatAt" = now() WHERE id = ${taken}::uuid`
      expect(await one?.take()).toBe(next)
    })
    expect(await one?.take()).toBeNull()
  })

  it.each([
    [9_000, false],
    [11_000, true],
  ])('gives a run whose node has been silent for %i ms to another: %s', async (ms, given) => {
    const [one, other] = nodes
    const id = await queue()
    expect(await one?.take()).toBe(id)
    await silentFor(id, ms)
    expect(await other?.take()).toBe(given ? id : null)
  })

  it('keeps a run that beats with the node that runs it, and how far it is', async () => {
    const [one, other] = nodes
    const id = await queue()
    await one?.take()
    await silentFor(id, 11_000)
    expect(await one?.beat(id, 0.4)).toBe(true)
    expect(await other?.take()).toBeNull()
    expect((await stored(id)).progress).toBe(0.4)
  })

  it.each([
    [ok('{"days":3}'), { status: 'DONE', progress: 1, result: { days: 3 }, problem: null }],
    [err('There are no candles.'), { status: 'FAILED', progress: 0, result: null, problem: 'There are no candles.' }],
  ])('ends a run once, and tells it once (%#)', async (outcome, expected) => {
    const [one, other] = nodes
    const id = await queue()
    await one?.take()
    await endBacktest(database.db, id, outcome)
    await other?.fail(id, 'too late')
    expect(await stored(id)).toMatchObject({ ...expected, endedAt: expect.any(Date) })
    await expect.poll(() => heard).toEqual([{ type: 'backtest.ended', runId: id }])
    expect(await one?.take()).toBeNull()
  })

  it('leaves a run cancelled that its user cancelled, whatever its node says afterwards', async () => {
    const [one] = nodes
    const id = await queue()
    await one?.take()
    await database.db.backtestRun.update({ where: { id }, data: { status: 'CANCELLED', endedAt: new Date() } })
    expect(await one?.beat(id, 0.9)).toBe(false)
    await endBacktest(database.db, id, ok('{}'))
    await one?.fail(id, 'too late')
    await one?.giveBack(id)
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', progress: 0, result: null })
    expect(await one?.take()).toBeNull()
  })

  it('has a run that was given back told and taken at once', async () => {
    const [one, other] = nodes
    const id = await queue()
    await one?.take()
    await one?.giveBack(id)
    await expect.poll(() => heard).toEqual([{ type: 'backtest.queued', runId: id }])
    expect(await other?.take()).toBe(id)
  })
})
