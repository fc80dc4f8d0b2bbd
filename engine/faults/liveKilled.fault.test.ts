import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant } from '../../schema/time.ts'
import { openTestBroker, type TestBroker } from '../broker/accounts/testing/openTestBroker.ts'
import { LIVE_FAILPOINTS, STOP_FAILPOINTS, TRADING_FAILPOINTS, type Failpoint } from '../runtime/failpoint.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { EngineProcess, type EngineProcessSettings } from '../testing/EngineProcess.ts'
import { connectLiveUsers, TRAILING } from './testing/connectLiveUsers.ts'
import { LiveJudge } from './testing/LiveJudge.ts'
import { SupervisedEngine } from './testing/SupervisedEngine.ts'

const USERS = 4
/** A market minute is six seconds: the broker's books, which may be read once a second, keep up with it. */
const SPEED = 10
/** Real seconds for which a leg may be without a stop at the exchange once an engine trades. */
const NAKED_FOR = 5
/**
 * The same after a kill between the commit of a stop and its call: it may be one that shows up late, and a second one could sell
 * twice. It is waited for during two market minutes, in which the engine alone watches its leg.
 */
const NAKED_BEFORE_SENT = NAKED_FOR + 120 / SPEED

let broker: TestBroker
let settings: EngineProcessSettings
let engine: EngineProcess
let clientCodes: ReadonlyMap<string, string>
let judge: LiveJudge

/** An engine has traded live for all users, and is gone. */
async function open(terms?: Parameters<typeof connectLiveUsers>[1]): Promise<void> {
  broker = await openTestBroker({ speed: SPEED, seed: 7, accounts: USERS, start: istInstant('2026-07-01', 9 * 60 + 30) })
  const { sandbox, database } = broker
  const environment = { ALLOW_LIVE: 'yes' }
  settings = { databaseUrl: database.url, home: sandbox.home, sandboxPort: sandbox.port, environment }
  engine = new EngineProcess(settings)
  judge = new LiveJudge(database.db, sandbox.control)
  await engine.start()
  clientCodes = await connectLiveUsers(broker, terms)
  // Kills come only when there is something to lose.
  await expect.poll(() => database.db.leg.count({ where: { status: 'RUNNING' } })).toBeGreaterThanOrEqual(USERS)
  await engine.end('SIGKILL')
}
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await broker.remove()
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-60).join('\n')}\n`)
})

/** What holds after the recovery from a kill, and for some milliseconds more. Resolves with the measurements. */
async function expectRecovered(milliseconds = 0, nakedFor = NAKED_FOR): Promise<string> {
  const watch = judge.watchNakedness()
  try {
    const { legs, seconds } = await judge.expectProtected()
    await judge.expectNothingLost()
    await judge.expectNothingDoubledOrOversold()
    await sleep(milliseconds)
    const naked = await watch.end()
    expect(Math.max(seconds, naked)).toBeLessThanOrEqual(nakedFor)
    return `${seconds.toFixed(1)} (${legs}), ${naked.toFixed(1)}`
  } finally {
    await watch.end()
  }
}

/** The last life of a test: books and exchange agree, and it ends on request. */
async function expectEndsInOrder(): Promise<void> {
  const { db } = broker.database
  await engine.start()
  await db.subscription.updateMany({ data: { isActive: false } })
  await expectRecovered()
  await judge.expectSamePositions(clientCodes)
  expect(await engine.end('SIGTERM')).toBe(0)
  await judge.expectNothingDoubledOrOversold()
  await expectBooksInOrder(db)
  expect(await db.order.count({ where: { mode: 'PAPER' } })).toBe(0)
}

/** The run was worth something: trades were closed, too. */
async function expectClosedTrades(): Promise<void> {
  expect(await broker.database.db.trade.count({ where: { status: { not: 'RUNNING' } } })).toBeGreaterThan(0)
}

function tell(measured: readonly string[]): void {
  process.stdout.write(`seconds from a restart until all open legs were protected (legs), and longest without: ${measured.join('; ')}\n`)
}

/** Killed at a place, the next life recovers; so from place to place. */
async function expectOutlived(places: readonly Failpoint[], passage: number): Promise<void> {
  const measured: string[] = []
  for (const place of places) {
    // A start reconciles once: two of them end there.
    const isOnce = place === 'mid-reconciliation'
    for (let time = isOnce ? passage : 1; time > 0; time--) await engine.dieAt(isOnce ? place : `${place}:${passage}`)
    await judge.expectNothingDoubledOrOversold()
    await engine.start()
    const bare = place === 'before-stop-sent' ? NAKED_BEFORE_SENT : NAKED_FOR
    measured.push(`${place} ${await expectRecovered(0, bare)}`)
    await judge.expectFollowed()
    await engine.end('SIGKILL')
  }
  tell(measured)
  await expectEndsInOrder()
}

/** Three kills anywhere, also on the way to trading; the fourth life recovers from all of them, trades for a while, and is killed, too. */
async function liveFourTimes(supervised: SupervisedEngine, random: SeededRandom): Promise<string> {
  let untilStart = 0
  for (let life = 1; life <= 3; life++) {
    await sleep(untilStart + random.integer(500, 4_000))
    untilStart = await supervised.kill()
  }
  await supervised.ready()
  const measured = await expectRecovered(random.integer(0, 3_000))
  await supervised.kill()
  return measured
}

describe('an engine that trades live for four users', () => {
  it('killed twenty times at a random moment loses, doubles and oversells nothing, and protects what is open', async () => {
    const seed = String(Date.now())
    const random = new SeededRandom(seed)
    await open()
    try {
      const supervised = new SupervisedEngine(settings, engine.log)
      const measured: string[] = []
      supervised.start()
      try {
        for (let four = 0; four < 5; four++) measured.push(await liveFourTimes(supervised, random))
      } finally {
        await supervised.stop()
      }
      tell(measured)
      await expectEndsInOrder()
      await expectClosedTrades()
    } catch (error) {
      throw new Error(`with seed ${seed}`, { cause: error })
    }
  }, 400_000)

  it.each([1, 2])(
    'killed at each failpoint, at passage %i, loses, doubles and oversells nothing, and protects what is open',
    async (passage) => {
      await open()
      await expectOutlived([...TRADING_FAILPOINTS, ...LIVE_FAILPOINTS], passage)
      await expectClosedTrades()
    },
    600_000,
  )

  it.each([1, 2])(
    'killed amid a change of a stop, before and after its call, at passage %i, keeps one stop for each leg, which goes on to follow',
    async (passage) => {
      await open(TRAILING)
      await expectOutlived(STOP_FAILPOINTS, passage)
    },
    600_000,
  )
})
