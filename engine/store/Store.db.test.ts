import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen, type BusSubscription } from '../../prisma/bus.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { requestExits } from '../../prisma/exitRequests.ts'
import { liftKill, pullKill, type KillOrder } from '../../prisma/killSwitches.ts'
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
  await database.db.killSwitch.deleteMany()
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

const NO_ACCOUNT = { available: paise(0), openTrades: 0, maxOpenTrades: 0, lossToday: paise(0), maxDailyLoss: null }

function killOf(scope: 'GLOBAL' | 'STRATEGY' | 'USER'): KillOrder {
  const order = { squareOff: false, reason: 'of a test', by: 'of a test' }
  if (scope === 'GLOBAL') return { ...order, scope, scopeId: null }
  return { ...order, scope, scopeId: scope === 'USER' ? subscription.userId : subscription.strategyId }
}

/** Of a user, as the SQL function user_partition says it. */
const partitionOf = (userId: string) => parseInt(userId.slice(-2), 16) & 63

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

describe('an entry under way', () => {
  it('is sent once, whoever asks', async () => {
    const entry = await enterOnce()
    const sent = await Promise.all([1, 2].map(() => store.markSubmitted([entry.id])))
    expect(sent.flat()).toEqual([entry.id])
  })

  it('sets funds aside until it is filled or given up', async () => {
    const given = await enterOnce()
    expect(await order(given.id)).toMatchObject({ reservedPaise: 6_900_00n })
    await store.expire([given.id], 'too old to be sent')
    expect(await order(given.id)).toMatchObject({ status: 'EXPIRED', reservedPaise: 0n, note: 'too old to be sent' })
    const taken = await openTrade()
    expect(await order((await database.db.order.findFirstOrThrow({ where: { tradeId: taken.id } })).id)).toMatchObject({
      reservedPaise: 0n,
    })
    await expectBooksInOrder(database.db)
  })

  it.each(['GLOBAL', 'STRATEGY', 'USER'] as const)('is cancelled instead of sent when a kill switch for %s stops it', async (scope) => {
    const entry = await enterOnce()
    await pullKill(database.db, killOf(scope))
    expect(await store.markSubmitted([entry.id])).toEqual([])
    expect(await order(entry.id)).toMatchObject({ status: 'CANCELLED', note: 'stopped by a kill switch', reservedPaise: 0n })
    await liftKill(database.db, killOf(scope))
    expect(await store.markSubmitted([(await enterOnce(NOW)).id])).toHaveLength(1)
  })

  it('of somebody else is sent while a kill switch stops others', async () => {
    const entry = await enterOnce()
    const other = await createTestSubscription(database.db)
    await pullKill(database.db, { ...killOf('USER'), scope: 'USER', scopeId: other.userId })
    await pullKill(database.db, { ...killOf('STRATEGY'), scope: 'STRATEGY', scopeId: other.strategyId })
    expect(await store.markSubmitted([entry.id])).toEqual([entry.id])
  })
})

describe('an order that is filled in parts', () => {
  const part = (entry: EntryOrder | ExitOrder, number: number, quantity: number, price: number) =>
    filled(entry.clientOrderId, price, NOW + number * 1_000, quantity, `${entry.clientOrderId}-${number}`)

  it('opens its trade with the first part and tells of each one after it', async () => {
    const entry = await enterOnce(NOW - MINUTE, lots(3))
    await store.markSubmitted([entry.id])
    await store.book([part(entry, 1, 65, 100_00)])
    expect(await order(entry.id)).toMatchObject({
      status: 'PARTIAL',
      filledQuantity: 65,
      filledValuePaise: 6_500_00n,
      reservedPaise: 20_700_00n,
    })
    await expectBooksInOrder(database.db)
    await store.book([part(entry, 2, 130, 103_00)])
    expect(await database.db.trade.findMany()).toMatchObject([
      { lots: 3, quantity: 195, entryPricePaise: 102_00n, fundUsedPaise: 19_890_00n },
    ])
    await expectBooksInOrder(database.db)
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['trade.opened', 'trade.changed'])
  })

  it('sells its trade part by part, and pays the user when all is sold', async () => {
    const trade = await openTrade(100_00, lots(2))
    const exit = await sendExit(trade)
    await store.book([part(exit, 60, 65, 110_00)])
    expect(await store.openTrades()).toMatchObject([{ id: trade.id, quantity: 130, exitQuantity: 65, exitValue: 7_150_00 }])
    expect(await user()).toMatchObject({ paperRealisedPaise: 0n })
    await expectBooksInOrder(database.db)
    await store.book([part(exit, 61, 65, 120_00)])
    const [closed] = await database.db.trade.findMany()
    expect(closed).toMatchObject({ status: 'TARGET_HIT', exitPricePaise: 115_00n, grossPaise: 1_950_00n })
    expect(await user()).toMatchObject({ paperRealisedPaise: closed?.netPaise })
    await expectBooksInOrder(database.db)
  })

  it('leaves what is open of its trade to the next exit when it is cancelled', async () => {
    const trade = await openTrade(100_00, lots(3))
    const exit = await sendExit(trade)
    await store.book([part(exit, 60, 65, 110_00), { type: 'cancelled', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await order(exit.id)).toMatchObject({ status: 'CANCELLED', note: 'of a test', filledQuantity: 65 })
    expect(await sendExit(trade, 'STOP')).toMatchObject({ quantity: 130, exitReason: 'STOP' })
    await expectBooksInOrder(database.db)
  })

  it('takes back what a closed trade had paid when late units open it again', async () => {
    const entry = await enterOnce(NOW - MINUTE, lots(2))
    await store.markSubmitted([entry.id])
    await store.book([part(entry, 1, 65, 100_00)])
    const [running] = await store.openTrades()
    if (!running) throw new Error('no trade was opened')
    await store.expire([entry.id], 'of a test')
    await store.book([part(await sendExit(running), 60, 65, 110_00)])
    expect((await user()).paperRealisedPaise).toBeGreaterThan(0n)
    const { bookings } = await store.book([part(entry, 61, 65, 105_00)])
    expect(bookings).toMatchObject([{ change: 'opened', alarms: [{ kind: 'LATE_FILL' }, { kind: 'REOPENED' }] }])
    expect(await user()).toMatchObject({ paperRealisedPaise: 0n })
    expect(await order(entry.id)).toMatchObject({ status: 'FILLED', note: null })
    await expectBooksInOrder(database.db)
    expect(await sendExit(running)).toMatchObject({ quantity: 65 })
  })

  it('is booked the same in whatever batches its updates come', async () => {
    const entry = await enterOnce(NOW - MINUTE, lots(3))
    await store.markSubmitted([entry.id])
    const parts = [part(entry, 1, 65, 100_00), part(entry, 2, 65, 101_00), part(entry, 3, 65, 102_00)] as const
    await store.book([parts[0], parts[1]])
    await store.book([parts[1], parts[2], parts[0]])
    expect(await database.db.trade.findMany()).toMatchObject([{ quantity: 195, entryPricePaise: 101_00n }])
    expect(await database.db.fill.count()).toBe(3)
    await expectBooksInOrder(database.db)
  })
})

describe('a raised stop', () => {
  it('is kept, and never lowered', async () => {
    const trade = await openTrade()
    await store.raiseStops([{ tradeId: trade.id, stop: paise(95_00) }])
    await store.raiseStops([{ tradeId: trade.id, stop: paise(90_00) }])
    expect(await store.openTrades()).toMatchObject([{ stop: 95_00 }])
  })
})

describe('an order of a person', () => {
  it('to stop is known while it is in force, and stays a square-off however it is pulled again', async () => {
    await pullKill(database.db, { ...killOf('USER'), squareOff: true })
    await pullKill(database.db, { ...killOf('USER'), squareOff: false })
    await pullKill(database.db, killOf('GLOBAL'))
    expect(await store.kills()).toEqual(
      expect.arrayContaining([
        { scope: 'USER', scopeId: subscription.userId, squareOff: true },
        { scope: 'GLOBAL', squareOff: false },
      ]),
    )
    expect(await liftKill(database.db, killOf('USER'))).toBe(true)
    expect(await liftKill(database.db, killOf('USER'))).toBe(false)
    expect(await store.kills()).toEqual([{ scope: 'GLOBAL', squareOff: false }])
    await expect.poll(() => events.filter(({ type }) => type === 'kill.changed')).toHaveLength(4)
  })

  it('to close trades is known until an exit is under way, and again when that one fails', async () => {
    const trade = await openTrade()
    const by = 'person@example.com'
    expect(await requestExits(database.db, { tradeIds: [trade.id, subscription.userId], reason: 'MANUAL', by })).toEqual([trade.id])
    expect(await requestExits(database.db, { userId: subscription.userId, reason: 'EMERGENCY', by })).toEqual([trade.id])
    expect(await store.requestedExits()).toEqual([{ tradeId: trade.id, reason: 'EMERGENCY' }])
    const exit = await sendExit(trade, 'EMERGENCY')
    expect(await store.requestedExits()).toEqual([])
    await store.book([{ type: 'rejected', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await store.requestedExits()).toHaveLength(1)
    await store.book([filled((await sendExit(trade, 'EMERGENCY')).clientOrderId, 110_00, NOW + MINUTE)])
    expect(await store.requestedExits()).toEqual([])
    expect(await requestExits(database.db, { tradeIds: [trade.id], reason: 'MANUAL', by })).toEqual([])
    await expect.poll(() => events.filter(({ type }) => type === 'exits.requested')).toHaveLength(2)
  })
})

describe('a signal to the other side', () => {
  it('closes what the strategy has open on that index, and enters the other way', async () => {
    const trade = await openTrade()
    const signals = [{ strategyId: subscription.strategyId, side: 'SHORT' as const }]
    const seen: number[] = []
    const { exits, entries } = await store.decide(batchAt(NOW, { signals }), NOW + MINUTE, (_side, candidate) => {
      seen.push(candidate.openTrades)
      return enter(_side, candidate, NO_ACCOUNT)
    })
    expect(exits).toMatchObject([{ tradeId: trade.id, exitReason: 'OPPOSITE_SIGNAL', quantity: 65, status: 'INTENT' }])
    expect([entries.length, seen]).toEqual([1, [0]])
  })

  it('closes nothing on another index, nor what the same side opened', async () => {
    await openTrade()
    await database.db.strategy.updateMany({ data: { instruments: ['NIFTY', 'SENSEX'] } })
    const short = [{ strategyId: subscription.strategyId, side: 'SHORT' as const }]
    expect(await store.decide(batchAt(NOW, { signals: short, index: 'SENSEX' }), NOW, deny)).toMatchObject({ exits: [], denied: 1 })
    expect(await store.decide(batchAt(NOW), NOW, deny)).toMatchObject({ exits: [], denied: 1 })
  })
})

describe('a node without the lease of a user', () => {
  it('reads and writes nothing of theirs', async () => {
    const trade = await openTrade()
    const waiting = await enterOnce(NOW)
    await requestExits(database.db, { tradeIds: [trade.id], reason: 'MANUAL', by: 'of a test' })
    const held = leases
    leases = {
      nodeId: held.nodeId,
      held: () => new Map([...held.held()].filter(([partition]) => partition !== partitionOf(subscription.userId))),
    }
    const other = storeOf(MARKET)
    leases = held
    expect(await other.openTrades()).toEqual([])
    expect(await other.openOrders()).toEqual([])
    expect(await other.requestedExits()).toEqual([])
    expect(await other.markSubmitted([waiting.id])).toEqual([])
    await other.expire([waiting.id], 'of a test')
    await other.raiseStops([{ tradeId: trade.id, stop: paise(99_00) }])
    expect(await other.intendExits([{ tradeId: trade.id, reason: 'STOP', at: NOW }])).toEqual([])
    expect(await other.book([filled(waiting.clientOrderId, 100_00, NOW)])).toEqual({ bookings: [], strangers: [] })
    expect(await other.decide(batchAt(NOW + MINUTE), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
    expect(await order(waiting.id)).toMatchObject({ status: 'INTENT' })
    expect(await store.openTrades()).toEqual([trade])
    await other.close()
  })

  it('does not keep the one that has it from answering a signal that both saw', async () => {
    const nobody: HeldLeases = { nodeId: leases.nodeId, held: () => new Map() }
    const other = new Store({ databaseUrl: database.url, market: MARKET, leases: nobody, rules: () => SHIPPED_MARKET_RULES })
    expect(await other.decide(batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({ entries: [] })
    await other.close()
    expect(await store.decide(batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({ entries: [{ userId: subscription.userId }] })
    expect(await database.db.signal.count()).toBe(1)
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
