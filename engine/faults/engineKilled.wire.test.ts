import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant } from '../../schema/time.ts'
import { FAILPOINTS } from '../runtime/failpoint.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testEngineProcess.ts'
import { expectDone, expectNothingLostOrDoubled, openOrders, subscribeManyUsers } from './testLoad.ts'

/**
 * A market minute is a second: the load of twenty users is 20 orders in a second and more, and a restart finds no more missing
 * minutes than the broker's three candle calls a second fill at once.
 */
const SPEED = 60
/** For what takes a market hour. */
const FAST = 240
/** The most that a restart is granted until it trades; how long it takes as a rule is for a benchmark to say. */
const READY_WITHIN_MS = 30_000

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

/** Starts the engine after a kill: it trades in time, and what the kill left under way comes to its end. */
async function recover(): Promise<void> {
  const left = await openOrders(database.db)
  const late = sleep(READY_WITHIN_MS, 'late', { ref: false })
  expect(await Promise.race([engine.start(), late])).not.toBe('late')
  await expectDone(database.db, left)
}

describe('the engine under load of twenty users', () => {
  it('killed twenty times at a random moment loses nothing and doubles nothing', async () => {
    const seed = String(Date.now())
    const random = new SeededRandom(seed)
    await open('2026-07-01', 9 * 60 + 30, SPEED)
    try {
      for (let kill = 1; kill <= 20; kill++) {
        // Four lives of five end anywhere, also on the way to trading; the fifth must first have brought all left behind to its end.
        if (kill % 5 !== 0) await engine.dieAfter(random.integer(500, 4_000))
        else {
          await recover()
          await sleep(random.integer(0, 600))
          await engine.end('SIGKILL')
          expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
        }
      }
      await recover()
      expect(await engine.end('SIGTERM')).toBe(0)
      expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
      expect(await database.db.trade.count({ where: { status: { not: 'RUNNING' } } })).toBeGreaterThan(0)
    } catch (error) {
      throw new Error(`with seed ${seed}`, { cause: error })
    }
  }, 240_000)

  it.each([1, 2])(
    'killed at each failpoint, at passage %i, and started into the next, loses nothing and doubles nothing',
    async (passage) => {
      await open('2026-07-01', 9 * 60 + 30, FAST)
      for (const place of FAILPOINTS.filter((each) => each !== 'mid-day-roll')) {
        // A restart reconciles once.
        await engine.dieAt(place === 'mid-reconciliation' ? place : `${place}:${passage}`)
        expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
      }
      await recover()
    },
    150_000,
  )

  it('killed while a new day’s contracts are read, by the old day’s engine and by the next, trades on the new day', async () => {
    await open('2026-07-01', 15 * 60 + 5, FAST)
    await engine.dieAt('mid-day-roll:2')
    expect(await expectNothingLostOrDoubled(database.db)).toBe(0)
    await engine.dieAt('mid-day-roll')
    await recover()
    const tomorrow = { entryTime: { gte: new Date(istInstant('2026-07-02', 0)) } }
    await expect.poll(() => database.db.trade.count({ where: tomorrow }), { timeout: 20_000, interval: 100 }).toBeGreaterThan(0)
  }, 240_000)
})
