import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { liftKill, pullKill } from '../../prisma/killSwitches.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testDatabase.ts'
import { ok } from '../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { PaperBroker } from '../broker/paper/PaperBroker.ts'
import type { OptionContract } from '../broker/port.ts'
import { DurableQueue } from '../store/DurableQueue.ts'
import { Store } from '../store/Store.ts'
import { holdAllLeases } from '../store/testLeases.ts'
import { createTestSubscription, type TestSubscription } from '../store/testSubscription.ts'
import { contractOf, quoteOf } from './testContracts.ts'
import { TERMS } from './testTrades.ts'
import { TradeDesk, type TradeBooks } from './TradeDesk.ts'

const MARKET = 'test-market'
const at = (hour: number, minute: number, date = '2026-07-01') => istInstant(date, hour * 60 + minute)
const NOW = at(10, 0)
const session = { open: at(9, 15), close: at(15, 30) }
const contract = contractOf('NIFTY', 24_500, 'CE')
const log = pino({ level: 'silent' })
const rules = () => SHIPPED_MARKET_RULES

let database: TestDatabase
let store: Store
let subscription: TestSubscription

beforeAll(async () => {
  database = await createTestDatabase()
  store = new Store({ databaseUrl: database.url, market: MARKET, leases: await holdAllLeases(database.db), rules })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  await database.db.user.deleteMany()
  await database.db.signal.deleteMany()
  await database.db.killSwitch.deleteMany()
  subscription = await createTestSubscription(database.db)
})

/** A desk with a paper broker of its own, as after a start of the engine. */
function openDesk(now: Instant, books: TradeBooks = store) {
  const watched: OptionContract[] = []
  const broker = new PaperBroker(rules, now, 30 * SECOND)
  const queue = new DurableQueue({ ping: () => store.ping(), reconcile: () => desk.reconcile(), log })
  const quotes = {
    watch: (contracts: readonly OptionContract[]) => void watched.push(...contracts),
    unwatch: (contracts: readonly OptionContract[]) =>
      contracts.forEach((each) =>
        watched.splice(
          watched.findIndex(({ token }) => token === each.token),
          1,
        ),
      ),
  }
  const desk: TradeDesk = new TradeDesk({ books, broker, quotes, queue, log, entryLife: () => MINUTE }, now)
  const settled = () => queue.close()
  return {
    ...{ desk, watched, settled, broker },
    /** A quote of the contract with so many units on either side, as the feed would bring it, and everything that follows from it. */
    async quote(time: Instant, lastPrice: number, depth = 650) {
      const quote = { ...quoteOf(contract, time, lastPrice), bidQuantity: depth, askQuantity: depth }
      broker.onTick(quote)
      desk.onTick(quote)
      await settled()
    },
    async time(next: Instant, during = session) {
      broker.onTime(next, 30 * SECOND)
      desk.onTime(next, during)
      await settled()
    },
  }
}

async function intendEntry({ now = NOW, quantity = 65, terms = TERMS } = {}) {
  const signals = [{ strategyId: subscription.strategyId, side: 'LONG' as const }]
  const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
  const plan = { contract, quantity, terms, reserved: paise(7_000_00) }
  return (await store.decide(batch, now, () => ok(plan))).entries
}

async function openTrade(books: TradeBooks = store) {
  const engine = openDesk(NOW, books)
  engine.desk.submit(await intendEntry())
  await engine.settled()
  await engine.quote(NOW + SECOND, 99_95)
  return engine
}

const trades = () => database.db.trade.findMany()
const orders = () => database.db.order.findMany({ orderBy: { createdAt: 'asc' } })

/** The store, with one commit of which the answer is lost: `method`'s from the moment `lose` is called. */
function storeThatLosesAnAnswer(method: 'markSubmitted' | 'intendExits'): { books: TradeBooks; lose: () => void } {
  let losing = false
  const losable = <T>(answer: T): T => {
    if (!losing) return answer
    losing = false
    throw new Error('connection terminated')
  }
  const books: TradeBooks = {
    closeForeign: () => store.closeForeign(),
    openTrades: () => store.openTrades(),
    openOrders: () => store.openOrders(),
    kills: () => store.kills(),
    requestedExits: () => store.requestedExits(),
    raiseStops: (stops) => store.raiseStops(stops),
    markSubmitted: async (ids) => (method === 'markSubmitted' ? losable(await store.markSubmitted(ids)) : store.markSubmitted(ids)),
    expire: (ids, note) => store.expire(ids, note),
    intendExits: async (requests) => (method === 'intendExits' ? losable(await store.intendExits(requests)) : store.intendExits(requests)),
    book: (updates) => store.book(updates),
  }
  return { books, lose: () => (losing = true) }
}

describe('the trade desk', () => {
  it('opens a trade with the first quote, watches its contract, and closes it at the target', async () => {
    const engine = await openTrade()
    expect(await trades()).toMatchObject([{ status: 'RUNNING', entryPricePaise: 100_00n, targetPaise: 118_00n, stopPaise: 88_00n }])
    expect(engine.watched).toEqual([contract])
    await engine.quote(NOW + MINUTE, 117_95)
    expect(await orders()).toHaveLength(1)
    await engine.quote(NOW + 2 * MINUTE, 118_00)
    await engine.quote(NOW + 3 * MINUTE, 119_00)
    expect(await trades()).toMatchObject([{ status: 'TARGET_HIT', exitPricePaise: 118_95n }])
    expect(engine.watched).toEqual([])
    expect(engine.desk.counts).toEqual({ open_trades: 0, open_orders: 0, trades_opened: 1, trades_closed: 1 })
  })

  it('closes at the stop with the next quote, wherever that is', async () => {
    const engine = await openTrade()
    await engine.quote(NOW + MINUTE, 87_00)
    await engine.quote(NOW + 2 * MINUTE, 80_00)
    expect(await trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', exitPricePaise: 79_95n }])
  })

  it('intends one exit however many triggers come before it is filled', async () => {
    const engine = await openTrade()
    await Promise.all([
      engine.quote(NOW + MINUTE, 120_00),
      engine.quote(NOW + MINUTE, 121_00),
      engine.time(at(15, 10)),
      engine.time(at(15, 20)),
    ])
    expect((await orders()).filter(({ purpose }) => purpose === 'EXIT')).toHaveLength(1)
  })

  it('is not moved by a quote from before the entry', async () => {
    const engine = await openTrade()
    await engine.quote(NOW + SECOND - 1, 50_00)
    expect(await orders()).toHaveLength(1)
  })

  it('closes when the window ends', async () => {
    const engine = await openTrade()
    await engine.time(at(15, 9))
    await engine.time(at(15, 10))
    await engine.quote(at(15, 10) + SECOND, 105_00)
    expect(await trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', exitPricePaise: 104_95n }])
  })

  it('keeps an exit that the session’s end overtook, and fills it with the next session’s first quote', async () => {
    const engine = await openTrade()
    await engine.time(at(15, 10))
    await engine.time(at(15, 30))
    expect(await trades()).toMatchObject([{ status: 'RUNNING' }])
    const restarted = openDesk(at(15, 30))
    await restarted.desk.resume()
    await restarted.time(at(9, 15, '2026-07-02'), { open: at(9, 15, '2026-07-02'), close: at(15, 30, '2026-07-02') })
    await restarted.quote(at(9, 15, '2026-07-02') + SECOND, 70_00)
    expect(await trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', exitPricePaise: 69_95n }])
    expect((await orders()).filter(({ purpose }) => purpose === 'EXIT')).toHaveLength(1)
  })

  it.each(['markSubmitted', 'intendExits'] as const)('closes a trade although the answer to its exit’s %s was lost', async (method) => {
    const { books, lose } = storeThatLosesAnAnswer(method)
    const engine = await openTrade(books)
    lose()
    await engine.quote(NOW + MINUTE, 80_00)
    await engine.quote(NOW + 2 * MINUTE, 80_00)
    expect(await trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitPricePaise: 79_95n }])
    expect((await orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([{ status: 'FILLED' }])
  })

  it('opens a trade although the answer to its entry’s submission was lost', async () => {
    const { books, lose } = storeThatLosesAnAnswer('markSubmitted')
    const engine = openDesk(NOW, books)
    lose()
    engine.desk.submit(await intendEntry())
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
    expect(await trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('asks the books for one exit of a trade, however many quotes say so before they answer', async () => {
    const asked: string[] = []
    const books: TradeBooks = {
      ...storeThatLosesAnAnswer('intendExits').books,
      intendExits: (requests) => {
        asked.push(...requests.map(({ reason }) => reason))
        return store.intendExits(requests)
      },
    }
    const engine = await openTrade(books)
    await Promise.all([engine.quote(NOW + MINUTE, 120_00), engine.quote(NOW + MINUTE, 121_00), engine.time(at(15, 20))])
    await engine.quote(NOW + MINUTE + 1, 122_00)
    expect(asked).toEqual(['TARGET'])
  })

  it('gives up an entry that sees no quote', async () => {
    const engine = openDesk(NOW)
    engine.desk.submit(await intendEntry())
    await engine.settled()
    await engine.time(NOW + 31 * SECOND)
    expect(await orders()).toMatchObject([{ status: 'REJECTED' }])
    expect(engine.watched).toEqual([])
    expect(await trades()).toEqual([])
  })
})

describe('a restart', () => {
  it('resumes open trades', async () => {
    await openTrade()
    const engine = openDesk(NOW + MINUTE)
    await engine.desk.resume()
    expect(engine.watched).toEqual([contract])
    await engine.quote(NOW + MINUTE, 120_00)
    await engine.quote(NOW + 2 * MINUTE, 120_00)
    expect(await trades()).toMatchObject([{ status: 'TARGET_HIT' }])
  })

  it.each(['INTENT', 'SUBMITTED'] as const)('sends a young entry again that was left as %s, and opens one trade', async (status) => {
    const [entry] = await intendEntry()
    if (status === 'SUBMITTED') await store.markSubmitted([entry?.id ?? ''])
    const engine = openDesk(NOW + 30 * SECOND)
    await engine.desk.resume()
    await engine.quote(NOW + 40 * SECOND, 100_00)
    const again = openDesk(NOW + 50 * SECOND)
    await again.desk.resume()
    await again.quote(NOW + 55 * SECOND, 100_00)
    expect(await trades()).toMatchObject([{ id: entry?.tradeId }])
    expect(await database.db.fill.count()).toBe(1)
    expect(await orders()).toMatchObject([{ status: 'FILLED' }])
  })

  it('gives up an old entry', async () => {
    await intendEntry()
    const engine = openDesk(NOW + MINUTE + 1)
    await engine.desk.resume()
    await engine.quote(NOW + 2 * MINUTE, 100_00)
    expect(await orders()).toMatchObject([{ status: 'EXPIRED' }])
    expect([await trades(), engine.watched]).toEqual([[], []])
  })

  it.each([
    [30_00, -70_00n * 65n],
    [0, -100_00n * 65n],
  ])('after the contract expired, closes its trade with what it was settled at (%i paise)', async (value, gross) => {
    await openTrade()
    const open = at(9, 15, '2026-07-08')
    const engine = openDesk(open)
    await engine.desk.resume()
    await engine.time(open, { open, close: at(15, 30, '2026-07-08') })
    expect(engine.broker.expired(open)).toEqual([contract])
    engine.broker.settle(contract, paise(value))
    await engine.settled()
    const close = new Date(at(15, 30, contract.expiry))
    expect(await trades()).toMatchObject([{ status: 'COMPLETED', exitPricePaise: BigInt(value), grossPaise: gross, exitTime: close }])
    expect([engine.watched, engine.desk.counts.open_orders]).toEqual([[], 0])
  })

  it('sends an exit again whatever its age', async () => {
    const engine = await openTrade()
    await engine.quote(NOW + MINUTE, 80_00)
    const restarted = openDesk(NOW + 30 * MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + 31 * MINUTE, 90_00)
    expect(await trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitPricePaise: 89_95n }])
    expect((await orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([{ status: 'FILLED' }])
  })

  it('learns by reconciling what was booked without it', async () => {
    const engine = openDesk(NOW)
    const [entry] = await intendEntry()
    if (!entry) throw new Error('no entry was made')
    await store.markSubmitted([entry.id])
    await store.book([
      {
        type: 'filled',
        clientOrderId: entry.clientOrderId,
        at: NOW,
        fillId: `${entry.clientOrderId}-0`,
        quantity: 65,
        price: paise(100_00),
      },
    ])
    await engine.desk.reconcile()
    await engine.desk.reconcile()
    expect(engine.desk.counts).toMatchObject({ open_trades: 1, open_orders: 0 })
    expect(engine.watched).toEqual([contract])
    await database.db.trade.deleteMany()
    await engine.desk.reconcile()
    expect([engine.desk.counts.open_trades, engine.watched]).toEqual([0, []])
  })
})

describe('an entry that is filled in parts', () => {
  /** One of three lots bought at 100.00 rupees, the rest still wanted. */
  async function partlyBought(terms = TERMS) {
    const engine = openDesk(NOW)
    engine.desk.submit(await intendEntry({ quantity: 195, terms }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95, 65)
    return engine
  }

  it('is one trade, which keeps what was bought when the rest does not come', async () => {
    const engine = await partlyBought()
    expect(await trades()).toMatchObject([{ quantity: 65, status: 'RUNNING', fundUsedPaise: 6_500_00n }])
    await engine.quote(NOW + 2 * SECOND, 101_95, 65)
    expect(await trades()).toMatchObject([{ quantity: 130, entryPricePaise: 101_00n }])
    await engine.time(NOW + 31 * SECOND)
    expect(await orders()).toMatchObject([{ status: 'CANCELLED', filledQuantity: 130, note: '130 of 195 units filled after 31 s' }])
    expect([engine.desk.counts, engine.watched]).toEqual([
      { open_trades: 1, open_orders: 0, trades_opened: 1, trades_closed: 0 },
      [contract],
    ])
  })

  it('is called back when its trade is closed, and no more is sold than was bought', async () => {
    const engine = await partlyBought()
    await engine.quote(NOW + 2 * SECOND, 80_00, 0)
    expect(await orders()).toMatchObject([
      { purpose: 'ENTRY', status: 'CANCELLED', note: 'its trade is being closed' },
      { purpose: 'EXIT', status: 'OPEN', quantity: 65 },
    ])
    await engine.quote(NOW + 3 * SECOND, 80_00)
    expect(await trades()).toMatchObject([{ quantity: 65, exitQuantity: 65, status: 'STOPLOSS_HIT', exitPricePaise: 79_95n }])
    expect([engine.watched, engine.desk.counts.open_orders]).toEqual([[], 0])
  })

  it('goes on after a restart where the books are', async () => {
    await partlyBought()
    const engine = openDesk(NOW + 5 * SECOND)
    await engine.desk.resume()
    await engine.quote(NOW + 6 * SECOND, 99_95)
    expect(await trades()).toMatchObject([{ quantity: 195, entryPricePaise: 100_00n }])
    expect((await database.db.fill.findMany({ orderBy: { filledAt: 'asc' } })).map(({ quantity }) => quantity)).toEqual([65, 130])
  })
})

describe('a stop that trails', () => {
  it('is kept once a second, and closes the trade after a restart', async () => {
    const engine = openDesk(NOW)
    engine.desk.submit(await intendEntry({ terms: { ...TERMS, trailingStopPercent: 10 } }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
    await engine.quote(NOW + 2 * SECOND, 110_00)
    await engine.time(NOW + 3 * SECOND)
    expect(await trades()).toMatchObject([{ stopPaise: 99_00n }])
    const restarted = openDesk(NOW + MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + MINUTE, 99_00)
    await restarted.quote(NOW + 2 * MINUTE, 98_00)
    expect(await trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'TRAILING_STOP', exitPricePaise: 97_95n }])
  })
})

describe('people', () => {
  const pull = (squareOff: boolean, userId: string) =>
    database.db.$transaction((tx) => pullKill(tx, { scope: 'USER', scopeId: userId, squareOff, reason: 'of a test', by: 'a test' }))
  const obeyed = async (engine: ReturnType<typeof openDesk>) => {
    engine.desk.obey()
    await engine.settled()
  }

  it('stop entries by a kill switch: those under way are called back, open trades stay', async () => {
    const engine = await openTrade()
    engine.desk.submit(await intendEntry({ now: NOW + MINUTE }))
    await engine.settled()
    await pull(false, subscription.userId)
    await obeyed(engine)
    expect(await orders()).toMatchObject([{ status: 'FILLED' }, { status: 'CANCELLED', note: 'stopped by a kill switch' }])
    await engine.quote(NOW + MINUTE + SECOND, 100_00)
    expect(await trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('close what is open by a kill switch that squares off', async () => {
    const engine = await openTrade()
    await pull(true, subscription.userId)
    await obeyed(engine)
    await engine.quote(NOW + MINUTE, 105_00)
    expect(await trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY', exitPricePaise: 104_95n }])
  })

  it('stop nobody else', async () => {
    const other = await createTestSubscription(database.db)
    const engine = await openTrade()
    await pull(true, other.userId)
    await obeyed(engine)
    expect(await orders()).toHaveLength(1)
  })

  it('stop an entry that is committed but not sent; lifted, the next one goes through', async () => {
    const engine = openDesk(NOW)
    await engine.desk.resume()
    const entries = await intendEntry()
    await pull(false, subscription.userId)
    engine.desk.submit(entries)
    await engine.settled()
    await engine.quote(NOW + SECOND, 100_00)
    expect(await orders()).toMatchObject([{ status: 'CANCELLED', filledQuantity: 0 }])
    await database.db.$transaction((tx) => liftKill(tx, { scope: 'USER', scopeId: subscription.userId }))
    await obeyed(engine)
    await engine.time(NOW + MINUTE)
    engine.desk.submit(await intendEntry({ now: NOW + MINUTE }))
    await engine.settled()
    await engine.quote(NOW + MINUTE + SECOND, 100_00)
    expect(await trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('close a trade by asking, also while no engine runs', async () => {
    const ask = () => database.db.$transaction((tx) => requestExits(tx, { userId: subscription.userId, reason: 'MANUAL', by: 'a test' }))
    const engine = await openTrade()
    expect(await ask()).toHaveLength(1)
    await obeyed(engine)
    await ask()
    await obeyed(engine)
    expect((await orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([{ status: 'OPEN', exitReason: 'MANUAL' }])
    await engine.quote(NOW + MINUTE, 101_00)
    expect(await trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitPricePaise: 100_95n }])

    const second = openDesk(NOW + 2 * MINUTE)
    second.desk.submit(await intendEntry({ now: NOW + 2 * MINUTE }))
    await second.settled()
    await second.quote(NOW + 2 * MINUTE + SECOND, 100_00)
    expect(await ask()).toHaveLength(1)
    const restarted = openDesk(NOW + 3 * MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + 3 * MINUTE + SECOND, 102_00)
    expect((await trades()).map(({ exitReason }) => exitReason)).toEqual(['MANUAL', 'MANUAL'])
  })
})
