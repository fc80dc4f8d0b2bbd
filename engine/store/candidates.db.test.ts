import { describe, expect, it, onTestFinished } from 'vitest'
import { pullKill } from '../../prisma/killSwitches.ts'
import { err } from '../../schema/errors.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant, MINUTE, type Instant } from '../../schema/time.ts'
import { parseDenial } from '../../schema/trading/parseDenial.ts'
import type { Account, Candidate } from '../trading/risk/assess.ts'
import { Store } from './Store.ts'
import { enter, filled, lots, MARKET, NOW, useTestStore, type TestStore } from './testing/useTestStore.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'

const current = useTestStore()
const LAKH = 1_00_000_00

interface Asked {
  readonly candidate: Candidate
  readonly account: Account
}

/** The subscription's candidate when its strategy signals, at ten by default; the answer is no. */
async function ask(testStore: TestStore, candleTime: Instant, now = NOW, index: IndexSymbol = 'NIFTY'): Promise<Asked> {
  const asked: Asked[] = []
  await testStore.store.decisions.decide(testStore.batchAt(candleTime, { index }), now, (_side, candidate, account) => {
    asked.push({ candidate, account })
    return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
  })
  const own = asked.find(({ candidate }) => candidate.subscriptionId === testStore.subscription.subscriptionId)
  if (!own) throw new Error('nobody asked about the subscription')
  return own
}

describe('the settings of a candidate', () => {
  it('are its strategy’s', async () => {
    const testStore = current()
    testStore.subscription = await createTestSubscription(testStore.db, { trailingStopPercent: 7.5, lots: 3, riskPerTradePaise: 1_234_56n })
    const { candidate } = await ask(testStore, NOW)
    expect(candidate.settings).toEqual({
      ...{
        windowStart: 9 * 60 + 20,
        windowEnd: 15 * 60 + 10,
        maxTrades: 2,
        lots: 3,
        trailingStopPercent: 7.5,
        risk: 1_234_56,
        sizeByRisk: false,
      },
      ...{ takeProfit: { unit: 'PERCENT', value: 18 }, stopLoss: { unit: 'PERCENT', value: 12 } },
    })
  })

  it('are the user’s own where there are any', async () => {
    const testStore = current()
    await testStore.db.user.updateMany({ data: { paperFundsPaise: 3_33_333_33n } })
    await testStore.db.subscription.updateMany({
      data: {
        ...{ windowStart: '10:00', windowEnd: '11:30', maxTrades: 9, lots: 4, riskPercent: 1.1, sizeByRisk: true },
        ...{ takeProfitPaise: 5_000_00n, stopLossPaise: 2_500_00n },
      },
    })
    const { candidate } = await ask(testStore, NOW)
    expect(candidate.settings).toEqual({
      // 1.1 per cent of 3,33,333.33 rupees, rounded down to the paisa.
      ...{ windowStart: 600, windowEnd: 690, maxTrades: 9, lots: 4, trailingStopPercent: null, risk: 3_666_66, sizeByRisk: true },
      ...{ takeProfit: { unit: 'RUPEES', value: 5_000_00 }, stopLoss: { unit: 'RUPEES', value: 2_500_00 } },
    })
  })

  it('may name other indices than the strategy does, and then only those', async () => {
    const testStore = current()
    await testStore.db.subscription.updateMany({ data: { instruments: ['SENSEX', 'BANKNIFTY'] } })
    expect(await testStore.store.tradedStrategies()).toMatchObject([
      { id: testStore.subscription.strategyId, version: 1, instruments: ['BANKNIFTY', 'SENSEX'] },
    ])
    await ask(testStore, NOW, NOW, 'SENSEX')
    await expect(ask(testStore, NOW, NOW, 'NIFTY')).rejects.toThrow('nobody asked')
  })
})

it('an analyst’s subscription is no candidate: the account is read-only, whatever is left active', async () => {
  const testStore = current()
  await testStore.db.user.updateMany({ data: { role: 'analyst' } })
  await expect(ask(testStore, NOW)).rejects.toThrow('nobody asked')
  await testStore.db.user.updateMany({ data: { role: 'admin' } })
  expect((await ask(testStore, NOW)).candidate.subscriptionId).toBe(testStore.subscription.subscriptionId)
})

describe('the kill switch of a candidate', () => {
  it('is the widest one in force', async () => {
    const testStore = current()
    const killed = async (minute: number) => (await ask(testStore, NOW + minute * MINUTE)).candidate.killed
    expect(await killed(0)).toBe(null)
    await pullKill(testStore.db, testStore.killOf('USER'))
    expect(await killed(1)).toBe('USER')
    await pullKill(testStore.db, testStore.killOf('STRATEGY'))
    expect(await killed(2)).toBe('STRATEGY')
    await pullKill(testStore.db, testStore.killOf('GLOBAL'))
    expect(await killed(3)).toBe('GLOBAL')
  })
})

describe('the gates of a candidate', () => {
  it('are none on paper, whatever its user lacks', async () => {
    expect((await ask(current(), NOW)).candidate).toMatchObject({ mode: 'PAPER', unmetGates: [] })
  })

  it('are asked for live ones at every signal: what is lost turns entries off, and nothing else of it changes', async () => {
    const testStore = current()
    const { userId } = testStore.subscription
    await testStore.tradeLive()
    expect((await ask(testStore, NOW)).candidate).toMatchObject({ mode: 'LIVE', unmetGates: [] })
    await testStore.db.user.update({ where: { id: userId }, data: { twoFactorAt: null } })
    await testStore.db.subscription.updateMany({ data: { lots: 2 } })
    const { candidate } = await ask(testStore, NOW + MINUTE)
    expect(candidate).toMatchObject({ mode: 'LIVE', unmetGates: ['TWO_FACTOR', 'CONFIRMATION'], killed: null })
  })

  it('include the installation’s own word, which is no unless it says otherwise', async () => {
    const testStore = current()
    await testStore.tradeLive()
    const { url: databaseUrl, leases } = testStore
    const silent = new Store({ databaseUrl, market: MARKET, leases, rules: () => SHIPPED_MARKET_RULES })
    onTestFinished(() => silent.close())
    const unmet: unknown[] = []
    await silent.decisions.decide(testStore.batchAt(NOW), NOW, (_side, { unmetGates }) => {
      unmet.push(unmetGates)
      return err({ reason: 'LIVE_GATES', numbers: { gates: unmetGates } })
    })
    expect(unmet).toEqual([['INSTALLATION']])
    const denial = await testStore.db.denial.findFirstOrThrow()
    expect(parseDenial(denial)).toEqual({ reason: 'LIVE_GATES', numbers: { gates: ['INSTALLATION'] } })
  })
})

describe('the trades of a candidate', () => {
  it('are counted once while their entry is still being filled', async () => {
    const testStore = current()
    const entry = await testStore.enterOnce(NOW - MINUTE, lots(2))
    await testStore.store.trades.markSubmitted([entry.id])
    await testStore.store.trades.book([filled(entry.clientOrderId, 100_00, NOW)])
    const { candidate, account } = await ask(testStore, NOW)
    expect([candidate.tradesToday, candidate.openTrades, account.openTrades]).toEqual([1, 1, 1])
  })

  it('of a day are entries under way or that bought something, in a backtest too: one refused or given up is none, one filled in part is one', async () => {
    const testStore = current()
    const tradesAt = async (minute: number) => (await ask(testStore, NOW + minute * MINUTE)).candidate.tradesToday
    const refused = await testStore.enterOnce(NOW - MINUTE)
    expect(await tradesAt(0)).toBe(1)
    await testStore.store.trades.markSubmitted([refused.id])
    await testStore.store.trades.book([{ type: 'rejected', clientOrderId: refused.clientOrderId, at: NOW, reason: 'no quote' }])
    const givenUp = await testStore.enterOnce(NOW + MINUTE)
    await testStore.store.trades.expire([givenUp.id], 'too old to be sent')
    expect(await tradesAt(2)).toBe(0)
    const partly = await testStore.enterOnce(NOW + 3 * MINUTE, lots(2))
    await testStore.store.trades.markSubmitted([partly.id])
    await testStore.store.trades.book([filled(partly.clientOrderId, 100_00, NOW + 4 * MINUTE)])
    await testStore.store.trades.book([
      { type: 'cancelled', clientOrderId: partly.clientOrderId, at: NOW + 5 * MINUTE, reason: 'patience' },
    ])
    expect(await tradesAt(6)).toBe(1)
  })

  it('are of its own mode, and so is all that its account is held against: neither mode uses up a limit of the other', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade(100_00, lots(2), NOW - 2 * MINUTE))
    await testStore.store.trades.book([filled(exit.clientOrderId, 80_00, NOW + MINUTE, 65)])
    await testStore.enterOnce(NOW - MINUTE)
    const onPaper = { candidate: { mode: 'PAPER', tradesToday: 2, openTrades: 2 }, account: { openTrades: 2, entriesToday: 2 } }
    expect(await ask(testStore, NOW)).toMatchObject(onPaper)
    await testStore.tradeLive()
    expect(await ask(testStore, NOW + MINUTE)).toMatchObject({
      candidate: { mode: 'LIVE', tradesToday: 0, openTrades: 0, unmetGates: [] },
      account: { available: 10 * LAKH, openTrades: 0, entriesToday: 0, entriesLastMinute: 0, lossToday: 0, lossThatStopped: null },
    })
    await testStore.enterOnce(NOW + 2 * MINUTE)
    expect(await ask(testStore, NOW + 3 * MINUTE)).toMatchObject({
      candidate: { mode: 'LIVE', tradesToday: 1, openTrades: 1 },
      account: { available: 10 * LAKH - 6_900_00, openTrades: 1, entriesToday: 1 },
    })
    const paper = { mode: 'PAPER', confirmedAt: null, confirmedVersion: null, confirmedLots: null } as const
    await testStore.db.subscription.updateMany({ data: paper })
    expect(await ask(testStore, NOW + 4 * MINUTE)).toMatchObject(onPaper)
  })

  it('on the other side are not in the way', async () => {
    const testStore = current()
    await testStore.openTrade()
    const signals = [{ strategyId: testStore.subscription.strategyId, version: 1, side: 'SHORT' as const }]
    const open: number[] = []
    await testStore.store.decisions.decide(testStore.batchAt(NOW, { signals }), NOW, (_side, { openTrades }) => {
      open.push(openTrades)
      return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
    })
    expect(open).toEqual([0])
  })
})

describe('the account of a candidate', () => {
  it('has its funds, whatever other users do', async () => {
    const testStore = current()
    await testStore.openTrade()
    testStore.subscription = await createTestSubscription(testStore.db)
    const { account } = await ask(testStore, NOW)
    expect(account).toEqual({
      ...{ available: 10 * LAKH, openTrades: 0, maxOpenTrades: 20, lossToday: 0, lossThatStopped: null, maxDailyLoss: 25_000_00 },
      ...{ entriesLastMinute: 0, entriesToday: 0 },
    })
  })

  it('has not what entries under way set aside, nor what open trades have cost, of all its strategies', async () => {
    const testStore = current()
    await testStore.openTrade(100_00, lots(2))
    await testStore.enterOnce(NOW)
    const other = await createTestSubscription(testStore.db)
    await testStore.db.subscription.update({ where: { id: other.subscriptionId }, data: { userId: testStore.subscription.userId } })
    testStore.subscription = { ...other, userId: testStore.subscription.userId }
    const { candidate, account } = await ask(testStore, NOW + MINUTE)
    expect(account).toMatchObject({ available: 10 * LAKH - 2 * 6_500_00 - 6_900_00, openTrades: 2 })
    expect(candidate).toMatchObject({ tradesToday: 0, openTrades: 0 })
  })

  it('has back what was sold of a trade that still runs', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade(100_00, lots(2)))
    await testStore.store.trades.book([filled(exit.clientOrderId, 80_00, NOW + MINUTE)])
    const { account } = await ask(testStore, NOW)
    expect(account).toMatchObject({ available: 10 * LAKH - 6_500_00, openTrades: 1, lossToday: 0 })
  })

  it('has what closed trades made of it, and the day’s loss of them until midnight in India', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade())
    await testStore.store.trades.book([filled(exit.clientOrderId, 90_00, NOW + MINUTE)])
    const { paperRealisedPaise } = await testStore.user()
    expect(paperRealisedPaise).toBeLessThan(-650_00n)
    const today = await ask(testStore, NOW)
    expect(today.account).toMatchObject({ available: 10 * LAKH + Number(paperRealisedPaise), lossToday: -Number(paperRealisedPaise) })
    const midnight = istInstant('2026-07-02', 0)
    expect((await ask(testStore, NOW + MINUTE, midnight - 1)).account.lossToday).toBeGreaterThan(0)
    expect((await ask(testStore, NOW + 2 * MINUTE, midnight)).account.lossToday).toBe(0)
  })

  it('has its entries of the market minute before and of the market day, under way, open and closed', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade())
    await testStore.store.trades.book([filled(exit.clientOrderId, 90_00, NOW + MINUTE)])
    await testStore.enterOnce(NOW)
    const entriesAt = async (candleTime: Instant, now: Instant) => {
      const { account } = await ask(testStore, candleTime, now)
      return [account.entriesLastMinute, account.entriesToday]
    }
    expect(await entriesAt(NOW + MINUTE, NOW + MINUTE)).toEqual([2, 2])
    expect(await entriesAt(NOW + 2 * MINUTE, NOW + 2 * MINUTE)).toEqual([1, 2])
    const midnight = istInstant('2026-07-02', 0)
    expect(await entriesAt(NOW + 3 * MINUTE, midnight)).toEqual([1, 1])
  })

  it('is one for all strategies that signal at once: what the first takes the second has no more', async () => {
    const testStore = current()
    const other = await createTestSubscription(testStore.db)
    await testStore.db.subscription.update({ where: { id: other.subscriptionId }, data: { userId: testStore.subscription.userId } })
    const signals = [testStore.subscription, other].map(({ strategyId }) => ({ strategyId, version: 1, side: 'LONG' as const }))
    const available: number[] = []
    await testStore.store.decisions.decide(testStore.batchAt(NOW, { signals }), NOW, (side, candidate, account) => {
      available.push(account.available)
      return enter(side, candidate, account)
    })
    expect(available).toEqual([10 * LAKH, 10 * LAKH - 6_900_00])
  })

  it('live is what the broker had when it was asked, less what is entered and held since; on paper it stays whole', async () => {
    const testStore = current()
    await testStore.tradeLive()
    await testStore.openTrade(100_00, lots(2))
    const before = new Date(Date.now() + MINUTE)
    await testStore.db.brokerAccount.updateMany({ data: { fundsPaise: 50_000_00n } })
    expect((await ask(testStore, NOW)).account).toMatchObject({ available: 50_000_00 - 2 * 6_500_00, openTrades: 1, entriesToday: 1 })
    // The broker counts what it held before it was asked.
    await testStore.db.brokerAccount.updateMany({ data: { fundsAt: before } })
    await testStore.enterOnce(NOW + MINUTE)
    expect((await ask(testStore, NOW + 2 * MINUTE)).account).toMatchObject({ available: 50_000_00 - 6_900_00, openTrades: 2 })
    await testStore.db.brokerAccount.updateMany({ data: { fundsPaise: null, fundsAt: null } })
    expect((await ask(testStore, NOW + 3 * MINUTE)).account).toMatchObject({ available: -6_900_00 })
    await testStore.db.subscription.updateMany({
      data: { mode: 'PAPER', confirmedAt: null, confirmedVersion: null, confirmedLots: null },
    })
    const paper = await ask(testStore, NOW + 4 * MINUTE)
    expect(paper.account).toMatchObject({ available: 10 * LAKH, openTrades: 0, entriesToday: 0, lossToday: 0 })
  })

  it('has the losses of its own mode only', async () => {
    const testStore = current()
    const exit = await testStore.sendExit(await testStore.openTrade())
    await testStore.store.trades.book([filled(exit.clientOrderId, 90_00, NOW + MINUTE)])
    expect((await ask(testStore, NOW)).account.lossToday).toBeGreaterThan(650_00)
    await testStore.tradeLive()
    expect((await ask(testStore, NOW + MINUTE)).account).toMatchObject({ lossToday: 0, available: 10 * LAKH, entriesToday: 0 })
  })
})
