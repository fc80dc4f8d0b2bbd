import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import { err } from '../../../schema/errors.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import { DailyLosses } from '../../store/DailyLosses.ts'
import type { Account } from './assess.ts'
import { DailyLossWatch } from './DailyLossWatch.ts'
import { MARKET, NOW, TestDesks } from '../testing/TestDesks.ts'

let desks: TestDesks
let losses: DailyLosses
let bus: BusSubscription | null = null
beforeAll(async () => {
  desks = await TestDesks.open()
  losses = new DailyLosses(desks.database.url, MARKET, desks.leases)
})
afterAll(async () => {
  await losses.close()
  await desks.close()
})
beforeEach(() => desks.clear())
afterEach(async () => {
  await bus?.close()
  bus = null
})

/** A desk with a trade of three lots at 100 rupees, its watch, and the bus between them, as in an engine. */
async function begin(squareOffAtDailyLoss: boolean) {
  const { db, url } = desks.database
  await db.user.updateMany({ data: { squareOffAtDailyLoss, maxDailyLossPaise: 1_000_00n } })
  const engine = desks.start(NOW)
  const { desk } = engine
  bus = await listen(
    url,
    ({ type }) => {
      if (type === 'exits.requested') desk.obey()
    },
    () => undefined,
  )
  const watch = new DailyLossWatch({
    ...{ records: losses, openLossOf: (userId, among) => desk.openLossOf(userId, among), log: pino({ level: 'silent' }) },
    tradesSeen: () => desk.counts.trades_opened + desk.counts.trades_closed,
  })
  desk.submit(await desks.intendEntry({ quantity: 195 }))
  await engine.settled()
  await engine.quote(NOW + SECOND, 99_95)
  return { ...engine, watch }
}

/** The account as the next decision sees it. */
async function accountAt(now: number): Promise<Account | null> {
  let seen: Account | null = null
  const signals = [{ strategyId: desks.subscription.strategyId, version: 1, side: 'LONG' as const }]
  const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
  await desks.store.decisions.decide(batch, now, (_side, _candidate, account) => {
    seen = account
    return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
  })
  return seen
}

it('a loss of the day at the owner’s limit sells what is open, is told, and stays lost for entries', async () => {
  const { quote, watch } = await begin(true)
  await quote(NOW + 2 * SECOND, 97_00)
  await watch.onTime(NOW + 2 * SECOND)
  expect(await desks.orders()).toHaveLength(1)
  // 195 units at five rupees are 975 rupees; their charges make it more than a thousand.
  await quote(NOW + 4 * SECOND, 95_00)
  await watch.onTime(NOW + 4 * SECOND)
  await expect
    .poll(async () => (await desks.orders()).filter(({ purpose }) => purpose === 'EXIT'))
    .toMatchObject([{ exitReason: 'DAILY_LOSS', quantity: 195, status: 'SUBMITTED' }])
  await quote(NOW + 6 * SECOND, 95_00)
  const [trade] = await desks.trades()
  expect(trade).toMatchObject({ exitReason: 'DAILY_LOSS', exitQuantity: 195, exitPricePaise: 94_95n })
  const told = await desks.database.db.$queryRaw`SELECT kind FROM "Notification" WHERE kind = 'DAILY_LOSS'`
  expect(told).toHaveLength(1)
  const account = await accountAt(NOW + 2 * MINUTE)
  expect(account?.lossThatStopped).toBeGreaterThanOrEqual(1_000_00)
})

it('the same loss sells nothing of an owner who wants entries stopped only', async () => {
  const { quote, settled, watch } = await begin(false)
  await quote(NOW + 2 * SECOND, 92_00)
  await watch.onTime(NOW + 2 * SECOND)
  await settled()
  expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
  expect(await desks.orders()).toHaveLength(1)
})
