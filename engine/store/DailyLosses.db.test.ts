import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { err } from '../../schema/errors.ts'
import { paise } from '../../schema/money.ts'
import { DAY, MINUTE, type Instant } from '../../schema/time.ts'
import type { Account } from '../trading/risk/assess.ts'
import { DailyLosses } from './DailyLosses.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'
import { filled, MARKET, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()
let losses: DailyLosses
beforeEach(async () => {
  const testStore = current()
  losses = new DailyLosses(testStore.url, MARKET, testStore.leases)
  await testStore.db.user.updateMany({ data: { squareOffAtDailyLoss: true, maxDailyLossPaise: 1_000_00n } })
})
afterEach(() => losses.close())

/** The account as a decision at a time sees it. */
async function accountAt(now: Instant): Promise<Account> {
  const testStore = current()
  let seen: Account | null = null
  await testStore.store.decisions.decide(testStore.batchAt(now), now, (_side, _candidate, account) => {
    seen = account
    return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
  })
  if (!seen) throw new Error('nobody asked')
  return seen
}

/** A trade of a later candle than `openTrade`'s. */
async function openAnother(candleTime: Instant): Promise<void> {
  const testStore = current()
  const { id, clientOrderId } = await testStore.enterOnce(candleTime)
  await testStore.store.trades.markSubmitted([id])
  await testStore.store.trades.book([filled(clientOrderId, 100_00, NOW)])
}

describe('the losses of a day', () => {
  it('are of users who want their trades closed and have some open: what closed ones lost, and which are open', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade())
    await testStore.store.trades.book([filled(exit.clientOrderId, 90_00, NOW)])
    expect(await losses.dailyLosses(NOW)).toEqual([])
    await openAnother(NOW)
    const [open] = await testStore.store.trades.heldLegs()
    const { paperRealisedPaise } = await testStore.user()
    const { userId } = testStore.subscription
    const today = {
      userId,
      mode: 'PAPER',
      maxDailyLoss: 1_000_00,
      closedLoss: -Number(paperRealisedPaise),
      stoppedAt: null,
      openTrades: new Set([open?.tradeId]),
    }
    expect(await losses.dailyLosses(NOW)).toEqual([today])
    expect(await losses.dailyLosses(NOW + DAY)).toEqual([{ ...today, closedLoss: 0 }])
    await testStore.db.user.updateMany({ data: { squareOffAtDailyLoss: false } })
    expect(await losses.dailyLosses(NOW)).toEqual([])
  })
})

describe('a day that is lost', () => {
  it('asks once for the exit of the user’s open trades, for the reason, and tells the engines; nobody else’s', async () => {
    const testStore = current()
    const { userId } = testStore.subscription
    const leg = await testStore.openTrade()
    testStore.subscription = await createTestSubscription(testStore.db)
    await testStore.openTrade()
    testStore.events.length = 0
    await losses.stopForToday(userId, 'PAPER', paise(1_000_00), NOW)
    await losses.stopForToday(userId, 'PAPER', paise(1_200_00), NOW)
    expect(await testStore.store.trades.requestedExits()).toEqual([{ legId: leg.id, reason: 'DAILY_LOSS', requestId: null }])
    await expect.poll(() => testStore.events).toContainEqual({ type: 'exits.requested' })
    expect(testStore.events.filter(({ type }) => type === 'day.lost')).toEqual([{ type: 'day.lost', userId }])
    expect(await losses.dailyLosses(NOW)).toEqual([])
    expect(await testStore.db.dailyLossStop.findMany()).toMatchObject([{ userId, market: MARKET, lossPaise: 1_000_00n }])
  })

  it('is lost until its end, however its trades were sold, for entries and for what is opened late', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await losses.stopForToday(testStore.subscription.userId, 'PAPER', paise(1_000_00), NOW)
    const exit = await testStore.sendExit(leg, 'DAILY_LOSS')
    await testStore.store.trades.book([filled(exit.clientOrderId, 99_00, NOW + MINUTE)])
    expect((await accountAt(NOW + MINUTE)).lossThatStopped).toBe(1_000_00)
    await openAnother(NOW)
    expect(await losses.dailyLosses(NOW)).toMatchObject([{ stoppedAt: 1_000_00 }])
    expect(await losses.dailyLosses(NOW + DAY)).toMatchObject([{ stoppedAt: null }])
    expect((await accountAt(NOW + DAY)).lossThatStopped).toBeNull()
  })

  it('is lost in one mode: trades of the other stay open, and its entries go on', async () => {
    const testStore = current()
    const { userId } = testStore.subscription
    const paper = await testStore.openTrade()
    await testStore.tradeLive()
    await openAnother(NOW)
    const held = await testStore.store.trades.heldLegs()
    const live = held.find(({ id }) => id !== paper.id)
    expect(live).toMatchObject({ mode: 'LIVE' })
    const ofMode = { userId, maxDailyLoss: 1_000_00, closedLoss: 0, stoppedAt: null }
    expect(await losses.dailyLosses(NOW)).toEqual([
      { ...ofMode, mode: 'PAPER', openTrades: new Set([paper.tradeId]) },
      { ...ofMode, mode: 'LIVE', openTrades: new Set([live?.tradeId]) },
    ])
    await losses.stopForToday(userId, 'PAPER', paise(1_000_00), NOW)
    expect(await testStore.store.trades.requestedExits()).toEqual([{ legId: paper.id, reason: 'DAILY_LOSS', requestId: null }])
    expect(await losses.dailyLosses(NOW)).toMatchObject([{ mode: 'LIVE', stoppedAt: null }])
    expect((await accountAt(NOW + MINUTE)).lossThatStopped).toBeNull()
    await losses.stopForToday(userId, 'LIVE', paise(1_100_00), NOW)
    expect((await accountAt(NOW + 2 * MINUTE)).lossThatStopped).toBe(1_100_00)
  })

  it('is not lost any more to an owner who no longer wants trades closed', async () => {
    const testStore = current()
    await losses.stopForToday(testStore.subscription.userId, 'PAPER', paise(1_000_00), NOW)
    await testStore.db.user.updateMany({ data: { squareOffAtDailyLoss: false } })
    expect((await accountAt(NOW + MINUTE)).lossThatStopped).toBeNull()
  })

  it('does not close again what somebody else closes', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await requestExits(testStore.db, { tradeIds: [leg.tradeId], reason: 'MANUAL', by: 'somebody' })
    expect(await losses.dailyLosses(NOW)).toEqual([])
  })
})
