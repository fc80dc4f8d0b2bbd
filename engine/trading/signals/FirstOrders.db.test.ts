import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import type { DenialReason } from '../../../schema/trading/denials.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { BasketOrder } from '../../broker/port.ts'
import { createTestSubscription } from '../../store/testing/createTestSubscription.ts'
import { contractOf } from '../testing/contracts.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'
import { FirstOrders } from './FirstOrders.ts'
import { SignalDesk } from './SignalDesk.ts'
import { ActiveStrategies } from './ActiveStrategies.ts'

const ALWAYS = { interval: '1min', long: ['close', '>', 1] }
/** A straddle that is bought: it has no stop, and can lose what both legs cost. */
const STRADDLE = {
  ...ALWAYS,
  position: {
    legs: [
      { side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 },
      { side: 'BUY', option: 'PE', strike: 'ATM', expiry: 'this week', lots: 1 },
    ],
  },
}
const PUT = contractOf('NIFTY', 24_500, 'PE')

/** A broker whose books outlive the engine, with money for anything. */
class LastingBroker extends PaperBroker {
  override remembers(): boolean {
    return true
  }
  override funds() {
    return Promise.resolve({ available: paise(10_00_000_00), blocked: paise(0) })
  }
  override margin(_account: unknown, basket: readonly BasketOrder[]) {
    return Promise.resolve(paise(basket.reduce((sum, { quantity, pricing }) => sum + quantity * pricing.limit, 0)))
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

/** An engine with a live subscription whose first order is not sent yet, in a market in which an option costs 100 rupees. */
async function start(rules: object = ALWAYS, subscription: Prisma.SubscriptionUncheckedUpdateInput = {}) {
  const { db } = desks.database
  desks.subscription = await createTestSubscription(db, { rules, riskPerTradePaise: 50_000_00, maxTrades: 9, lots: 2 })
  const { userId, subscriptionId: id } = desks.subscription
  await openLiveGates(db, userId)
  const confirmed = { confirmedAt: new Date(), confirmedVersion: 1, confirmedLots: 9 }
  await db.subscription.update({ where: { id }, data: { mode: 'LIVE', ...confirmed, firstOrderPending: true, ...subscription } })
  const { store } = desks
  const market = { now: NOW, real: Date.now(), premium: paise(100_00) as ReturnType<typeof paise> | null, contracts: [CONTRACT, PUT] }
  const view = () => ({
    ...{ real: market.real, now: market.now, session: SHIPPED_MARKET_RULES.sessionOf('2026-07-01'), rules: SHIPPED_MARKET_RULES },
    ...{
      dayCovered: true,
      contracts: market.contracts,
      shortageOf: () => null,
      pausedOn: () => null,
      premiumOf: () => market.premium,
    },
    ...{ lastPriceOf: () => market.premium, quoteAgeOf: () => 0, openLossOf: () => paise(0) },
    oppositeUnits: () => 0,
  })
  const engine = desks.startOn(new LastingBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND), NOW, store.trades)
  const log = pino({ level: 'silent' })
  const orders: FirstOrders = new FirstOrders({
    ...{ records: store.decisions, queue: engine.lanes.queue, market: view, log },
    submit: (sent) => engine.desk.submit(sent),
  })
  const side = { current: 'LONG' as 'LONG' | 'SHORT' }
  const signals = new SignalDesk({
    strategies: new ActiveStrategies(() => store.tradedStrategies(), log),
    evaluator: {
      evaluateLast: ({ strategies }) =>
        Promise.resolve({
          signals: strategies.map(({ id: strategyId, version }) => ({ strategyId, version, side: side.current })),
          ...{ faults: [], unreached: [] },
        }),
    },
    ...{ records: store.decisions, market: view, recall: () => undefined, submit: (sent) => engine.desk.submit(sent), log },
  })
  /** The rules signal on the candle that closes now. */
  const signal = async (which: 'LONG' | 'SHORT' = 'LONG') => {
    side.current = which
    const close = paise(24_510_00)
    const candle = { time: market.now - MINUTE, open: close, high: close, low: close, close, volume: 0 }
    await engine.lanes.queue.add('signal', () => signals.onCandle('NIFTY', candle, null))
    await engine.settled()
  }
  return { engine, orders, market, signal }
}

const asked = () => desks.database.db.firstOrder.findMany({ orderBy: { createdAt: 'asc' }, include: { denial: true } })
const entries = () => desks.database.db.order.findMany({ where: { purpose: 'ENTRY' }, orderBy: { id: 'asc' } })
const denials = async () => (await desks.database.db.denial.findMany({ orderBy: { createdAt: 'asc' } })).map(parseDenial)
const isPending = async () =>
  (await desks.database.db.subscription.findUniqueOrThrow({ where: { id: desks.subscription.subscriptionId } })).firstOrderPending
const approve = () =>
  desks.database.db.firstOrder.updateMany({ where: { answer: 'PENDING' }, data: { answer: 'APPROVED', answeredAt: new Date() } })

describe('the first live order of a subscription', () => {
  it('is asked for with its numbers, and nothing is sent', async () => {
    const { signal } = await start()
    await signal()
    expect(await entries()).toEqual([])
    expect(await asked()).toMatchObject([
      {
        ...{ ...pick('userId', 'subscriptionId'), lots: 2, answer: 'PENDING' },
        legs: [{ contract: { tradingSymbol: CONTRACT.tradingSymbol }, side: 'BUY', quantity: 130, premium: 100_00 }],
        // 130 × ₹100, 5 per cent more, and ₹29.75 of charges; the stop is 12 per cent below.
        ...{ fundsPaise: BigInt(130 * 105_00 + 29_75), lossPaise: BigInt(130 * 12_00) },
      },
    ])
    const [question] = await asked()
    expect(question!.expiresAt.getTime() - question!.createdAt.getTime()).toBe(2 * MINUTE)
  })

  it('is sent when its user approves it, once, and the next ones ask no more', async () => {
    const { engine, orders, market, signal } = await start()
    await signal()
    await approve()
    market.premium = paise(103_00)
    await Promise.all([orders.obey(), orders.obey()])
    await orders.obey()
    await engine.settled()
    const [entry, ...others] = await entries()
    expect([entry, others]).toMatchObject([{ mode: 'LIVE', quantity: 130, status: 'SUBMITTED' }, []])
    expect(await asked()).toMatchObject([{ answer: 'APPROVED', decidedAt: expect.any(Date), tradeId: entry!.tradeId, denialId: null }])
    expect(await isPending()).toBe(false)
    market.now += 10 * MINUTE
    await signal('SHORT')
    expect([(await asked()).length, (await entries()).length]).toEqual([1, 2])
  })

  it('of a position is asked for with each of its legs, and sent whole', async () => {
    const { engine, orders, signal } = await start(STRADDLE)
    await signal()
    const [question] = await asked()
    expect(question).toMatchObject({
      legs: [
        { contract: { tradingSymbol: CONTRACT.tradingSymbol }, side: 'BUY', quantity: 130, premium: 100_00 },
        { contract: { tradingSymbol: PUT.tradingSymbol }, side: 'BUY', quantity: 130, premium: 100_00 },
      ],
      ...{ lots: 2, lossPaise: BigInt(2 * 130 * 100_00) },
    })
    await approve()
    await orders.obey()
    await engine.settled()
    expect((await entries()).map(({ quantity }) => quantity)).toEqual([130, 130])
  })

  it('that nobody answers is given up with a denial, and the next signal asks again', async () => {
    const { orders, engine, market, signal } = await start()
    await signal()
    const past = new Date(Date.now() - 1)
    await desks.database.db.firstOrder.updateMany({ data: { createdAt: new Date(past.getTime() - 2 * MINUTE), expiresAt: past } })
    orders.onTime()
    await engine.settled()
    expect(await asked()).toMatchObject([{ answer: 'EXPIRED', decidedAt: null }])
    expect(await denials()).toEqual([{ reason: 'UNANSWERED', numbers: { waitedMs: 120_000 } }])
    market.now += MINUTE
    await signal()
    expect((await asked()).map(({ answer }) => answer)).toEqual(['EXPIRED', 'PENDING'])
    expect([await entries(), await isPending()]).toEqual([[], true])
  })

  it('gives way to a newer signal, which may contradict it', async () => {
    const { market, signal } = await start()
    await signal()
    market.now += MINUTE
    await signal('SHORT')
    expect(await asked()).toMatchObject([
      { answer: 'EXPIRED', legs: [{ contract: { optionType: 'CE' } }] },
      { answer: 'PENDING', legs: [{ contract: { optionType: 'PE' } }] },
    ])
    expect((await denials()).map(({ reason }) => reason)).toEqual(['UNANSWERED'])
    // The same bar, sent again after a lost answer, is not newer.
    await signal('SHORT')
    expect(await asked()).toHaveLength(2)
  })

  it('waits for prices as long as it may be decided on, and is refused after that', async () => {
    const { orders, engine, market, signal } = await start()
    await signal()
    await approve()
    market.premium = null
    await orders.obey()
    expect(await asked()).toMatchObject([{ decidedAt: null }])
    market.real += 3 * MINUTE
    orders.onTime()
    await engine.settled()
    expect((await denials()).map(({ reason }) => reason)).toEqual(['PROPOSAL_LATE'])
    expect([(await asked())[0]!.denialId !== null, await entries(), await isPending()]).toEqual([true, [], true])
  })

  it.each<[string, (started: Awaited<ReturnType<typeof start>>) => unknown, DenialReason]>([
    ['its price has moved away', ({ market }) => (market.premium = paise(105_50)), 'PRICE_MOVED'],
    [
      'its option is not what the rules open any more',
      ({ market }) => (market.contracts = [contractOf('NIFTY', 24_550, 'CE')]),
      'OTHER_OPTIONS',
    ],
    ['its window is over', ({ market }) => (market.now += 6 * 60 * MINUTE), 'OUTSIDE_WINDOW'],
    ['its user has stopped all entries', () => pullKill(desks.database.db, KILL()), 'KILL_SWITCH'],
    ['a gate is lost', () => desks.database.db.brokerAccount.deleteMany(), 'LIVE_GATES'],
  ])('approved is refused all the same when %s, and asked for again', async (_what, change, reason) => {
    const started = await start()
    await started.signal()
    await approve()
    await change(started)
    await started.orders.obey()
    expect((await denials()).map((denial) => denial.reason)).toEqual([reason])
    expect([await entries(), await isPending()]).toEqual([[], true])
  })

  it('is never of more lots than its user read', async () => {
    const { orders, engine, signal } = await start()
    await signal()
    await approve()
    await desks.database.db.subscription.updateMany({ data: { lots: 5 } })
    await orders.obey()
    await engine.settled()
    expect((await entries()).map(({ quantity }) => quantity)).toEqual([130])
  })

  it.each<[string, Prisma.SubscriptionUncheckedUpdateManyInput]>([
    ['is paused', { isActive: false }],
    ['trades on paper again', { mode: 'PAPER', confirmedAt: null, confirmedVersion: null, confirmedLots: null }],
  ])('whose subscription %s comes to nothing', async (_what, change) => {
    const { orders, signal } = await start()
    await signal()
    await approve()
    await desks.database.db.subscription.updateMany({ data: change })
    await orders.obey()
    expect(await asked()).toMatchObject([{ decidedAt: expect.any(Date), tradeId: null, denialId: null }])
    expect([await entries(), await denials()]).toEqual([[], []])
  })

  it('asks nobody who trades on paper, or has sent one', async () => {
    const { signal } = await start(ALWAYS, { firstOrderPending: false })
    await signal()
    expect([await asked(), (await entries()).length]).toEqual([[], 1])
  })
})

const pick = (...names: readonly ('userId' | 'subscriptionId')[]) =>
  Object.fromEntries(names.map((name) => [name, desks.subscription[name]]))
const KILL = () => ({ scope: 'USER', scopeId: desks.subscription.userId, squareOff: false, reason: 'of a test', by: 'of a test' }) as const
