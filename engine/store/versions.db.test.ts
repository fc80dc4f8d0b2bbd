import { describe, expect, it } from 'vitest'
import { addStrategyVersion } from '../../prisma/addStrategyVersion.ts'
import { err } from '../../schema/errors.ts'
import { MINUTE } from '../../schema/time.ts'
import type { Direction } from '../../schema/trading/SignalSide.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { enter, NOW, useTestStore, type TestStore } from './testing/useTestStore.ts'
import { STRATEGY_TERMS } from './testing/createTestSubscription.ts'

const current = useTestStore()
const NEXT = {
  rules: { interval: '1min', long: ['close', '>', 'open'] },
  instruments: ['NIFTY', 'SENSEX'],
  stopLossPercent: 30,
  takeProfitPercent: 60,
}

/** Gives the subscription's strategy version 2, without subscribers yet. */
function publishNext({ db, subscription }: TestStore): Promise<number> {
  return addStrategyVersion(db, subscription.strategyId, { ...STRATEGY_TERMS, ...NEXT }, { changes: ['Stop loss.'], createdBy: null })
}

const signalsOf = ({ subscription: { strategyId } }: TestStore, version: number, side: Direction = 'LONG') => [
  { strategyId, version, side },
]
const moveTo = (testStore: TestStore, version: number) =>
  testStore.db.subscription.update({ where: { id: testStore.subscription.subscriptionId }, data: { version } })

describe('a version of a strategy', () => {
  it('is never changed, whoever tries', async () => {
    const { db, owner } = current()
    await expect(db.strategyVersion.updateMany({ data: { stopLossPercent: 1 } })).rejects.toThrow('permission denied')
    await expect(db.$executeRaw`UPDATE "StrategyVersion" SET rules = '{}'`).rejects.toThrow('permission denied')
    await expect(owner.strategyVersion.updateMany({ data: { stopLossPercent: 1 } })).rejects.toThrow(
      'a version of a strategy is never changed',
    )
    await expect(owner.$executeRaw`UPDATE "StrategyVersion" SET rules = '{}'`).rejects.toThrow('a version of a strategy is never changed')
  })

  it('is there for every strategy: none is stored without its newest one', async () => {
    const { db } = current()
    const lone = { slug: 'lone', name: 'Lone', description: '', category: '' }
    await expect(db.strategy.create({ data: lone })).rejects.toThrow()
    await expect(db.strategy.updateMany({ data: { version: 7 } })).rejects.toThrow()
    expect(await db.strategy.count({ where: { slug: 'lone' } })).toBe(0)
  })
})

describe('a strategy that an admin takes from the market', () => {
  it.each([{ isActive: false }, { isPublic: false }])('still closes the trades it opened, and opens no more: %o', async (taken) => {
    const testStore = current()
    await testStore.openTrade()
    await testStore.db.strategy.update({ where: { id: testStore.subscription.strategyId }, data: taken })
    const [traded] = await testStore.store.tradedStrategies()
    expect(traded).toMatchObject({ id: testStore.subscription.strategyId, version: 1, instruments: ['NIFTY'] })
    const against = testStore.batchAt(NOW + MINUTE, { signals: signalsOf(testStore, 1, 'SHORT') })
    const { entries, exits } = await testStore.store.decisions.decide(against, NOW + 2 * MINUTE, enter)
    expect([entries.length, exits.length]).toEqual([0, 1])
  })

  it('is no longer asked once none of its trades run', async () => {
    const testStore = current()
    await testStore.db.strategy.update({ where: { id: testStore.subscription.strategyId }, data: { isActive: false } })
    expect(await testStore.store.tradedStrategies()).toEqual([])
  })
})

describe('a subscriber', () => {
  it('stays on his version when there is a newer one: the engine is given its rules, and asks him by its settings', async () => {
    const testStore = current()
    await publishNext(testStore)
    const { strategyId } = testStore.subscription
    expect(await testStore.store.tradedStrategies()).toEqual([
      { id: strategyId, version: 1, slug: expect.any(String), rules: {}, instruments: ['NIFTY'] },
    ])
    const asked: unknown[] = []
    const judge: Judge = (_side, { version, settings }) => {
      asked.push([version, settings.stopLoss, settings.takeProfit])
      return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
    }
    const ofBoth = [...signalsOf(testStore, 1), ...signalsOf(testStore, 2)]
    await testStore.store.decisions.decide(testStore.batchAt(NOW, { signals: ofBoth }), NOW, judge)
    expect(asked).toEqual([[1, { unit: 'PERCENT', value: 12 }, { unit: 'PERCENT', value: 18 }]])
    // Each version has its own signal on the same bar.
    expect(await testStore.db.signal.findMany({ select: { version: true }, orderBy: { version: 'asc' } })).toEqual([
      { version: 1 },
      { version: 2 },
    ])
  })

  it('who moves on trades by the new version from then on, its indices included', async () => {
    const testStore = current()
    await moveTo(testStore, await publishNext(testStore))
    expect(await testStore.store.tradedStrategies()).toMatchObject([{ version: 2, rules: NEXT.rules, instruments: ['NIFTY', 'SENSEX'] }])
    const asked: unknown[] = []
    await testStore.store.decisions.decide(
      testStore.batchAt(NOW, { signals: [...signalsOf(testStore, 1), ...signalsOf(testStore, 2)] }),
      NOW,
      (_side, { version, settings }) => {
        asked.push([version, settings.stopLoss])
        return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
      },
    )
    expect(asked).toEqual([[2, { unit: 'PERCENT', value: 30 }]])
  })
})

describe('a trade', () => {
  it('keeps the version it was opened under, and only that version’s signal closes it', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await moveTo(testStore, await publishNext(testStore))
    expect(await testStore.db.trade.findUniqueOrThrow({ where: { id: leg.tradeId } })).toMatchObject({ version: 1 })
    expect(await testStore.store.trades.heldLegs()).toMatchObject([{ id: leg.id, version: 1 }])
    // Its rules are still evaluated, although nobody subscribes to them.
    expect(await testStore.store.tradedStrategies()).toMatchObject([
      { version: 1, instruments: ['NIFTY'] },
      { version: 2, instruments: ['NIFTY', 'SENSEX'] },
    ])
    const against = (version: number, minute: number) =>
      testStore.store.decisions.decide(
        testStore.batchAt(NOW + minute * MINUTE, { signals: signalsOf(testStore, version, 'SHORT') }),
        NOW,
        enter,
      )
    expect((await against(2, 1)).exits).toEqual([])
    expect((await against(1, 2)).exits).toMatchObject([{ legId: leg.id, exitReason: 'OPPOSITE_SIGNAL' }])
  })

  it('of somebody who has unsubscribed is still closed by its version’s signal', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await testStore.db.subscription.updateMany({ data: { endedAt: new Date(), isActive: false } })
    expect(await testStore.store.tradedStrategies()).toMatchObject([{ version: 1, instruments: ['NIFTY'] }])
    const { exits, entries } = await testStore.store.decisions.decide(
      testStore.batchAt(NOW + MINUTE, { signals: signalsOf(testStore, 1, 'SHORT') }),
      NOW,
      enter,
    )
    expect([exits.map(({ legId }) => legId), entries]).toEqual([[leg.id], []])
  })
})
