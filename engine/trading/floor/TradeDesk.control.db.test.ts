import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { liftKill, pullKill } from '../../../prisma/killSwitches.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import { createTestSubscription } from '../../store/testing/createTestSubscription.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'
import { TERMS } from '../testing/legs.ts'

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

describe('an entry that is filled in parts', () => {
  /** One of three lots bought at 100.00 rupees, the rest still wanted. */
  async function partlyBought(terms = TERMS) {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry({ quantity: 195, terms }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95, 65)
    return engine
  }

  it('is one trade, which keeps what was bought when the rest does not come', async () => {
    const engine = await partlyBought()
    expect(await desks.trades()).toMatchObject([{ quantity: 65, status: 'RUNNING', fundUsedPaise: 6_500_00n }])
    await engine.quote(NOW + 2 * SECOND, 100_45, 65)
    expect(await desks.trades()).toMatchObject([{ quantity: 130, entryPricePaise: 100_25n }])
    await engine.time(NOW + 31 * SECOND)
    expect(await desks.orders()).toMatchObject([{ status: 'CANCELLED', filledQuantity: 130, note: '130 of 195 units filled after 31 s' }])
    expect([engine.desk.counts, engine.watched]).toEqual([
      { open_trades: 1, open_orders: 0, trades_opened: 1, trades_closed: 0 },
      [CONTRACT],
    ])
  })

  it('is called back when its trade is closed, and no more is sold than was bought', async () => {
    const engine = await partlyBought()
    await engine.quote(NOW + 2 * SECOND, 80_00, 0)
    expect(await desks.orders()).toMatchObject([
      { purpose: 'ENTRY', status: 'CANCELLED', note: 'its trade is being closed' },
      { purpose: 'EXIT', status: 'SUBMITTED', quantity: 65 },
    ])
    await engine.quote(NOW + 3 * SECOND, 80_00)
    expect(await desks.trades()).toMatchObject([{ quantity: 65, exitQuantity: 65, status: 'STOPLOSS_HIT', exitPricePaise: 79_95n }])
    expect([engine.watched, engine.desk.counts.open_orders]).toEqual([[], 0])
  })

  it('goes on after a restart where the books are', async () => {
    await partlyBought()
    const engine = desks.start(NOW + 5 * SECOND)
    await engine.desk.resume()
    await engine.quote(NOW + 6 * SECOND, 99_95)
    expect(await desks.trades()).toMatchObject([{ quantity: 195, entryPricePaise: 100_00n }])
    expect((await desks.database.db.fill.findMany({ orderBy: { filledAt: 'asc' } })).map(({ quantity }) => quantity)).toEqual([65, 130])
  })
})

describe('a stop that trails', () => {
  it('is kept once a second, and closes the trade after a restart', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry({ terms: { ...TERMS, trailingStopPercent: 10 } }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
    await engine.quote(NOW + 2 * SECOND, 110_00)
    await engine.time(NOW + 3 * SECOND)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 99_00n }])
    const restarted = desks.start(NOW + MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + MINUTE, 99_00)
    await restarted.quote(NOW + 2 * MINUTE, 98_60)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'TRAILING_STOP', exitPricePaise: 98_55n }])
  })
})

describe('people', () => {
  const pull = (squareOff: boolean, userId: string) =>
    desks.database.db.$transaction((tx) => pullKill(tx, { scope: 'USER', scopeId: userId, squareOff, reason: 'of a test', by: 'a test' }))
  const obeyed = async (engine: ReturnType<TestDesks['start']>) => {
    engine.desk.obey()
    await engine.settled()
  }

  it('stop entries by a kill switch: those under way are called back, open trades stay', async () => {
    const engine = await desks.startWithTrade()
    engine.desk.submit(await desks.intendEntry({ now: NOW + MINUTE }))
    await engine.settled()
    await pull(false, desks.subscription.userId)
    await obeyed(engine)
    expect(await desks.orders()).toMatchObject([{ status: 'FILLED' }, { status: 'CANCELLED', note: 'stopped by a kill switch' }])
    await engine.quote(NOW + MINUTE + SECOND, 100_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('close what is open by a kill switch that squares off', async () => {
    const engine = await desks.startWithTrade()
    await pull(true, desks.subscription.userId)
    await obeyed(engine)
    await engine.quote(NOW + MINUTE, 105_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY', exitPricePaise: 104_95n }])
  })

  it('stop and close everything at once by a word that is not in the books', async () => {
    const engine = await desks.startWithTrade()
    engine.desk.submit(await desks.intendEntry({ now: NOW + MINUTE }))
    await engine.settled()
    engine.desk.stopAll(true)
    await engine.settled()
    expect(await desks.orders()).toMatchObject([
      { status: 'FILLED' },
      { status: 'CANCELLED', note: 'stopped by a kill switch' },
      { purpose: 'EXIT', exitReason: 'EMERGENCY' },
    ])
  })

  it('stop nobody else', async () => {
    const other = await createTestSubscription(desks.database.db)
    const engine = await desks.startWithTrade()
    await pull(true, other.userId)
    await obeyed(engine)
    expect(await desks.orders()).toHaveLength(1)
  })

  it('stop an entry that is committed but not sent; lifted, the next one goes through', async () => {
    const engine = desks.start(NOW)
    await engine.desk.resume()
    const entries = await desks.intendEntry()
    await pull(false, desks.subscription.userId)
    engine.desk.submit(entries)
    await engine.settled()
    await engine.quote(NOW + SECOND, 100_00)
    expect(await desks.orders()).toMatchObject([{ status: 'CANCELLED', filledQuantity: 0 }])
    await desks.database.db.$transaction((tx) => liftKill(tx, { scope: 'USER', scopeId: desks.subscription.userId }))
    await obeyed(engine)
    await engine.time(NOW + MINUTE)
    engine.desk.submit(await desks.intendEntry({ now: NOW + MINUTE }))
    await engine.settled()
    await engine.quote(NOW + MINUTE + SECOND, 100_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('close a trade by asking, also while no engine runs', async () => {
    const ask = () =>
      desks.database.db.$transaction((tx) => requestExits(tx, { userId: desks.subscription.userId, reason: 'MANUAL', by: 'a test' }))
    const engine = await desks.startWithTrade()
    expect(await ask()).toHaveLength(1)
    await obeyed(engine)
    await ask()
    await obeyed(engine)
    expect((await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')).toMatchObject([
      { status: 'SUBMITTED', exitReason: 'MANUAL' },
    ])
    await engine.quote(NOW + MINUTE, 101_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitPricePaise: 100_95n }])

    const second = desks.start(NOW + 2 * MINUTE)
    second.desk.submit(await desks.intendEntry({ now: NOW + 2 * MINUTE }))
    await second.settled()
    await second.quote(NOW + 2 * MINUTE + SECOND, 100_00)
    expect(await ask()).toHaveLength(1)
    const restarted = desks.start(NOW + 3 * MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + 3 * MINUTE + SECOND, 102_00)
    expect((await desks.trades()).map(({ exitReason }) => exitReason)).toEqual(['MANUAL', 'MANUAL'])
  })
})

describe('a signal against an entry under way', () => {
  const against = (side: Direction) => ({
    index: 'NIFTY' as const,
    signals: [{ strategyId: desks.subscription.strategyId, version: 1, side }],
  })

  it('calls the entry back', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry())
    await engine.settled()
    engine.desk.recall(against('SHORT'))
    await engine.settled()
    await engine.quote(NOW + SECOND, 100_00)
    expect(await desks.trades()).toEqual([])
    expect(await desks.orders()).toMatchObject([{ status: 'CANCELLED', note: 'the strategy gave an opposite signal' }])
  })

  it('sells what was bought of it in the same moment', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry())
    await engine.settled()
    // Filled at the broker, not yet in the books.
    const quoted = engine.quote(NOW + SECOND, 100_00)
    engine.desk.recall(against('SHORT'))
    await quoted
    await engine.quote(NOW + MINUTE, 101_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'OPPOSITE_SIGNAL' }])
  })

  it('leaves an entry in its own direction alone', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry())
    await engine.settled()
    engine.desk.recall(against('LONG'))
    await engine.quote(NOW + SECOND, 100_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
  })
})
