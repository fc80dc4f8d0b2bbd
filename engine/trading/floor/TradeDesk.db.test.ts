import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'
import type { TradeRecords } from './TradeRecords.ts'

const at = (hour: number, minute: number, date = '2026-07-01') => istInstant(date, hour * 60 + minute)

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

/** The store, with one commit whose answer is lost: `method`'s from the moment `lose` is called. */
function storeThatLosesAnAnswer(method: 'markSubmitted' | 'submitExits'): { records: TradeRecords; lose: () => void } {
  let losing = false
  const losable = <T>(answer: T): T => {
    if (!losing) return answer
    losing = false
    throw new Error('connection terminated')
  }
  const records: TradeRecords = {
    closeForeign: () => desks.store.trades.closeForeign(),
    closeNotHeld: (...asked) => desks.store.trades.closeNotHeld(...asked),
    heldLegs: () => desks.store.trades.heldLegs(),
    openOrders: () => desks.store.trades.openOrders(),
    kills: () => desks.store.trades.kills(),
    barredUsers: () => desks.store.trades.barredUsers(),
    requestedExits: () => desks.store.trades.requestedExits(),
    letGo: (legId, cause) => desks.store.trades.letGo(legId, cause),
    letGoTrades: () => desks.store.trades.letGoTrades(),
    moveStops: (stops) => desks.store.trades.moveStops(stops),
    setAskedLevels: () => desks.store.trades.setAskedLevels(),
    markSubmitted: async (ids) =>
      method === 'markSubmitted' ? losable(await desks.store.trades.markSubmitted(ids)) : desks.store.trades.markSubmitted(ids),
    expire: (ids, note) => desks.store.trades.expire(ids, note),
    refuseEntries: (refused) => desks.store.trades.refuseEntries(refused),
    submitExits: async (requests) =>
      method === 'submitExits' ? losable(await desks.store.trades.submitExits(requests)) : desks.store.trades.submitExits(requests),
    shrinkExit: (id, quantity) => desks.store.trades.shrinkExit(id, quantity),
    takeStop: (id, tag, quantity) => desks.store.trades.takeStop(id, tag, quantity),
    keepExitAtBroker: (exit) => desks.store.trades.keepExitAtBroker(exit),
    resizeExitAtBroker: (id, quantity) => desks.store.trades.resizeExitAtBroker(id, quantity),
    endExitsAtBroker: (ids) => desks.store.trades.endExitsAtBroker(ids),
    bookedByHand: (fillId) => desks.store.trades.bookedByHand(fillId),
    exitsAtBroker: () => desks.store.trades.exitsAtBroker(),
    keepTaken: (updates) => desks.store.trades.keepTaken(updates),
    keepUnresolved: (counts) => desks.store.trades.keepUnresolved(counts),
    keepIncidents: (incidents) => desks.store.trades.keepIncidents(incidents),
    closingOrders: () => desks.store.trades.closingOrders(),
    sendClosing: (id, quantity) => desks.store.trades.sendClosing(id, quantity),
    shrinkClosing: (id, quantity) => desks.store.trades.shrinkClosing(id, quantity),
    bookClosing: (id, report) => desks.store.trades.bookClosing(id, report),
    incidents: () => desks.store.trades.incidents(),
    lockedProfits: () => desks.store.trades.lockedProfits(),
    keepLocks: (locks) => desks.store.trades.keepLocks(locks),
    reenter: (reentries, refuse) => desks.store.trades.reenter(reentries, refuse),
    endTrades: (ids, onlyRequested) => desks.store.trades.endTrades(ids, onlyRequested),
    exitTries: () => desks.store.trades.exitTries(),
    book: (updates) => desks.store.trades.book(updates),
  }
  return { records, lose: () => (losing = true) }
}

describe('the trade desk', () => {
  it('opens a trade with the first quote, watches its CONTRACT, and closes it at the target', async () => {
    const engine = await desks.startWithTrade()
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', entryPricePaise: 100_00n, targetPaise: 118_00n, stopPaise: 88_00n }])
    expect(engine.watched).toEqual([CONTRACT])
    await engine.quote(NOW + MINUTE, 117_95)
    expect(await desks.orders()).toHaveLength(1)
    await engine.quote(NOW + 2 * MINUTE, 118_00)
    await engine.quote(NOW + 3 * MINUTE, 119_00)
    expect(await desks.trades()).toMatchObject([{ status: 'TARGET_HIT', exitPricePaise: 118_95n }])
    expect(engine.watched).toEqual([])
    expect(engine.desk.counts).toEqual({ open_trades: 0, open_orders: 0, trades_opened: 1, trades_closed: 1 })
  })

  it('closes at the stop, with one order that follows the market when nobody buys at its price', async () => {
    const engine = await desks.startWithTrade()
    await engine.time(NOW + MINUTE)
    await engine.quote(NOW + MINUTE, 87_00)
    await engine.quote(NOW + MINUTE + SECOND, 80_00)
    await engine.time(NOW + MINUTE + 2 * SECOND)
    await engine.quote(NOW + MINUTE + 3 * SECOND, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await engine.time(NOW + MINUTE + 4 * SECOND)
    await engine.quote(NOW + MINUTE + 5 * SECOND, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', exitPricePaise: 79_95n }])
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toHaveLength(1)
  })

  it('intends one exit however many triggers come before it is filled', async () => {
    const engine = await desks.startWithTrade()
    await Promise.all([
      engine.quote(NOW + MINUTE, 120_00),
      engine.quote(NOW + MINUTE, 121_00),
      engine.time(at(15, 10)),
      engine.time(at(15, 20)),
    ])
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toHaveLength(1)
  })

  it('is not moved by a quote from before the entry', async () => {
    const engine = await desks.startWithTrade()
    await engine.quote(NOW + SECOND - 1, 50_00)
    expect(await desks.orders()).toHaveLength(1)
  })

  it('closes when the window ends', async () => {
    const engine = await desks.startWithTrade()
    await engine.time(at(15, 9))
    await engine.time(at(15, 10))
    await engine.quote(at(15, 10) + SECOND, 105_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', exitPricePaise: 104_95n }])
  })

  it('keeps an exit that the session’s end overtook, and prices it by the next session’s first quote', async () => {
    const engine = await desks.startWithTrade()
    await engine.time(at(15, 10))
    await engine.time(at(15, 30))
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    const restarted = desks.start(at(15, 30), desks.store.trades, null)
    await restarted.desk.resume()
    await restarted.time(at(9, 15, '2026-07-02'), { open: at(9, 15, '2026-07-02'), close: at(15, 30, '2026-07-02') })
    await restarted.quote(at(9, 15, '2026-07-02') + SECOND, 70_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await restarted.quote(at(9, 15, '2026-07-02') + 2 * SECOND, 70_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', exitPricePaise: 69_95n }])
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toHaveLength(1)
  })

  it('closes a trade although the answer to its exit’s commit was lost', async () => {
    const { records, lose } = storeThatLosesAnAnswer('submitExits')
    const engine = await desks.startWithTrade(records)
    lose()
    await engine.quote(NOW + MINUTE, 80_00)
    await engine.quote(NOW + 2 * MINUTE, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitPricePaise: 79_95n }])
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([{ status: 'FILLED' }])
  })

  it('opens a trade although the answer to its entry’s submission was lost', async () => {
    const { records, lose } = storeThatLosesAnAnswer('markSubmitted')
    const engine = desks.start(NOW, records)
    lose()
    engine.desk.submit(await desks.intendEntry())
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('asks the books for one exit of a trade, however many quotes say so before they answer', async () => {
    const asked: string[] = []
    const records: TradeRecords = {
      ...storeThatLosesAnAnswer('submitExits').records,
      submitExits: (requests) => {
        asked.push(...requests.map(({ reason }) => reason))
        return desks.store.trades.submitExits(requests)
      },
    }
    const engine = await desks.startWithTrade(records)
    await Promise.all([engine.quote(NOW + MINUTE, 120_00), engine.quote(NOW + MINUTE, 121_00), engine.time(at(15, 20))])
    await engine.quote(NOW + MINUTE + 1, 122_00)
    expect(asked).toEqual(['TARGET'])
  })

  it('closes by a stop of everything, a second later, a trade that was not its own when the stop came', async () => {
    let isLeased = true
    const records: TradeRecords = {
      ...storeThatLosesAnAnswer('submitExits').records,
      submitExits: async (requests) => (isLeased ? desks.store.trades.submitExits(requests) : { exits: [], busy: [] }),
    }
    const engine = await desks.startWithTrade(records)
    isLeased = false
    engine.desk.stopAll(true)
    await engine.settled()
    expect(await desks.orders()).toHaveLength(1)
    isLeased = true
    await engine.time(NOW + MINUTE)
    expect((await desks.orders()).slice(1)).toMatchObject([{ purpose: 'EXIT', exitReason: 'EMERGENCY' }])
  })

  it('gives up an entry that sees no quote', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry())
    await engine.settled()
    await engine.time(NOW + 31 * SECOND)
    expect(await desks.orders()).toMatchObject([{ status: 'REJECTED' }])
    expect(engine.watched).toEqual([])
    expect(await desks.trades()).toEqual([])
  })
})

describe('a restart', () => {
  it('resumes open trades', async () => {
    await desks.startWithTrade()
    const engine = desks.start(NOW + MINUTE)
    await engine.desk.resume()
    expect(engine.watched).toEqual([CONTRACT])
    await engine.quote(NOW + MINUTE, 120_00)
    await engine.quote(NOW + 2 * MINUTE, 120_00)
    expect(await desks.trades()).toMatchObject([{ status: 'TARGET_HIT' }])
  })

  it.each(['INTENT', 'SUBMITTED'] as const)('sends a young entry again that was left as %s, and opens one trade', async (status) => {
    const [entry] = await desks.intendEntry()
    if (status === 'SUBMITTED') await desks.store.trades.markSubmitted([entry?.id ?? ''])
    const engine = desks.start(NOW + 30 * SECOND)
    await engine.desk.resume()
    await engine.quote(NOW + 40 * SECOND, 100_00)
    const again = desks.start(NOW + 50 * SECOND)
    await again.desk.resume()
    await again.quote(NOW + 55 * SECOND, 100_00)
    expect(await desks.trades()).toMatchObject([{ id: entry?.tradeId }])
    expect(await desks.database.db.fill.count()).toBe(1)
    expect(await desks.orders()).toMatchObject([{ status: 'FILLED' }])
  })

  it('does not give up an old entry that a broker which remembers may have filled: it asks it', async () => {
    const broker = new (class extends PaperBroker {
      override remembers = () => true
    })(
      () => SHIPPED_MARKET_RULES,
      NOW,
      10 * MINUTE,
      async () => paise(1_00_000_00),
    )
    const first = desks.startOn(broker, NOW)
    first.desk.submit(await desks.intendEntry())
    await first.settled()
    const engine = desks.startOn(broker, NOW + 2 * MINUTE)
    await engine.desk.resume()
    expect(await desks.orders()).toMatchObject([{ status: 'SUBMITTED' }])
    await engine.quote(NOW + 2 * MINUTE, 100_00)
    await engine.time(NOW + 2 * MINUTE + SECOND)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', quantity: 65 }])
    expect([await desks.database.db.fill.count(), (await desks.orders()).length]).toEqual([1, 1])
  })

  it('gives up an old entry', async () => {
    await desks.intendEntry()
    const engine = desks.start(NOW + MINUTE + 1)
    await engine.desk.resume()
    await engine.quote(NOW + 2 * MINUTE, 100_00)
    expect(await desks.orders()).toMatchObject([{ status: 'EXPIRED' }])
    expect([await desks.trades(), engine.watched]).toEqual([[], []])
  })

  it.each([
    [30_00, -70_00n * 65n],
    [0, -100_00n * 65n],
  ])('after the CONTRACT expired, closes its trade with what it was settled at (%i paise)', async (value, gross) => {
    await desks.startWithTrade()
    const open = at(9, 15, '2026-07-08')
    const engine = desks.start(open)
    await engine.desk.resume()
    await engine.time(open, { open, close: at(15, 30, '2026-07-08') })
    expect(engine.broker.expired(open)).toEqual([CONTRACT])
    engine.broker.settle(CONTRACT, paise(value))
    await engine.settled()
    const close = new Date(at(15, 30, CONTRACT.expiry))
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitPricePaise: BigInt(value), grossPaise: gross, exitTime: close }])
    expect([engine.watched, engine.desk.counts.open_orders]).toEqual([[], 0])
  })

  it('sends an exit again whatever its age', async () => {
    const engine = await desks.startWithTrade()
    await engine.quote(NOW + MINUTE, 80_00)
    const restarted = desks.start(NOW + 30 * MINUTE, desks.store.trades, null)
    await restarted.desk.resume()
    await restarted.quote(NOW + 31 * MINUTE, 90_00)
    await restarted.quote(NOW + 31 * MINUTE + SECOND, 90_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitPricePaise: 89_95n }])
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([{ status: 'FILLED' }])
  })

  it('learns by reconciling what was booked without it', async () => {
    const engine = desks.start(NOW)
    const [entry] = await desks.intendEntry()
    if (!entry) throw new Error('no entry was made')
    await desks.store.trades.markSubmitted([entry.id])
    await desks.store.trades.book([
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
    expect(engine.watched).toEqual([CONTRACT])
    await desks.database.db.trade.deleteMany()
    await engine.desk.reconcile()
    expect([engine.desk.counts.open_trades, engine.watched]).toEqual([0, []])
  })
})
