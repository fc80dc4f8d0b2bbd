import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { isOpen } from '../trading/positions/legs.ts'
import type { EntryOrder, ExitOrder } from '../trading/orders/orders.ts'
import { paise } from '../../schema/money.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { CONTRACT, filled, lots, MARKET, NOW, TERMS, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

describe('an entry fill', () => {
  it('is booked with its order and its trade, and told', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const [order] = await testStore.db.order.findMany({ include: { fills: true } })
    expect(order).toMatchObject({ status: 'FILLED', filledQuantity: 65, tradeId: leg.tradeId, legId: leg.id })
    expect(order?.fills).toMatchObject([{ quantity: 65, pricePaise: 100_00n, chargesPaise: 26_53n }])
    expect(await testStore.db.trade.findMany()).toMatchObject([
      {
        ...{
          id: leg.tradeId,
          status: 'RUNNING',
          market: MARKET,
          index: 'NIFTY',
          option: CONTRACT.tradingSymbol,
          signal: 'LONG',
          lots: 1,
          quantity: 65,
        },
        ...{
          entryPricePaise: 100_00n,
          targetPaise: 118_00n,
          stopPaise: 88_00n,
          fundUsedPaise: 6_500_00n,
          chargesPaise: 26_53n,
          exitPricePaise: null,
        },
        terms: JSON.parse(JSON.stringify(TERMS)) as object,
        entryTime: new Date(NOW + 400),
      },
    ])
    await expect
      .poll(() => testStore.events)
      .toContainEqual({ type: 'trade.opened', tradeId: leg.tradeId, userId: testStore.subscription.userId })
  })

  it('keeps to the terms of the decision, whatever the strategy has become since', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.moveToTerms({ takeProfitPercent: 90, stopLossPercent: 80, windowEnd: '11:00' })
    expect(await testStore.store.trades.openOrders()).toMatchObject([{ id: entry.id, terms: TERMS }])
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(await testStore.db.trade.findMany()).toMatchObject([
      { targetPaise: 118_00n, stopPaise: 88_00n, terms: { windowEndsAt: TERMS.windowEndsAt } },
    ])
  })

  it('that comes again, also at the same moment, is the same row', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    await testStore.store.trades.markSubmitted([entry.id])
    const fill = filled(entry.clientOrderId, 100_00, NOW)
    const booked = await Promise.all([1, 2, 3].map(() => testStore.store.trades.book([fill, fill])))
    expect(booked.flatMap(({ legUpdates }) => legUpdates.filter(({ change }) => change === 'opened'))).toHaveLength(1)
    expect([await testStore.db.fill.count(), await testStore.db.trade.count()]).toEqual([1, 1])
  })

  it('that the broker tells under another id, too, is booked once; what is wrong with it is kept and told once', async () => {
    const testStore = current()
    const { userId } = testStore.subscription
    const entry = await testStore.enterOnce()
    await testStore.store.trades.markSubmitted([entry.id])
    const { clientOrderId } = entry
    const early = {
      type: 'filled' as const,
      clientOrderId,
      at: NOW,
      fillId: `${clientOrderId}@65`,
      quantity: 65,
      price: paise(100_00),
      filledInAll: 65,
    }
    await testStore.store.trades.book([early])
    await testStore.store.trades.book([{ ...early, fillId: `${clientOrderId}-1` }])
    expect(await testStore.db.fill.findMany()).toMatchObject([{ id: early.fillId, quantity: 65 }])
    const fill = { ...early, contract: CONTRACT, side: 'BUY' as const, product: 'INTRADAY' as const }
    const writtenBy = () => testStore.db.$queryRaw`SELECT xmin::text FROM "Order" WHERE id = ${entry.id}::uuid`
    const before = await writtenBy()
    for (const owner of [userId, userId, entry.id]) await testStore.store.keepFillIncident({ kind: 'ANNULLED', fill }, owner)
    expect(await testStore.db.fillIncident.findMany()).toMatchObject([{ fillId: early.fillId, orderId: entry.id, kind: 'ANNULLED' }])
    // By this a gateway that keeps the trade tells that it has changed.
    expect(await writtenBy()).not.toEqual(before)
    await expect.poll(() => testStore.events.filter(({ type }) => type === 'fill.disputed')).toEqual([{ type: 'fill.disputed', userId }])
  })

  it('leaves nothing behind when its trade cannot be stored', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.owner.$executeRaw`ALTER TABLE "Trade" ADD CONSTRAINT refuse_all CHECK (lots < 0)`
    try {
      await expect(testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])).rejects.toThrow()
    } finally {
      await testStore.owner.$executeRaw`ALTER TABLE "Trade" DROP CONSTRAINT refuse_all`
    }
    expect(await testStore.db.fill.count()).toBe(0)
    expect(await testStore.store.trades.openOrders()).toMatchObject([{ id: entry.id, status: 'SUBMITTED' }])
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(await testStore.db.trade.count()).toBe(1)
  })

  it('of an order that was given up is booked, with an alarm', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.expire([entry.id], 'of a test')
    const { legUpdates } = await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(legUpdates).toMatchObject([{ orders: [{ status: 'FILLED' }], alarms: [{ kind: 'LATE_FILL' }] }])
    expect(await testStore.db.trade.count()).toBe(1)
  })

  it('of an order nobody knows is named as a stranger', async () => {
    const testStore = current()
    expect(await testStore.store.trades.book([filled('E00000000000000', 100_00, NOW)])).toEqual({
      legUpdates: [],
      changes: [],
      failedExits: [],
      strangers: ['E00000000000000'],
      left: [],
    })
  })
})

describe('an order that is filled in parts', () => {
  const part = (entry: EntryOrder | ExitOrder, number: number, quantity: number, price: number) =>
    filled(entry.clientOrderId, price, NOW + number * 1_000, quantity, `${entry.clientOrderId}-${number}`)

  it('opens its trade with the first part and tells of each one after it', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce(NOW - MINUTE, lots(3))
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.book([part(entry, 1, 65, 100_00)])
    expect(await testStore.order(entry.id)).toMatchObject({
      status: 'PARTIAL',
      filledQuantity: 65,
      filledValuePaise: 6_500_00n,
      reservedPaise: 20_700_00n,
    })
    await expectBooksInOrder(testStore.db)
    await testStore.store.trades.book([part(entry, 2, 130, 103_00)])
    expect(await testStore.db.trade.findMany()).toMatchObject([
      { lots: 3, quantity: 195, entryPricePaise: 102_00n, fundUsedPaise: 19_890_00n },
    ])
    await expectBooksInOrder(testStore.db)
    await expect.poll(() => testStore.events.map(({ type }) => type)).toEqual(['trade.opened', 'trade.changed'])
  })

  it('sells its trade part by part, and pays the user when all is sold', async () => {
    const testStore = current()
    const leg = await testStore.openTrade(100_00, lots(2))
    const exit = await testStore.sendExit(leg)
    await testStore.store.trades.book([part(exit, 60, 65, 110_00)])
    expect(await testStore.store.trades.heldLegs()).toMatchObject([{ id: leg.id, quantity: 130, exitQuantity: 65, exitValue: 7_150_00 }])
    expect(await testStore.user()).toMatchObject({ paperRealisedPaise: 0n })
    await expectBooksInOrder(testStore.db)
    await testStore.store.trades.book([part(exit, 61, 65, 120_00)])
    const [closed] = await testStore.db.trade.findMany()
    expect(closed).toMatchObject({ status: 'TARGET_HIT', exitPricePaise: 115_00n, grossPaise: 1_950_00n, closedAt: expect.any(Date) })
    expect(await testStore.user()).toMatchObject({ paperRealisedPaise: closed?.netPaise })
    await expectBooksInOrder(testStore.db)
  })

  it('leaves what is open of its trade to the next exit when it is cancelled', async () => {
    const testStore = current()
    const leg = await testStore.openTrade(100_00, lots(3))
    const exit = await testStore.sendExit(leg)
    await testStore.store.trades.book([
      part(exit, 60, 65, 110_00),
      { type: 'cancelled', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' },
    ])
    expect(await testStore.order(exit.id)).toMatchObject({ status: 'CANCELLED', note: 'of a test', filledQuantity: 65 })
    expect(await testStore.sendExit(leg, 'STOP')).toMatchObject({ quantity: 130, exitReason: 'STOP' })
    await expectBooksInOrder(testStore.db)
  })

  it('takes back what a closed trade had paid when late units open it again', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce(NOW - MINUTE, lots(2))
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.book([part(entry, 1, 65, 100_00)])
    const [running] = await testStore.store.trades.heldLegs()
    if (!running || !isOpen(running)) throw new Error('no trade was opened')
    await testStore.store.trades.expire([entry.id], 'of a test')
    await testStore.store.trades.book([part(await testStore.sendExit(running), 60, 65, 110_00)])
    expect((await testStore.user()).paperRealisedPaise).toBeGreaterThan(0n)
    const { legUpdates } = await testStore.store.trades.book([part(entry, 61, 65, 105_00)])
    expect(legUpdates).toMatchObject([{ change: 'opened', alarms: [{ kind: 'LATE_FILL' }, { kind: 'REOPENED' }] }])
    expect(await testStore.user()).toMatchObject({ paperRealisedPaise: 0n })
    expect(await testStore.db.trade.findMany()).toMatchObject([{ status: 'RUNNING', closedAt: null }])
    expect(await testStore.order(entry.id)).toMatchObject({ status: 'FILLED', note: null })
    await expectBooksInOrder(testStore.db)
    expect(await testStore.sendExit(running)).toMatchObject({ quantity: 65 })
  })

  it('is booked the same in whatever batches its updates come', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce(NOW - MINUTE, lots(3))
    await testStore.store.trades.markSubmitted([entry.id])
    const parts = [part(entry, 1, 65, 100_00), part(entry, 2, 65, 101_00), part(entry, 3, 65, 102_00)] as const
    await testStore.store.trades.book([parts[0], parts[1]])
    await testStore.store.trades.book([parts[1], parts[2], parts[0]])
    expect(await testStore.db.trade.findMany()).toMatchObject([{ quantity: 195, entryPricePaise: 101_00n }])
    expect(await testStore.db.fill.count()).toBe(3)
    await expectBooksInOrder(testStore.db)
  })
})

describe('an exit', () => {
  it('is submitted once per trade, however many triggers come at the same moment', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const submitted = await Promise.all(
      (['TARGET', 'WINDOW_END', 'SESSION_END', 'STOP'] as const).map((reason) =>
        testStore.store.trades.submitExits([{ legId: leg.id, reason, at: NOW + MINUTE }]),
      ),
    )
    expect(submitted.flatMap(({ exits }) => exits)).toHaveLength(1)
    expect(await testStore.db.order.count({ where: { purpose: 'EXIT' } })).toBe(1)
  })

  it('that filled closes the trade with both legs’ charges, and no other exit follows', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const exit = await testStore.sendExit(leg)
    await testStore.store.trades.book([filled(exit.clientOrderId, 110_00, NOW + MINUTE)])
    expect(await testStore.db.trade.findMany()).toMatchObject([
      {
        ...{
          status: 'TARGET_HIT',
          exitReason: 'TARGET',
          exitPricePaise: 110_00n,
          grossPaise: 650_00n,
          chargesPaise: 64_13n,
          netPaise: 585_87n,
        },
        exitTime: new Date(NOW + MINUTE),
      },
    ])
    const fills = await testStore.db.fill.findMany()
    expect(fills.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n)).toBe(64_13n)
    expect(await testStore.store.trades.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW + 2 * MINUTE }])).toMatchObject({
      exits: [],
      busy: [],
    })
    await expect
      .poll(() => testStore.events)
      .toContainEqual({ type: 'trade.closed', tradeId: leg.tradeId, userId: testStore.subscription.userId })
  })

  it('that was rejected leaves the trade free for the next one', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const exit = await testStore.sendExit(leg, 'STOP', NOW)
    await testStore.store.trades.book([{ type: 'rejected', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await testStore.sendExit(leg, 'STOP')).toMatchObject({ status: 'SUBMITTED' })
  })
})

describe('a raised stop', () => {
  it('is kept, and never lowered', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await testStore.store.trades.moveStops([{ legId: leg.id, stop: paise(95_00) }])
    await testStore.store.trades.moveStops([{ legId: leg.id, stop: paise(90_00) }])
    expect(await testStore.store.trades.heldLegs()).toMatchObject([{ stop: 95_00 }])
  })
})

describe('a live leg of which its account has nothing', () => {
  const liveTrade = async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await testStore.db.trade.update({ where: { id: leg.tradeId }, data: { mode: 'LIVE' } })
    return { testStore, leg }
  }

  it('is closed with its result unknown, and that is told', async () => {
    const { testStore, leg } = await liveTrade()
    const booked = await testStore.store.trades.closeNotHeld(leg.id, NOW + MINUTE)
    expect(booked.legUpdates).toMatchObject([{ legId: leg.id, change: 'closed', leg: { closing: { exitReason: 'NOT_HELD' } } }])
    const unknown = { status: 'COMPLETED', exitReason: 'NOT_HELD', exitPricePaise: null, grossPaise: null, netPaise: null }
    expect(await testStore.db.trade.findMany({ include: { legs: true } })).toMatchObject([
      { ...unknown, blockedPaise: 0n, exitTime: new Date(NOW + MINUTE), legs: [unknown] },
    ])
    await expectBooksInOrder(testStore.db)
    await expect
      .poll(() => testStore.events)
      .toContainEqual({ type: 'trade.closed', tradeId: leg.tradeId, userId: testStore.subscription.userId })
    expect((await testStore.store.trades.closeNotHeld(leg.id, NOW + MINUTE)).legUpdates).toEqual([])
  })

  it('stays open while an exit of it is live', async () => {
    const { testStore, leg } = await liveTrade()
    await testStore.sendExit(leg)
    expect((await testStore.store.trades.closeNotHeld(leg.id, NOW + MINUTE)).legUpdates).toEqual([])
  })

  it('is never one on paper', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    expect((await testStore.store.trades.closeNotHeld(leg.id, NOW + MINUTE)).legUpdates).toEqual([])
  })

  it('has a result after all when a fill of its exit is told late', async () => {
    const { testStore, leg } = await liveTrade()
    const exit = await testStore.sendExit(leg)
    await testStore.store.trades.book([{ type: 'cancelled', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    await testStore.store.trades.closeNotHeld(leg.id, NOW + MINUTE)
    await testStore.store.trades.book([filled(exit.clientOrderId, 110_00, NOW + 2 * MINUTE)])
    expect(await testStore.db.trade.findMany()).toMatchObject([{ status: 'TARGET_HIT', exitPricePaise: 110_00n, netPaise: 585_87n }])
  })
})
