import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import { openTestBroker, type TestBroker } from '../broker/accounts/testing/openTestBroker.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { connectLiveUsers } from './testing/connectLiveUsers.ts'
import { LiveJudge } from './testing/LiveJudge.ts'

const USERS = 2
/** A market minute is three seconds. */
const SPEED = 20
const [DATE, NEXT] = ['2026-07-01', '2026-07-02'] as const
/** Before strategies close what they hold. */
const LOCKED_FROM = istInstant(DATE, 15 * 60 + 6)
const CLOSE = istInstant(DATE, 15 * 60 + 30)
const MORNING = istInstant(NEXT, 9 * 60 + 15)
/** Real seconds for which a leg may be without a stop at the exchange. */
const NAKED_FOR = 5
const PATIENT = { timeout: 120_000, interval: 100 }

let broker: TestBroker
let engine: EngineProcess
let judge: LiveJudge
let clientCodes: ReadonlyMap<string, string>

beforeEach(async () => {
  // Live entries end at 15:00: on a busy machine it takes some of these minutes until the engine trades and the users are connected.
  broker = await openTestBroker({ speed: SPEED, seed: 7, accounts: USERS, start: istInstant(DATE, 14 * 60 + 35) })
  const { sandbox, database } = broker
  const environment = { ALLOW_LIVE: 'yes' }
  engine = new EngineProcess({ databaseUrl: database.url, home: sandbox.home, sandboxPort: sandbox.port, environment })
  judge = new LiveJudge(database.db, sandbox.control)
  await engine.start()
  clientCodes = await connectLiveUsers(broker)
})
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await broker.remove()
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-60).join('\n')}\n`)
})

const now = () => broker.sandbox.control.now()

/** Legs are open when the broker stops taking orders from the engine: so they still are when it squares them off at the close. */
async function holdToTheClose(): Promise<void> {
  await expect.poll(now, PATIENT).toBeGreaterThan(LOCKED_FROM)
  broker.sandbox.control.setFault({ name: 'staticIp', registered: [] })
}

/** From the close on the broker takes orders again. */
async function unlockAtTheClose(): Promise<void> {
  await expect.poll(now, PATIENT).toBeGreaterThanOrEqual(CLOSE)
  broker.sandbox.control.clearFaults()
}

/** The new day trades, and what is left of the old one is over. `lives`: engines that have run on the new day. */
async function expectNewDay(lives: number): Promise<void> {
  const { db } = broker.database
  const { control } = broker.sandbox
  const entryTime = { lt: new Date(CLOSE) }
  await expect.poll(() => db.leg.count({ where: { entryTime, status: 'RUNNING' } }), PATIENT).toBe(0)
  const left = await db.leg.findMany({ where: { entryTime, exitTime: { gte: new Date(CLOSE) } } })
  expect(left.length).toBeGreaterThan(0)
  for (const { exitReason, exitPricePaise } of left) expect([exitReason, exitPricePaise]).toEqual(['NOT_HELD', null])
  const watch = judge.watchNakedness()
  try {
    for (const userId of clientCodes.keys()) {
      const entered = { userId, mode: 'LIVE', purpose: 'ENTRY', filledQuantity: { gt: 0 }, intendedAt: { gte: new Date(MORNING) } } as const
      await expect.poll(() => db.order.count({ where: entered }), PATIENT).toBeGreaterThan(0)
    }
    await judge.expectProtected()
  } finally {
    expect(await watch.end()).toBeLessThanOrEqual(NAKED_FOR)
  }
  for (const [userId, clientCode] of clientCodes) {
    const account = await broker.account(userId)
    expect(account).toMatchObject({ state: 'CONNECTED' })
    expect(account!.refreshedAt!.getTime()).toBeGreaterThan(account!.connectedAt!.getTime())
    // The one that connected the account, and one for the new day: another only where its engine died before it was stored.
    expect(control.signInTries(clientCode).length).toBeLessThanOrEqual(1 + lives)
  }
  // Nothing of the new day touches the legs of the old one.
  const leg = { in: left.map(({ id }) => id) }
  const exits = [
    ...(await db.exitAtBroker.findMany({ where: { legId: leg } })),
    ...(await db.order.findMany({ where: { legId: leg, purpose: 'EXIT' } })),
  ]
  const tags = new Set(exits.map(({ clientOrderId }) => clientOrderId))
  const sent = control.ledger.entries.filter(
    (entry) => entry.kind === 'call' && entry.tag !== null && tags.has(entry.tag) && entry.at >= MORNING,
  )
  expect(sent).toEqual([])
  await judge.expectNothingLost()
  await judge.expectNothingDoubledOrOversold()
  expect(await engine.end('SIGTERM')).toBe(0)
  await expectBooksInOrder(db)
}

describe('users who trade live and hold legs at the close', () => {
  it('with an engine that stays up get a session for the new day and trade on it; the old legs are over and nothing is sold for them', async () => {
    await holdToTheClose()
    await unlockAtTheClose()
    await expectNewDay(1)
  }, 400_000)

  it('with an engine killed while the new day’s contracts are read, by the old day’s engine and by the next, trade on the new day', async () => {
    await holdToTheClose()
    await engine.end('SIGKILL')
    const death = engine.dieAt('mid-day-roll:2')
    await unlockAtTheClose()
    await death
    await judge.expectNothingDoubledOrOversold()
    await engine.dieAt('mid-day-roll')
    await engine.start()
    await expectNewDay(3)
  }, 400_000)
})
