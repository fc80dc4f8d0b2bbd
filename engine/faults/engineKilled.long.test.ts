import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant } from '../../schema/time.ts'
import { TRADING_FAILPOINTS } from '../runtime/failpoint.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { expectDone, expectNothingLostOrDoubled, openOrders, subscribeManyUsers } from './testing/load.ts'
import { SupervisedEngine } from './testing/SupervisedEngine.ts'

/**
 * A market minute is a second: the load of twenty users is 20 orders in a second and more, and a restart finds no more missing
 * minutes than the broker's three candle calls a second fill at once.
 */
const SPEED = 60
/** For what takes a market hour. */
const FAST = 240
/** From a kill, or from the start after one, until the engine trades again: 10 s on a machine of its own (reliability.md F2), more where other tests compute beside it. */
const READY_WITHIN_MS = 40_000

let home: string
let database: TestDatabase
let sandbox: RunningSandbox
let engine: EngineProcess

async function open(startAt: string, minuteOfDay: number, speed: number): Promise<void> {
  sandbox = await startSandbox({ port: 0, home, speed, seed: 7, start: istInstant(startAt, minuteOfDay), replay: new Map() })
  engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
}

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-faults-'))
  database = await createTestDatabase()
  await subscribeManyUsers(database.db)
})
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await database.drop()
  await rm(home, { recursive: true })
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-40).join('\n')}\n`)
})

/** Starts the engine after a kill: it trades in time, and what the kill left under way ends. */
async function recover(): Promise<void> {
  const left = await openOrders(database.db)
  const startedAt = performance.now()
  await engine.start()
  expect(performance.now() - startedAt).toBeLessThan(READY_WITHIN_MS)
  await expectDone(database.db, left)
}

/**
 * Four lives under the supervisor that `npm start` has: three end anywhere, also on the way to trading; the fourth trades in time, brings
 * all that was left behind to its end, and is killed too. Resolves with the seconds from the third kill until it traded.
 */
async function liveFourTimes(random: SeededRandom): Promise<number> {
  const supervised = new SupervisedEngine({ databaseUrl: database.url, home, sandboxPort: sandbox.port }, engine.log)
  try {
    supervised.start()
    let untilStart = 0
    for (let life = 1; life <= 3; life++) {
      await sleep(untilStart + random.integer(500, 3_500))
      untilStart = await supervised.kill()
    }
    const killedAt = performance.now()
    const ready = supervised.ready()
    const left = await openOrders(database.db)
    await ready
    const seconds = (performance.now() - killedAt) / 1_000
    expect(seconds).toBeLessThan(READY_WITHIN_MS / 1_000)
    await expectDone(database.db, left)
    await sleep(random.integer(0, 600))
    await supervised.kill()
    return seconds
  } finally {
    await supervised.stop()
  }
}

describe('the engine under load of twenty users', () => {
  it('killed twenty times at a random moment loses nothing and doubles nothing', async () => {
    const seed = String(Date.now())
    const random = new SeededRandom(seed)
    await open('2026-07-01', 9 * 60 + 30, SPEED)
    try {
      const seconds: number[] = []
      for (let four = 0; four < 5; four++) {
        seconds.push(await liveFourTimes(random))
        expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
      }
      process.stdout.write(
        `seconds from the last of three kills in a row until the engine traded: ${seconds.map((each) => each.toFixed(1)).join(', ')}\n`,
      )
      await recover()
      expect(await engine.end('SIGTERM')).toBe(0)
      expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
      expect(await database.db.trade.count({ where: { status: { not: 'RUNNING' } } })).toBeGreaterThan(0)
    } catch (error) {
      throw new Error(`with seed ${seed}`, { cause: error })
    }
  }, 480_000)

  it.each([1, 2])(
    'killed at each failpoint, at passage %i, and started into the next, loses nothing and doubles nothing',
    async (passage) => {
      await open('2026-07-01', 9 * 60 + 30, FAST)
      for (const place of TRADING_FAILPOINTS) {
        // A restart reconciles once.
        await engine.dieAt(place === 'mid-reconciliation' ? place : `${place}:${passage}`)
        expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
      }
      await recover()
    },
    300_000,
  )

  it('killed while a new day’s contracts are read, by the old day’s engine and by the next, trades on the new day', async () => {
    await open('2026-07-01', 15 * 60 + 5, FAST)
    await engine.dieAt('mid-day-roll:2')
    expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
    await engine.dieAt('mid-day-roll')
    await recover()
    const tomorrow = { entryTime: { gte: new Date(istInstant('2026-07-02', 0)) } }
    await expect.poll(() => database.db.trade.count({ where: tomorrow }), { timeout: 20_000, interval: 100 }).toBeGreaterThan(0)
  }, 480_000)
})
