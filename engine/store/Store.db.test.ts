import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen, type BusSubscription } from '../../prisma/bus.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import type { SakhaEvent } from '../../schema/events.ts'
import { err, ok } from '../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { EntryOrder, EntryTerms, ExitOrder } from '../trading/orders.ts'
import type { SignalBatch } from '../trading/SignalDesk.ts'
import type { Judge } from '../trading/takeSignals.ts'
import { contractOf } from '../trading/testContracts.ts'
import { isOpen, type OpenTrade } from '../trading/trades.ts'
import type { HeldLeases } from './heldPartitions.ts'
import { Store } from './Store.ts'
import { expectBooksInOrder } from './testBooks.ts'
import { holdAllLeases } from './testLeases.ts'
import { createTestSubscription, type TestSubscription } from './testSubscription.ts'

const MARKET = 'test-market'
const NOW = istInstant('2026-07-01', 10 * 60)
const contract = contractOf('NIFTY', 24_500, 'CE')
const terms: EntryTerms = {
  takeProfit: { unit: 'PERCENT', value: 18 },
  stopLoss: { unit: 'PERCENT', value: 12 },
  trailingStopPercent: null,
  risk: paise(10_000_00),
  windowEndsAt: istInstant('2026-07-01', 15 * 60 + 10),
}
const lots = (count: number, more: Partial<EntryTerms> = {}): Judge => {
  return () => ok({ contract, quantity: count * 65, terms: { ...terms, ...more }, reserved: paise(count * 6_900_00) })
}
const enter = lots(1)
const deny: Judge = () => err({ reason: 'MODE_NOT_AVAILABLE', numbers: {} })

let database: TestDatabase
let leases: HeldLeases
let store: Store
let bus: BusSubscription
let events: SakhaEvent[]
let subscription: TestSubscription

beforeAll(async () => {
  database = await createTestDatabase()
  leases = await holdAllLeases(database.db)
  store = storeOf(MARKET)
  bus = await listen(
    database.url,
    (event) => events.push(event),
    () => undefined,
  )
})
afterAll(async () => {
  await bus.close()
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  await database.db.user.deleteMany()
  await database.db.signal.deleteMany()
  await database.db.strategy.deleteMany()
  subscription = await createTestSubscription(database.db)
  events = []
})

function storeOf(market: string, databaseUrl = database.url): Store {
  return new Store({ databaseUrl, market, leases, rules: () => SHIPPED_MARKET_RULES })
}

function batchAt(candleTime: number, more: Partial<SignalBatch> = {}): SignalBatch {
  const signals = [{ strategyId: subscription.strategyId, side: 'LONG' as const }]
  return { index: 'NIFTY', interval: '1min', candleTime, price: paise(24_510_00), signals, ...more }
}

async function enterOnce(candleTime = NOW - MINUTE, judge = enter): Promise<EntryOrder> {
  const { entries } = await store.decide(batchAt(candleTime), NOW, judge)
  const [entry] = entries
  if (!entry) throw new Error('no entry was made')
  return entry
}

function filled(clientOrderId: string, price: number, at: number, quantity = 65, fillId = `${clientOrderId}-1`): OrderUpdate {
  return { type: 'filled', clientOrderId, at, fillId, quantity, price: paise(price) }
}

/** A trade as the books have it after its entry of a number of lots was filled whole. */
async function openTrade(price = 100_00, judge = enter): Promise<OpenTrade> {
  const entry = await enterOnce(NOW - MINUTE, judge)
  await store.markSubmitted([entry.id])
  const { bookings } = await store.book([
    { type: 'accepted', clientOrderId: entry.clientOrderId, at: NOW },
    filled(entry.clientOrderId, price, NOW + 400, entry.quantity),
  ])
  const opened = bookings[0]?.trade
  if (!opened || !isOpen(opened)) throw new Error('no trade was opened')
  return opened
}

async function sendExit(trade: OpenTrade, reason: ExitOrder['exitReason'] = 'TARGET', at = NOW + MINUTE): Promise<ExitOrder> {
  const [exit] = await store.intendExits([{ tradeId: trade.id, reason, at }])
  if (!exit) throw new Error('no exit was intended')
  await store.markSubmitted([exit.id])
  return exit
}

const order = (id: string) => database.db.order.findUniqueOrThrow({ where: { id } })
const user = () => database.db.user.findUniqueOrThrow({ where: { id: subscription.userId } })

describe('the ping', () => {
  it('rejects while the database can be read and not written to', async () => {
    await store.ping()
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const readOnly = storeOf(MARKET, url.href)
    await expect(readOnly.openTrades()).resolves.toEqual([])
    await expect(readOnly.ping()).rejects.toThrow('read-only')
    await readOnly.close()
  })
})

describe('candles', () => {
  const candle = (time: number) => ({
    symbol: 'NIFTY' as const,
    candle: { time, open: paise(100), high: paise(120), low: paise(90), close: paise(110), volume: 7 },
  })

  it('are stored once, and only the new ones from a time on are told', async () => {
    const times = [0, 1, 2].map((i) => NOW + i * MINUTE)
    await store.saveCandles(times.slice(0, 2).map(candle), NOW + MINUTE)
    await store.saveCandles(times.map(candle), NOW + MINUTE)
    expect(await store.newestCandles('NIFTY', 10)).toEqual(times.map((time) => candle(time).candle))
    expect((await store.newestCandles('NIFTY', 2)).map(({ time }) => time)).toEqual(times.slice(1))
    await expect
      .poll(() => events.filter(({ type }) => type === 'candle.closed'))
      .toEqual([
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + MINUTE },
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + 2 * MINUTE },
      ])
  })

  it('of another market are not seen', async () => {
    const other = storeOf('other-market')
    await other.saveCandles([candle(NOW)], NOW)
    expect(await other.newestCandles('NIFTY', 10)).toHaveLength(1)
    await other.close()
    expect((await store.newestCandles('NIFTY', 10)).map(({ time }) => time)).not.toContain(NOW - MINUTE)
  })
})

describe('decisions', () => {
  it('store a signal and an intent per subscription, once however often the candle comes', async () => {
    await enterOnce()
    expect(await store.decide(batchAt(NOW - MINUTE), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
    expect(await database.db.signal.count()).toBe(1)
    const orders = await database.db.order.findMany()
    expect(orders).toMatchObject([{ status: 'INTENT', purpose: 'ENTRY', side: 'BUY', mode: 'PAPER', quantity: 65 }])
    expect(orders[0]?.clientOrderId).toHaveLength(15)
  })

  it('of the same candle at the same moment are one', async () => {
    const decided = await Promise.all([1, 2, 3].map(() => store.decide(batchAt(NOW - MINUTE), NOW, enter)))
    expect(decided.flatMap(({ entries }) => entries)).toHaveLength(1)
    expect(await database.db.order.count()).toBe(1)
  })

  it('against a signal are stored with their numbers and told', async () => {
    const denial = { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 2, maxTrades: 2 } } as const
    expect(await store.decide(batchAt(NOW - MINUTE), NOW, () => err(denial))).toEqual({ entries: [], exits: [], denied: 1 })
    const rows = await database.db.denial.findMany()
    expect(rows).toMatchObject([{ ...denial, userId: subscription.userId, subscriptionId: subscription.subscriptionId }])
    await expect.poll(() => events).toContainEqual({ type: 'signal.denied', denialId: rows[0]?.id, userId: subscription.userId })
  })

  it('count entries under way and running trades, by index and by market day', async () => {
    const seen: { tradesToday: number; openTrades: number }[] = []
    const look = async (candleTime: number, now: number, index: 'NIFTY' | 'BANKNIFTY') => {
      await store.decide(batchAt(candleTime, { index }), now, (_side, { tradesToday, openTrades }) => {
        seen.push({ tradesToday, openTrades })
        return err({ reason: 'MODE_NOT_AVAILABLE', numbers: {} })
      })
    }
    await database.db.strategy.update({ where: { id: subscription.strategyId }, data: { instruments: ['NIFTY', 'BANKNIFTY'] } })
    await look(NOW - 3 * MINUTE, NOW, 'NIFTY')
    const entry = await enterOnce(NOW - 2 * MINUTE)
    await look(NOW - MINUTE, NOW, 'NIFTY')
    await store.markSubmitted([entry.id])
    await store.book([filled(entry.clientOrderId, 100_00, NOW)])
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
    await database.db.subscription.update({ where: { id: subscription.subscriptionId }, data: { isActive: false } })
    expect(await store.decide(batchAt(NOW - MINUTE), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
    await database.db.subscription.update({ where: { id: subscription.subscriptionId }, data: { isActive: true } })
    expect(await store.decide(batchAt(NOW, { index: 'SENSEX' }), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
  })
})

describe('an entry fill', () => {
  it('is booked with its order and its trade, and told', async () => {
    const trade = await openTrade()
    const [order] = await database.db.order.findMany({ include: { fills: true } })
    expect(order).toMatchObject({ status: 'FILLED', filledQuantity: 65, tradeId: trade.id })
    expect(order?.fills).toMatchObject([{ quantity: 65, pricePaise: 100_00n, chargesPaise: 26_53n }])
    expect(await database.db.trade.findMany()).toMatchObject([
      {
        ...{
          id: trade.id,
          status: 'RUNNING',
          market: MARKET,
          index: 'NIFTY',
          option: contract.tradingSymbol,
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
        terms: JSON.parse(JSON.stringify(terms)) as object,
        entryTime: new Date(NOW + 400),
      },
    ])
    await expect.poll(() => events).toContainEqual({ type: 'trade.opened', tradeId: trade.id, userId: subscription.userId })
  })

  it('keeps to the terms of the decision, whatever the strategy has become since', async () => {
    const entry = await enterOnce()
    await store.markSubmitted([entry.id])
    await database.db.strategy.updateMany({ data: { takeProfitPercent: 90, stopLossPercent: 80, windowEnd: '11:00' } })
    expect(await store.openOrders()).toMatchObject([{ id: entry.id, terms }])
    await store.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(await database.db.trade.findMany()).toMatchObject([
      { targetPaise: 118_00n, stopPaise: 88_00n, terms: { windowEndsAt: terms.windowEndsAt } },
    ])
  })

  it('that comes again, also at the same moment, is the same row', async () => {
    const entry = await enterOnce()
    await store.markSubmitted([entry.id])
    const fill = filled(entry.clientOrderId, 100_00, NOW)
    const booked = await Promise.all([1, 2, 3].map(() => store.book([fill, fill])))
    expect(booked.flatMap(({ bookings }) => bookings.filter(({ change }) => change === 'opened'))).toHaveLength(1)
    expect([await database.db.fill.count(), await database.db.trade.count()]).toEqual([1, 1])
  })

  it('leaves nothing behind when its trade cannot be stored', async () => {
    const entry = await enterOnce()
    await store.markSubmitted([entry.id])
    await database.db.$executeRaw`ALTER TABLE "Trade" ADD CONSTRAINT refuse_all CHECK (lots < 0)`
    try {
      await expect(store.book([filled(entry.clientOrderId, 100_00, NOW)])).rejects.toThrow()
    } finally {
      await database.db.$executeRaw`ALTER TABLE "Trade" DROP CONSTRAINT refuse_all`
    }
    expect(await database.db.fill.count()).toBe(0)
    expect(await store.openOrders()).toMatchObject([{ id: entry.id, status: 'SUBMITTED' }])
    await store.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(await database.db.trade.count()).toBe(1)
  })

  it('of an order that was given up is booked, with an alarm', async () => {
    const entry = await enterOnce()
    await store.markSubmitted([entry.id])
    await store.expire([entry.id], 'of a test')
    const { bookings } = await store.book([filled(entry.clientOrderId, 100_00, NOW)])
    expect(bookings).toMatchObject([{ orders: [{ status: 'FILLED' }], alarms: [{ kind: 'LATE_FILL' }] }])
    expect(await database.db.trade.count()).toBe(1)
  })

  it('of an order nobody knows is named as a stranger', async () => {
    expect(await store.book([filled('E00000000000000', 100_00, NOW)])).toEqual({ bookings: [], strangers: ['E00000000000000'] })
  })
})

describe('an exit', () => {
  it('is intended once per trade, however many triggers come at the same moment', async () => {
    const trade = await openTrade()
    const intended = await Promise.all(
      (['TARGET', 'WINDOW_END', 'SESSION_END', 'STOP'] as const).map((reason) =>
        store.intendExits([{ tradeId: trade.id, reason, at: NOW + MINUTE }]),
      ),
    )
    expect(intended.flat()).toHaveLength(1)
    expect(await database.db.order.count({ where: { purpose: 'EXIT' } })).toBe(1)
  })

  it('that filled closes the trade with both legs’ charges, and no other exit follows', async () => {
    const trade = await openTrade()
    const [exit] = await store.intendExits([{ tradeId: trade.id, reason: 'TARGET', at: NOW + MINUTE }])
    if (!exit) throw new Error('no exit was intended')
    await store.markSubmitted([exit.id])
    await store.book([filled(exit.clientOrderId, 110_00, NOW + MINUTE)])
    expect(await database.db.trade.findMany()).toMatchObject([
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
    const fills = await database.db.fill.findMany()
    expect(fills.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n)).toBe(64_13n)
    expect(await store.intendExits([{ tradeId: trade.id, reason: 'STOP', at: NOW + 2 * MINUTE }])).toEqual([])
    await expect.poll(() => events).toContainEqual({ type: 'trade.closed', tradeId: trade.id, userId: subscription.userId })
  })

  it('that was rejected leaves the trade free for the next one', async () => {
    const trade = await openTrade()
    const [exit] = await store.intendExits([{ tradeId: trade.id, reason: 'STOP', at: NOW }])
    if (!exit) throw new Error('no exit was intended')
    await store.markSubmitted([exit.id])
    await store.book([{ type: 'rejected', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await store.intendExits([{ tradeId: trade.id, reason: 'STOP', at: NOW + MINUTE }])).toHaveLength(1)
  })
})

describe('what belongs to another market', () => {
  it('is closed without a price, its orders are given up, and its owner is told', async () => {
    const trade = await openTrade()
    await store.intendExits([{ tradeId: trade.id, reason: 'STOP', at: NOW }])
    await enterOnce(NOW)
    const other = storeOf('other-market')
    expect(await other.closeForeign()).toEqual({ trades: 1, orders: 2 })
    expect(await other.closeForeign()).toEqual({ trades: 0, orders: 0 })
    await other.close()
    expect(await database.db.trade.findMany()).toMatchObject([
      {
        status: 'COMPLETED',
        exitReason: 'MARKET_CHANGED',
        exitPricePaise: null,
        grossPaise: null,
        netPaise: null,
        exitTime: new Date(NOW + 3 * MINUTE),
      },
    ])
    expect(await store.openOrders()).toEqual([])
    await expect.poll(() => events).toContainEqual({ type: 'trade.closed', tradeId: trade.id, userId: subscription.userId })
  })
})

describe('the engine’s state', () => {
  it('is one row, and a change is told', async () => {
    const state = { market: MARKET, clock: { kind: 'real' }, feed: 'connected', heartbeatAt: NOW, lastTickAt: null } as const
    await store.saveEngineState(state, false)
    await store.saveEngineState({ ...state, heartbeatAt: NOW + 1, lastTickAt: NOW }, true)
    expect(await database.db.engineState.findMany()).toMatchObject([
      { id: 1, sandbox: false, heartbeatAt: new Date(NOW + 1), lastTickAt: new Date(NOW) },
    ])
    await expect.poll(() => events).toEqual([{ type: 'market.changed' }])
  })
})
