import { describe, expect, it } from 'vitest'
import { liftKill, pullKill } from '../../prisma/killSwitches.ts'
import { err } from '../../schema/errors.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { enter, filled, NOW, useTestStore } from './testing/useTestStore.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'

const current = useTestStore()
const deny: Judge = () => err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })

describe('decisions', () => {
  it('store a signal and an intent per subscription, once however often the candle comes', async () => {
    const testStore = current()
    await testStore.enterOnce()
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)).toEqual({
      entries: [],
      exits: [],
      denied: 0,
    })
    expect(await testStore.db.signal.count()).toBe(1)
    const orders = await testStore.db.order.findMany()
    expect(orders).toMatchObject([{ status: 'INTENT', purpose: 'ENTRY', side: 'BUY', mode: 'PAPER', quantity: 65 }])
    expect(orders[0]?.clientOrderId).toHaveLength(15)
  })

  it('of the same candle at the same moment are one', async () => {
    const testStore = current()
    const decided = await Promise.all([1, 2, 3].map(() => testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)))
    expect(decided.flatMap(({ entries }) => entries)).toHaveLength(1)
    expect(await testStore.db.order.count()).toBe(1)
  })

  it('against a signal are stored with their numbers and told', async () => {
    const testStore = current()
    const denial = { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 2, maxTrades: 2 } } as const
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, () => err(denial))).toEqual({
      entries: [],
      exits: [],
      denied: 1,
    })
    const rows = await testStore.db.denial.findMany()
    expect(rows).toMatchObject([
      { ...denial, userId: testStore.subscription.userId, subscriptionId: testStore.subscription.subscriptionId },
    ])
    await expect
      .poll(() => testStore.events)
      .toContainEqual({ type: 'signal.denied', denialId: rows[0]?.id, userId: testStore.subscription.userId })
  })

  it('count entries under way and running trades, by index and by market day', async () => {
    const testStore = current()
    const seen: { tradesToday: number; openTrades: number }[] = []
    const look = async (candleTime: number, now: number, index: 'NIFTY' | 'BANKNIFTY') => {
      await testStore.store.decisions.decide(testStore.batchAt(candleTime, { index }), now, (_side, { tradesToday, openTrades }) => {
        seen.push({ tradesToday, openTrades })
        return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
      })
    }
    await testStore.db.subscription.updateMany({ data: { instruments: ['NIFTY', 'BANKNIFTY'] } })
    await look(NOW - 3 * MINUTE, NOW, 'NIFTY')
    const entry = await testStore.enterOnce(NOW - 2 * MINUTE)
    await look(NOW - MINUTE, NOW, 'NIFTY')
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    await look(NOW, NOW, 'NIFTY')
    await look(NOW, NOW, 'BANKNIFTY')
    const tomorrow = istInstant('2026-07-02', 10 * 60)
    await look(tomorrow, tomorrow, 'NIFTY')
    expect(seen).toEqual([
      { tradesToday: 0, openTrades: 0 },
      { tradesToday: 1, openTrades: 1 },
      { tradesToday: 1, openTrades: 1 },
      { tradesToday: 1, openTrades: 0 },
      { tradesToday: 0, openTrades: 1 },
    ])
  })

  it('are asked only for active subscriptions that trade the index', async () => {
    const testStore = current()
    await testStore.db.subscription.update({ where: { id: testStore.subscription.subscriptionId }, data: { isActive: false } })
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)).toEqual({
      entries: [],
      exits: [],
      denied: 0,
    })
    await testStore.db.subscription.update({ where: { id: testStore.subscription.subscriptionId }, data: { isActive: true } })
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW, { index: 'SENSEX' }), NOW, enter)).toEqual({
      entries: [],
      exits: [],
      denied: 0,
    })
  })
})

describe('an entry under way', () => {
  it('that nobody has sent yet is called back by the decision on the opposite signal, and what it had set aside is free for that', async () => {
    const testStore = current()
    const call = await testStore.enterOnce(NOW - 2 * MINUTE)
    const { strategyId } = testStore.subscription
    const against = testStore.batchAt(NOW - MINUTE, { signals: [{ strategyId, version: 1, side: 'SHORT' }] })
    const seen: unknown[] = []
    const { entries } = await testStore.store.decisions.decide(against, NOW, (side, candidate, account) => {
      seen.push([account.available, account.openTrades])
      return enter(side, candidate, account)
    })
    expect(await testStore.order(call.id)).toMatchObject({
      status: 'CANCELLED',
      reservedPaise: 0n,
      note: 'the strategy gave an opposite signal',
    })
    expect(seen).toEqual([[1_000_000_00, 0]])
    expect(await testStore.store.trades.markSubmitted([call.id, ...entries.map(({ id }) => id)])).toEqual(entries.map(({ id }) => id))
  })

  it('is sent once, whoever asks', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    const sent = await Promise.all([1, 2].map(() => testStore.store.trades.markSubmitted([entry.id])))
    expect(sent.flat()).toEqual([entry.id])
  })

  it('sets funds aside until it is filled or given up', async () => {
    const testStore = current()
    const given = await testStore.enterOnce()
    expect(await testStore.order(given.id)).toMatchObject({ reservedPaise: 6_900_00n })
    await testStore.store.trades.expire([given.id], 'too old to be sent')
    expect(await testStore.order(given.id)).toMatchObject({ status: 'EXPIRED', reservedPaise: 0n, note: 'too old to be sent' })
    const taken = await testStore.enterOnce(NOW)
    await testStore.store.trades.markSubmitted([taken.id])
    await testStore.store.trades.book([filled(taken.clientOrderId, 100_00, NOW)])
    expect(await testStore.order(taken.id)).toMatchObject({ status: 'FILLED', reservedPaise: 0n })
    await expectBooksInOrder(testStore.db)
  })

  it.each(['GLOBAL', 'STRATEGY', 'USER'] as const)('is cancelled instead of sent when a kill switch for %s stops it', async (scope) => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    await pullKill(testStore.db, testStore.killOf(scope))
    expect(await testStore.store.trades.markSubmitted([entry.id])).toEqual([])
    expect(await testStore.order(entry.id)).toMatchObject({ status: 'CANCELLED', note: 'stopped by a kill switch', reservedPaise: 0n })
    await liftKill(testStore.db, testStore.killOf(scope))
    expect(await testStore.store.trades.markSubmitted([(await testStore.enterOnce(NOW)).id])).toHaveLength(1)
  })

  it('of somebody else is sent while a kill switch stops others', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce()
    const other = await createTestSubscription(testStore.db)
    await pullKill(testStore.db, { ...testStore.killOf('USER'), scope: 'USER', scopeId: other.userId })
    await pullKill(testStore.db, { ...testStore.killOf('STRATEGY'), scope: 'STRATEGY', scopeId: other.strategyId })
    expect(await testStore.store.trades.markSubmitted([entry.id])).toEqual([entry.id])
  })
})

describe('a signal to the other side', () => {
  it('closes what the strategy has open on that index, and enters the other way', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const signals = [{ strategyId: testStore.subscription.strategyId, version: 1, side: 'SHORT' as const }]
    const seen: number[] = []
    const { exits, entries } = await testStore.store.decisions.decide(
      testStore.batchAt(NOW, { signals }),
      NOW + MINUTE,
      (side, candidate, account) => {
        seen.push(candidate.openTrades)
        return enter(side, candidate, account)
      },
    )
    expect(exits).toMatchObject([{ legId: leg.id, exitReason: 'OPPOSITE_SIGNAL', quantity: 65, status: 'SUBMITTED' }])
    expect([entries.length, seen]).toEqual([1, [0]])
  })

  it('closes nothing on another index, nor what the same side opened', async () => {
    const testStore = current()
    await testStore.openTrade()
    await testStore.db.subscription.updateMany({ data: { instruments: ['NIFTY', 'SENSEX'] } })
    const short = [{ strategyId: testStore.subscription.strategyId, version: 1, side: 'SHORT' as const }]
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW, { signals: short, index: 'SENSEX' }), NOW, deny)).toMatchObject({
      exits: [],
      denied: 1,
    })
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW), NOW, deny)).toMatchObject({ exits: [], denied: 1 })
  })
})
