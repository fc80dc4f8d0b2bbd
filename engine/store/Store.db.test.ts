import { partitionOf } from '../cluster/partitionOf.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { liftKill, pullKill } from '../../prisma/killSwitches.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import { checkBooks } from './checkBooks.ts'
import { enter, filled, MARKET, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

describe('the ping', () => {
  it('rejects while the database can be read and not written to', async () => {
    const testStore = current()
    await testStore.store.ping()
    const url = new URL(testStore.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const readOnly = testStore.storeOf(MARKET, testStore.leases, url.href)
    await expect(readOnly.trades.heldLegs()).resolves.toEqual([])
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
    const testStore = current()
    const times = [0, 1, 2].map((i) => NOW + i * MINUTE)
    await testStore.store.saveCandles(times.slice(0, 2).map(candle), NOW + MINUTE)
    await testStore.store.saveCandles(times.map(candle), NOW + MINUTE)
    expect(await testStore.store.newestCandles('NIFTY', 10)).toEqual(times.map((time) => candle(time).candle))
    expect((await testStore.store.newestCandles('NIFTY', 2)).map(({ time }) => time)).toEqual(times.slice(1))
    await expect
      .poll(() => testStore.events.filter(({ type }) => type === 'candle.closed'))
      .toEqual([
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + MINUTE },
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + 2 * MINUTE },
      ])
  })

  it('of another market are not seen', async () => {
    const testStore = current()
    const other = testStore.storeOf('other-market')
    await other.saveCandles([candle(NOW)], NOW)
    expect(await other.newestCandles('NIFTY', 10)).toHaveLength(1)
    await other.close()
    expect((await testStore.store.newestCandles('NIFTY', 10)).map(({ time }) => time)).not.toContain(NOW - MINUTE)
  })
})

describe('an order of a person', () => {
  it('to stop is known while it is in force, and stays a square-off however it is pulled again', async () => {
    const testStore = current()
    await pullKill(testStore.db, { ...testStore.killOf('USER'), squareOff: true })
    await pullKill(testStore.db, { ...testStore.killOf('USER'), squareOff: false })
    await pullKill(testStore.db, testStore.killOf('GLOBAL'))
    expect(await testStore.store.trades.kills()).toEqual(
      expect.arrayContaining([
        { scope: 'USER', scopeId: testStore.subscription.userId, squareOff: true },
        { scope: 'GLOBAL', squareOff: false },
      ]),
    )
    expect(await liftKill(testStore.db, testStore.killOf('USER'))).toBe(true)
    expect(await liftKill(testStore.db, testStore.killOf('USER'))).toBe(false)
    expect(await testStore.store.trades.kills()).toEqual([{ scope: 'GLOBAL', squareOff: false }])
    await expect.poll(() => testStore.events.filter(({ type }) => type === 'kill.changed')).toHaveLength(4)
  })

  it('to close trades is known until an exit is under way, and again when that one fails', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const by = 'person@example.com'
    expect(await requestExits(testStore.db, { tradeIds: [leg.tradeId, testStore.subscription.userId], reason: 'MANUAL', by })).toEqual([
      leg.tradeId,
    ])
    expect(await requestExits(testStore.db, { userId: testStore.subscription.userId, reason: 'EMERGENCY', by })).toEqual([leg.tradeId])
    expect(await testStore.store.trades.requestedExits()).toEqual([{ legId: leg.id, reason: 'EMERGENCY', requestId: null }])
    const exit = await testStore.sendExit(leg, 'EMERGENCY')
    expect(await testStore.store.trades.requestedExits()).toEqual([])
    await testStore.store.trades.book([{ type: 'rejected', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await testStore.store.trades.requestedExits()).toHaveLength(1)
    await testStore.store.trades.book([filled((await testStore.sendExit(leg, 'EMERGENCY')).clientOrderId, 110_00, NOW + MINUTE)])
    expect(await testStore.store.trades.requestedExits()).toEqual([])
    expect(await requestExits(testStore.db, { tradeIds: [leg.tradeId], reason: 'MANUAL', by })).toEqual([])
    await expect.poll(() => testStore.events.filter(({ type }) => type === 'exits.requested')).toHaveLength(2)
  })
})

describe('a node without the lease of a user', () => {
  it('reads and writes nothing of theirs', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const waiting = await testStore.enterOnce(NOW)
    await requestExits(testStore.db, { tradeIds: [leg.tradeId], reason: 'MANUAL', by: 'of a test' })
    const partition = partitionOf(testStore.subscription.userId)
    const held = new Map([...testStore.leases.held()].filter(([each]) => each !== partition))
    const other = testStore.storeOf(MARKET, { nodeId: testStore.leases.nodeId, held: () => held, everHeld: true })
    expect(await other.trades.heldLegs()).toEqual([])
    expect(await other.trades.openOrders()).toEqual([])
    expect(await other.trades.requestedExits()).toEqual([])
    expect(await other.trades.markSubmitted([waiting.id])).toEqual([])
    await other.trades.expire([waiting.id], 'of a test')
    await other.trades.moveStops([{ legId: leg.id, stop: paise(99_00) }])
    expect(await other.trades.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW }])).toMatchObject({ exits: [], busy: [] })
    expect(await other.trades.book([filled(waiting.clientOrderId, 100_00, NOW)])).toEqual({
      legUpdates: [],
      changes: [],
      failedExits: [],
      strangers: [],
      left: [filled(waiting.clientOrderId, 100_00, NOW)],
    })
    expect(await other.decisions.decide(testStore.batchAt(NOW + MINUTE), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
    expect(await testStore.order(waiting.id)).toMatchObject({ status: 'INTENT' })
    expect(await testStore.store.trades.heldLegs()).toEqual([leg])
    await other.close()
  })

  it('does not keep the one that has it from answering a signal that both saw', async () => {
    const testStore = current()
    const partition = partitionOf(testStore.subscription.userId)
    const held = new Map([...testStore.leases.held()].filter(([each]) => each !== partition))
    const other = testStore.storeOf(MARKET, { nodeId: testStore.leases.nodeId, held: () => held, everHeld: true })
    expect(await other.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({ entries: [] })
    await other.close()
    expect(await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({
      entries: [{ userId: testStore.subscription.userId }],
    })
    expect(await testStore.db.signal.count()).toBe(1)
  })
})

describe('what belongs to another market', () => {
  it('is closed without a price, its orders are given up, and its owner is told', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    await testStore.store.trades.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW }])
    await testStore.enterOnce(NOW)
    const other = testStore.storeOf('other-market')
    expect(await other.trades.closeForeign()).toEqual({ trades: 1, orders: 2 })
    expect(await other.trades.closeForeign()).toEqual({ trades: 0, orders: 0 })
    await other.close()
    expect(await testStore.db.trade.findMany()).toMatchObject([
      {
        status: 'COMPLETED',
        exitReason: 'MARKET_CHANGED',
        exitPricePaise: null,
        grossPaise: null,
        netPaise: null,
        blockedPaise: 0n,
        exitTime: new Date(NOW + 3 * MINUTE),
      },
    ])
    expect(await testStore.db.leg.findMany()).toMatchObject([
      {
        ...{ id: leg.id, status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: new Date(NOW + 3 * MINUTE) },
        ...{ exitQuantity: 0, exitPricePaise: null, netPaise: null },
      },
    ])
    expect(await checkBooks(testStore.url)).toEqual([])
    expect(await testStore.store.trades.openOrders()).toEqual([])
    await expect
      .poll(() => testStore.events)
      .toContainEqual({ type: 'trade.closed', tradeId: leg.tradeId, userId: testStore.subscription.userId })
  })
})

describe('the engine’s state', () => {
  it('is stored while every other connection of its node waits', async () => {
    const testStore = current()
    const state = { market: MARKET, clock: { kind: 'real' }, feed: 'connected', heartbeatAt: NOW, lastTickAt: null, feedFaults: 0 } as const
    const price = paise(100_00)
    const candle = { time: NOW, open: price, high: price, low: price, close: price, volume: 0 }
    const waiting: Promise<unknown>[] = []
    await testStore.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Candle" IN EXCLUSIVE MODE`
      for (let i = 0; i < 12; i++) waiting.push(testStore.store.saveOptionCandles([{ symbol: 'NIFTY', candle }]))
      await expect
        .poll(async () => Number((await tx.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM pg_locks WHERE NOT granted`)[0]?.n))
        .toBeGreaterThanOrEqual(10)
      await testStore.store.saveEngineState(state, false)
      await testStore.store.saveEngineState(state, true)
    })
    await Promise.all(waiting)
    expect(await testStore.db.engineState.count()).toBe(1)
    await testStore.db.engineState.deleteMany()
    await expect.poll(() => testStore.events).toEqual([{ type: 'market.changed' }])
  })

  it('is a row of each node, until one has been silent for a minute, and a change is told', async () => {
    const testStore = current()
    const state = { market: MARKET, clock: { kind: 'real' }, feed: 'connected', heartbeatAt: NOW, lastTickAt: null, feedFaults: 0 } as const
    const other = testStore.storeOf(MARKET, { nodeId: randomUUID(), held: () => new Map(), everHeld: true })
    await other.saveEngineState(state, false)
    await testStore.store.saveEngineState(state, false)
    await testStore.store.saveEngineState({ ...state, heartbeatAt: NOW + 1, lastTickAt: NOW }, true)
    const rows = () => testStore.db.engineState.findMany({ orderBy: { heartbeatAt: 'asc' } })
    const own = { nodeId: testStore.leases.nodeId, sandbox: false, heartbeatAt: new Date(NOW + 1), lastTickAt: new Date(NOW) }
    expect(await rows()).toMatchObject([{ heartbeatAt: new Date(NOW), lastTickAt: null }, own])
    await testStore.store.saveEngineState({ ...state, heartbeatAt: NOW + MINUTE + 1 }, false)
    expect(await rows()).toMatchObject([{ nodeId: testStore.leases.nodeId }])
    await other.close()
    await expect.poll(() => testStore.events).toEqual([{ type: 'market.changed' }])
  })
})
