import { beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import { ORDERED_EXITS, EXIT_REASONS } from '../../schema/trading/exits.ts'
import { openPool } from '../../prisma/client.ts'
import { inTransaction } from '../../prisma/inTransaction.ts'
import { DailyLosses } from './DailyLosses.ts'
import { filled, lots, MARKET, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()
beforeEach(() => current().tradeLive())

const choose = (removedStop: 'RESTORE' | 'LET_GO') => current().db.user.updateMany({ data: { removedStop } })
const trade = () => current().db.trade.findFirstOrThrow()
const told = (type: string) => current().events.filter((event) => event.type === type)

/** A live leg whose trade was let go. */
async function letGo() {
  const leg = await current().openTrade()
  await choose('LET_GO')
  expect(await current().store.trades.letGo(leg.id, 'STOP_REMOVED')).toBe(leg.tradeId)
  return leg
}

describe('a live trade whose owner has removed its stop', () => {
  it('stays managed as long as he has not chosen otherwise', async () => {
    const { store } = current()
    const leg = await current().openTrade()
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBeNull()
    expect([(await trade()).letGoAt, await store.trades.letGoTrades()]).toEqual([null, []])
    expect(told('trade.letGo')).toEqual([])
  })

  it('is let go where he wants that, and everybody who must know is told; a second time changes nothing', async () => {
    const { store, subscription } = current()
    const leg = await letGo()
    const { letGoAt } = await trade()
    expect(letGoAt).not.toBeNull()
    expect(await store.trades.letGoTrades()).toEqual([leg.tradeId])
    const ids = { tradeId: leg.tradeId, userId: subscription.userId }
    await expect.poll(() => told('trade.letGo')).toEqual([{ type: 'trade.letGo', ...ids }])
    expect(told('trade.changed')).toContainEqual({ type: 'trade.changed', ...ids })
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBe(leg.tradeId)
    expect((await trade()).letGoAt).toEqual(letGoAt)
  })

  it('stays managed where its exit is under way, or was asked for', async () => {
    const { store, db } = current()
    const leg = await current().openTrade()
    await choose('LET_GO')
    const exit = await current().sendExit(leg)
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBeNull()
    await store.trades.book([{ type: 'cancelled', clientOrderId: exit.clientOrderId, at: NOW, reason: null }])
    await db.$transaction((tx) => requestExits(tx, { tradeIds: [leg.tradeId], reason: 'MANUAL', by: 'a test' }))
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBeNull()
    await db.exitRequest.deleteMany()
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBe(leg.tradeId)
  })

  it('stays managed where its exit is being committed at that moment', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await choose('LET_GO')
    const pool = openPool(testStore.url, 'test', 1)
    try {
      let answer: Promise<string | null> = Promise.resolve(null)
      await inTransaction(pool, async (tx) => {
        await tx.$queryRaw`SELECT FROM "Leg" WHERE id = ${leg.id}::uuid FOR NO KEY UPDATE`
        answer = testStore.store.trades.letGo(leg.id, 'STOP_REMOVED')
        const waiting = () =>
          testStore.db.$queryRaw<unknown[]>`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
        await expect.poll(async () => (await waiting()).length).toBe(1)
        await tx.$executeRaw`
          INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", "legId", mode, purpose, "exitReason", side, status, contract,
            quantity, "intendedAt", "updatedAt")
          SELECT gen_random_uuid(), 'Xnow', "userId", "subscriptionId", trade.id, leg.id, mode, 'EXIT', 'STOP', 'SELL', 'SUBMITTED', contract, 65, now(), now()
          FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id WHERE leg.id = ${leg.id}::uuid`
      })
      expect(await answer).toBeNull()
    } finally {
      await pool.end()
    }
  })
})

describe('a trade that was let go', () => {
  it('gets an exit only when a person orders it', async () => {
    const { store } = current()
    const leg = await letGo()
    const rules = EXIT_REASONS.filter((reason) => !ORDERED_EXITS.includes(reason))
    for (const reason of rules)
      expect(await store.trades.submitExits([{ legId: leg.id, reason, at: NOW }])).toMatchObject({ exits: [], busy: [] })
    expect(await store.trades.submitExits([{ legId: leg.id, reason: 'MANUAL', at: NOW }])).toMatchObject({ exits: [{ legId: leg.id }] })
  })

  it('is not closed by a signal the other way', async () => {
    const { store, subscription } = current()
    await letGo()
    const signals = [{ strategyId: subscription.strategyId, version: 1, side: 'SHORT' as const }]
    expect((await store.decisions.decide(current().batchAt(NOW, { signals }), NOW + MINUTE, lots(1))).exits).toEqual([])
  })

  it('is not closed with the others at the loss of a day', async () => {
    const testStore = current()
    const losses = new DailyLosses(testStore.url, MARKET, testStore.leases)
    try {
      await testStore.db.user.updateMany({ data: { squareOffAtDailyLoss: true } })
      const gone = await letGo()
      expect(await losses.dailyLosses(NOW)).toEqual([])
      const other = await testStore.openTrade(100_00, lots(1), NOW + MINUTE)
      expect(await losses.dailyLosses(NOW)).toMatchObject([{ openTrades: new Set([gone.tradeId, other.tradeId]) }])
      await losses.stopForToday(testStore.subscription.userId, 'LIVE', paise(1_000_00), NOW)
      expect(await testStore.store.trades.requestedExits()).toMatchObject([{ legId: other.id, reason: 'DAILY_LOSS' }])
    } finally {
      await losses.close()
    }
  })

  it('keeps the stop that it had, and still counts as open', async () => {
    const { store } = current()
    const leg = await letGo()
    await store.trades.moveStops([{ legId: leg.id, stop: paise(95_00) }])
    expect((await trade()).stopPaise).toBe(88_00n)
    let open: number | null = null
    await store.decisions.decide(current().batchAt(NOW), NOW + MINUTE, (side, candidate, account) => {
      open = account.openTrades
      return lots(1)(side, candidate, account)
    })
    expect(open).toBe(1)
  })

  it('is closed at the price at which its owner sells it in the app', async () => {
    const { store } = current()
    const { id: legId, userId, contract } = await letGo()
    const exit = {
      clientOrderId: 'Hsold',
      userId,
      legId,
      contract,
      side: 'SELL' as const,
      slice: 2_000,
      quantity: 65,
      reason: 'MANUAL' as const,
    }
    expect(await store.trades.keepExitAtBroker(exit)).toBe(true)
    await store.trades.book([filled('Hsold', 92_00, NOW + MINUTE)])
    expect(await trade()).toMatchObject({ status: 'COMPLETED', exitReason: 'MANUAL', exitPricePaise: 92_00n })
    expect(await store.trades.letGoTrades()).toEqual([])
  })

  it('has no entry left that was not sent, and no failed exit that is tried again', async () => {
    const { store, db } = current()
    const leg = await current().openTrade()
    const entry = await db.order.findFirstOrThrow({ omit: { isOpen: true } })
    await db.order.create({ data: { ...entry, contract: entry.contract as object, terms: entry.terms as object, ...UNSENT } })
    await db.leg.updateMany({ data: { exitFailures: 10, exitWanted: 'STOP', exitRetryAt: new Date(NOW) } })
    await db.trade.updateMany({ data: { exitHandedOverAt: new Date() } })
    await choose('LET_GO')
    expect(await store.trades.letGo(leg.id, 'STOP_REMOVED')).toBe(leg.tradeId)
    expect(await db.order.findUniqueOrThrow({ where: { clientOrderId: UNSENT.clientOrderId } })).toMatchObject({
      ...{ status: 'CANCELLED', reservedPaise: 0n, note: 'you have taken over the trade' },
    })
    expect([await store.trades.exitTries(), (await trade()).exitHandedOverAt]).toEqual([[], null])
  })
})

const UNSENT = {
  id: '01970000-0000-7000-8000-000000000001',
  clientOrderId: 'Eunsent',
  slice: 1,
  status: 'INTENT',
  filledQuantity: 0,
} as const
