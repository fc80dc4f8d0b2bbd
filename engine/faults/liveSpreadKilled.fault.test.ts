import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant } from '../../schema/time.ts'
import { openTestBroker, type TestBroker } from '../broker/accounts/testing/openTestBroker.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { EngineProcess, type EngineProcessSettings } from '../testing/EngineProcess.ts'
import { connectLiveUsers, LONG } from './testing/connectLiveUsers.ts'
import { LiveJudge } from './testing/LiveJudge.ts'
import { SupervisedEngine } from './testing/SupervisedEngine.ts'

const USERS = 2
/** A market minute is six seconds: the broker's books, which may be read once a second, keep up with it. */
const SPEED = 10
const KILLS = 10

const call = { option: 'CE', expiry: 'this week', lots: 1 } as const
/** A call is sold and another one above it bought; the sold one has a stop of its own. Closed soon, so that the next one opens. */
const SPREAD = {
  rules: {
    ...LONG,
    position: {
      legs: [
        { ...call, side: 'SELL', strike: 'ATM', stop: '8%' },
        { ...call, side: 'BUY', strike: 'ATM+4' },
      ],
      ...{ stop: '4%', target: '3%' },
    },
  },
} as const

let broker: TestBroker
let settings: EngineProcessSettings
let engine: EngineProcess
let clientCodes: ReadonlyMap<string, string>
let judge: LiveJudge

beforeEach(async () => {
  broker = await openTestBroker({ speed: SPEED, seed: 7, accounts: USERS, start: istInstant('2026-07-01', 9 * 60 + 30) })
  const { sandbox, database } = broker
  settings = { databaseUrl: database.url, home: sandbox.home, sandboxPort: sandbox.port, environment: { ALLOW_LIVE: 'yes' } }
  engine = new EngineProcess(settings)
  judge = new LiveJudge(database.db, sandbox.control, 'hedged')
  await engine.start()
  clientCodes = await connectLiveUsers(broker, [SPREAD])
  // Kills come only when there is something to lose.
  await expect.poll(() => database.db.leg.count({ where: { status: 'RUNNING', side: 'SELL' } })).toBeGreaterThanOrEqual(USERS)
  await engine.end('SIGKILL')
})
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await broker.remove()
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-60).join('\n')}\n`)
})

it('an engine that sells calls live and hedges them, killed ten times at a random moment, never leaves one without its hedge', async () => {
  const { db } = broker.database
  const seed = String(Date.now())
  const random = new SeededRandom(seed)
  try {
    const supervised = new SupervisedEngine(settings, engine.log)
    supervised.start()
    try {
      for (let kill = 1; kill <= KILLS; kill++) {
        await supervised.ready()
        await sleep(random.integer(0, 12_000))
        await judge.expectNothingDoubledOrOversold()
        await supervised.kill()
      }
    } finally {
      await supervised.stop()
    }
    await engine.start()
    await db.subscription.updateMany({ data: { isActive: false } })
    await judge.expectProtected()
    await judge.expectNothingLost()
    await judge.expectSamePositions(clientCodes)
    expect(await engine.end('SIGTERM')).toBe(0)
    await judge.expectNothingDoubledOrOversold()
    await expectBooksInOrder(db)
    expect(await db.leg.count({ where: { status: { not: 'RUNNING' }, side: 'SELL' } })).toBeGreaterThan(0)
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error })
  }
}, 400_000)
