import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { isOpen } from '../trading/positions/legs.ts'
import { enter, filled, lots, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()
beforeEach(() => current().tradeLive())

const incidents = () => current().db.fillIncident.findMany({ orderBy: { kind: 'asc' }, include: { order: true } })
const told = (type: string) => current().events.filter((event) => event.type === type)

/** A live entry of so many lots that is at the broker. */
async function sent(count = 1) {
  const entry = await current().enterOnce(NOW - MINUTE, lots(count))
  await current().store.trades.markSubmitted([entry.id])
  return entry
}

const rejected = ({ clientOrderId }: { readonly clientOrderId: string }, reason: string) =>
  current().store.trades.book([{ type: 'rejected', clientOrderId, at: NOW, reason }])

describe('a live fill that does not fit the books', () => {
  it('because its leg has nothing left to close, is kept and told once, however often it comes', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const { userId } = testStore.subscription
    const exit = await testStore.sendExit(leg)
    await testStore.store.trades.book([filled(exit.clientOrderId, 110_00, NOW)])
    // As by a second exit that the exchange filled too.
    const second = await testStore.db.order.create({
      data: {
        ...{ clientOrderId: 'Xagain', userId, subscriptionId: leg.subscriptionId, tradeId: leg.tradeId, legId: leg.id, mode: 'LIVE' },
        ...{ purpose: 'EXIT', exitReason: 'STOP', side: 'SELL', status: 'SUBMITTED', slice: 1, contract: leg.contract as object },
        ...{ quantity: 65, intendedAt: new Date(NOW) },
      },
    })
    for (let i = 0; i < 2; i++) await testStore.store.trades.book([filled('Xagain', 109_00, NOW + 1)])
    expect(await incidents()).toMatchObject([
      { kind: 'POSITION_ALREADY_CLOSED', orderId: second.id, fillId: 'Xagain-1', quantity: 65, pricePaise: 109_00n },
    ])
    await expect.poll(() => told('fill.disputed')).toEqual([{ type: 'fill.disputed', userId }])
    expect(told('trade.changed')).toContainEqual({ type: 'trade.changed', tradeId: leg.tradeId, userId })
    expect(await testStore.db.fill.count()).toBe(2)
  })

  it('because it is of more than its order, is kept beside the books', async () => {
    const entry = await sent()
    await current().store.trades.book([filled(entry.clientOrderId, 100_00, NOW, 130)])
    expect(await incidents()).toMatchObject([{ kind: 'WRONG_QUANTITY', orderId: entry.id, quantity: 130 }])
    expect(await current().db.fill.count()).toBe(0)
  })

  it('because its order had ended and its trade was closed, is booked and kept as both', async () => {
    const testStore = current()
    const entry = await sent(2)
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    const [running] = await testStore.store.trades.heldLegs()
    if (!running || !isOpen(running)) throw new Error('no trade was opened')
    await testStore.store.trades.expire([entry.id], 'of a test')
    const exit = await testStore.sendExit(running)
    await testStore.store.trades.book([filled(exit.clientOrderId, 110_00, NOW)])
    await testStore.store.trades.book([filled(entry.clientOrderId, 105_00, NOW + 1, 65, 'late')])
    expect(await incidents()).toMatchObject([
      { kind: 'LATE_FILL', fillId: 'late', quantity: 65 },
      { kind: 'REOPENED', fillId: 'late', quantity: 65 },
    ])
  })

  it('is nobody’s concern on paper', async () => {
    const testStore = current()
    const { subscriptionId: id } = testStore.subscription
    const confirmed = { confirmedAt: null, confirmedVersion: null, confirmedLots: null }
    await testStore.db.subscription.update({ where: { id }, data: { mode: 'PAPER', ...confirmed } })
    const entry = await sent()
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW, 130)])
    expect(await incidents()).toEqual([])
  })
})

describe('a refused live entry', () => {
  it('says when and why, and is told to its owner once', async () => {
    const entry = await sent()
    for (let i = 0; i < 2; i++) await rejected(entry, 'the account has ₹10')
    const order = await current().order(entry.id)
    expect(order).toMatchObject({ status: 'REJECTED', note: 'the account has ₹10', refusedAt: expect.any(Date) })
    const { userId } = current().subscription
    await expect.poll(() => told('order.refused')).toEqual([{ type: 'order.refused', tradeId: entry.tradeId, userId }])
    expect((await current().db.$queryRaw`SELECT id, kind, at FROM "Notification" WHERE "userId" = ${userId}::uuid`) as object[]).toEqual([
      { id: `refused:${entry.tradeId}`, kind: 'LIVE_TRADING', at: order.refusedAt },
    ])
  })

  it('that is filled after all was not refused', async () => {
    const entry = await sent()
    await rejected(entry, 'of a test')
    await current().store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(await current().order(entry.id)).toMatchObject({ status: 'FILLED', note: null, refusedAt: null })
    expect(await incidents()).toMatchObject([{ kind: 'LATE_FILL' }])
  })

  it('is told neither of an exit, which is tried again, nor of what was cancelled', async () => {
    const testStore = current()
    const leg = await testStore.openTrade(100_00, enter)
    await rejected(await testStore.sendExit(leg), 'of a test')
    const entry = await testStore.enterOnce(NOW, lots(1))
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.book([{ type: 'cancelled', clientOrderId: entry.clientOrderId, at: NOW, reason: 'not filled in time' }])
    expect(await testStore.db.order.count({ where: { refusedAt: { not: null } } })).toBe(0)
    expect(told('order.refused')).toEqual([])
  })
})
