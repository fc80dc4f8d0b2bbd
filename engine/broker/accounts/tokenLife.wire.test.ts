import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { marketTimeAt, segmentAt } from '../../../schema/market/MarketClock.ts'
import { istInstant } from '../../../schema/time.ts'
import { TokenLife } from './TokenLife.ts'
import type { OpenBroker } from './testing/openBroker.ts'
import { openTestBroker, typed, type TestBroker } from './testing/openTestBroker.ts'

const PATIENT = { timeout: 100_000, interval: 100 }

let broker: TestBroker
let open: OpenBroker
beforeEach(async () => {
  // Three seconds before the close; a session takes 37 seconds.
  broker = await openTestBroker({ start: istInstant('2026-11-20', 15 * 60), speed: 600 })
  open = await broker.start()
})
afterEach(() => broker.remove())

it('sessions end with the market’s day: kept accounts sign in once before the next one trades, others wait for their owner', async () => {
  const lives = [0, 1].map(() => new TokenLife({ accounts: open.accounts, isMine: () => true, log: pino({ level: 'silent' }) }))
  const look = async () => {
    const real = Date.now()
    const clock = await open.broker.clock()
    const segment = segmentAt(clock, real)
    const session = segment && { open: segment.sessionOpen, close: segment.sessionClose }
    open.installation.onTime(real)
    for (const life of lives) life.onTime(real, marketTimeAt(clock, real), session)
  }
  const [kept, forgotten] = [await broker.createUser(), await broker.createUser()]
  await broker.ask(kept, 'CONNECT_WITH_PIN', typed(broker.sandbox.users[0]!, true))
  await broker.ask(forgotten, 'CONNECT_WITH_PIN', typed(broker.sandbox.users[1]!, false))
  const first = await broker.account(kept)
  const day = first!.validUntil!

  await expect
    .poll(async () => {
      await look()
      const [mine, his] = [await broker.account(kept), await broker.account(forgotten)]
      return mine!.refreshedAt! > first!.refreshedAt! && mine?.state === 'CONNECTED' && his?.state
    }, PATIENT)
    .toBe('EXPIRED')
  const asked = await broker.database.db.brokerCommand.findMany({ where: { kind: 'SIGN_IN' } })
  expect(asked.map(({ userId }) => userId)).toEqual([kept])
  expect((await broker.account(kept))!.refreshedAt!.getTime()).toBeGreaterThanOrEqual(day.getTime())
  expect((await broker.account(forgotten))?.validUntil).toBeNull()
  // The session that feeds the market data goes on by itself.
  const isRenewed = async () => {
    const mine = await broker.account(null)
    return mine?.state === 'CONNECTED' && mine.refreshedAt! >= day
  }
  await expect.poll(() => look().then(isRenewed), PATIENT).toBe(true)
  await Promise.all(lives.map((life) => life.stop()))
})

it('commands older than a day are removed', async () => {
  const userId = await broker.createUser()
  const old = await broker.command(userId, 'DISCONNECT', null)
  await broker.ended(old)
  const young = await broker.command(userId, 'DISCONNECT', null)
  await broker.ended(young)
  await broker.database.db.brokerCommand.update({ where: { id: old }, data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
  await open.accounts.expire()
  expect((await broker.database.db.brokerCommand.findMany({ where: { userId } })).map(({ id }) => id)).toEqual([young])
})
