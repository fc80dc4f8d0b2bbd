import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { liftKill, pullKill } from '../../prisma/killSwitches.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import { checkBooks } from './checkBooks.ts'
import { enter, filled, MARKET, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** Of a user, as the SQL function user_partition says it. */
const partitionOf = (userId: string) => parseInt(userId.slice(-2), 16) & 63

describe('the ping', () => {
  it('rejects while the database can be read and not written to', async () => {
    const books = current()
    await books.store.ping()
    const url = new URL(books.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const readOnly = books.storeOf(MARKET, books.leases, url.href)
    await expect(readOnly.heldLegs()).resolves.toEqual([])
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
    const books = current()
    const times = [0, 1, 2].map((i) => NOW + i * MINUTE)
    await books.store.saveCandles(times.slice(0, 2).map(candle), NOW + MINUTE)
    await books.store.saveCandles(times.map(candle), NOW + MINUTE)
    expect(await books.store.newestCandles('NIFTY', 10)).toEqual(times.map((time) => candle(time).candle))
    expect((await books.store.newestCandles('NIFTY', 2)).map(({ time }) => time)).toEqual(times.slice(1))
    await expect
      .poll(() => books.events.filter(({ type }) => type === 'candle.closed'))
      .toEqual([
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + MINUTE },
        { type: 'candle.closed', symbol: 'NIFTY', time: NOW + 2 * MINUTE },
      ])
  })

  it('of another market are not seen', async () => {
    const books = current()
    const other = books.storeOf('other-market')
    await other.saveCandles([candle(NOW)], NOW)
    expect(await other.newestCandles('NIFTY', 10)).toHaveLength(1)
    await other.close()
    expect((await books.store.newestCandles('NIFTY', 10)).map(({ time }) => time)).not.toContain(NOW - MINUTE)
  })
})

describe('an order of a person', () => {
  it('to stop is known while it is in force, and stays a square-off however it is pulled again', async () => {
    const books = current()
    await pullKill(books.db, { ...books.killOf('USER'), squareOff: true })
    await pullKill(books.db, { ...books.killOf('USER'), squareOff: false })
    await pullKill(books.db, books.killOf('GLOBAL'))
    expect(await books.store.kills()).toEqual(
      expect.arrayContaining([
        { scope: 'USER', scopeId: books.subscription.userId, squareOff: true },
        { scope: 'GLOBAL', squareOff: false },
      ]),
    )
    expect(await liftKill(books.db, books.killOf('USER'))).toBe(true)
    expect(await liftKill(books.db, books.killOf('USER'))).toBe(false)
    expect(await books.store.kills()).toEqual([{ scope: 'GLOBAL', squareOff: false }])
    await expect.poll(() => books.events.filter(({ type }) => type === 'kill.changed')).toHaveLength(4)
  })

  it('to close trades is known until an exit is under way, and again when that one fails', async () => {
    const books = current()
    const leg = await books.openTrade()
    const by = 'person@example.com'
    expect(await requestExits(books.db, { tradeIds: [leg.tradeId, books.subscription.userId], reason: 'MANUAL', by })).toEqual([
      leg.tradeId,
    ])
    expect(await requestExits(books.db, { userId: books.subscription.userId, reason: 'EMERGENCY', by })).toEqual([leg.tradeId])
    expect(await books.store.requestedExits()).toEqual([{ legId: leg.id, reason: 'EMERGENCY' }])
    const exit = await books.sendExit(leg, 'EMERGENCY')
    expect(await books.store.requestedExits()).toEqual([])
    await books.store.book([{ type: 'rejected', clientOrderId: exit.clientOrderId, at: NOW, reason: 'of a test' }])
    expect(await books.store.requestedExits()).toHaveLength(1)
    await books.store.book([filled((await books.sendExit(leg, 'EMERGENCY')).clientOrderId, 110_00, NOW + MINUTE)])
    expect(await books.store.requestedExits()).toEqual([])
    expect(await requestExits(books.db, { tradeIds: [leg.tradeId], reason: 'MANUAL', by })).toEqual([])
    await expect.poll(() => books.events.filter(({ type }) => type === 'exits.requested')).toHaveLength(2)
  })
})

describe('a node without the lease of a user', () => {
  it('reads and writes nothing of theirs', async () => {
    const books = current()
    const leg = await books.openTrade()
    const waiting = await books.enterOnce(NOW)
    await requestExits(books.db, { tradeIds: [leg.tradeId], reason: 'MANUAL', by: 'of a test' })
    const partition = partitionOf(books.subscription.userId)
    const held = new Map([...books.leases.held()].filter(([each]) => each !== partition))
    const other = books.storeOf(MARKET, { nodeId: books.leases.nodeId, held: () => held })
    expect(await other.heldLegs()).toEqual([])
    expect(await other.openOrders()).toEqual([])
    expect(await other.requestedExits()).toEqual([])
    expect(await other.markSubmitted([waiting.id])).toEqual([])
    await other.expire([waiting.id], 'of a test')
    await other.moveStops([{ legId: leg.id, stop: paise(99_00) }])
    expect(await other.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW }])).toMatchObject({ exits: [], busy: [] })
    expect(await other.book([filled(waiting.clientOrderId, 100_00, NOW)])).toEqual({
      bookings: [],
      changes: [],
      failedExits: [],
      strangers: [],
    })
    expect(await other.decide(books.batchAt(NOW + MINUTE), NOW, enter)).toEqual({ entries: [], exits: [], denied: 0 })
    expect(await books.order(waiting.id)).toMatchObject({ status: 'INTENT' })
    expect(await books.store.heldLegs()).toEqual([leg])
    await other.close()
  })

  it('does not keep the one that has it from answering a signal that both saw', async () => {
    const books = current()
    const other = books.storeOf(MARKET, { nodeId: books.leases.nodeId, held: () => new Map() })
    expect(await other.decide(books.batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({ entries: [] })
    await other.close()
    expect(await books.store.decide(books.batchAt(NOW - MINUTE), NOW, enter)).toMatchObject({
      entries: [{ userId: books.subscription.userId }],
    })
    expect(await books.db.signal.count()).toBe(1)
  })
})

describe('what belongs to another market', () => {
  it('is closed without a price, its orders are given up, and its owner is told', async () => {
    const books = current()
    const leg = await books.openTrade()
    await books.store.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW }])
    await books.enterOnce(NOW)
    const other = books.storeOf('other-market')
    expect(await other.closeForeign()).toEqual({ trades: 1, orders: 2 })
    expect(await other.closeForeign()).toEqual({ trades: 0, orders: 0 })
    await other.close()
    expect(await books.db.trade.findMany()).toMatchObject([
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
    expect(await books.db.leg.findMany()).toMatchObject([
      {
        ...{ id: leg.id, status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: new Date(NOW + 3 * MINUTE) },
        ...{ exitQuantity: 0, exitPricePaise: null, netPaise: null },
      },
    ])
    expect(await checkBooks(books.url)).toEqual([])
    expect(await books.store.openOrders()).toEqual([])
    await expect.poll(() => books.events).toContainEqual({ type: 'trade.closed', tradeId: leg.tradeId, userId: books.subscription.userId })
  })
})

describe('the engine’s state', () => {
  it('is a row of each node, until one has been silent for a minute, and a change is told', async () => {
    const books = current()
    const state = { market: MARKET, clock: { kind: 'real' }, feed: 'connected', heartbeatAt: NOW, lastTickAt: null } as const
    const other = books.storeOf(MARKET, { nodeId: randomUUID(), held: () => new Map() })
    await other.saveEngineState(state, false)
    await books.store.saveEngineState(state, false)
    await books.store.saveEngineState({ ...state, heartbeatAt: NOW + 1, lastTickAt: NOW }, true)
    const rows = () => books.db.engineState.findMany({ orderBy: { heartbeatAt: 'asc' } })
    const own = { nodeId: books.leases.nodeId, sandbox: false, heartbeatAt: new Date(NOW + 1), lastTickAt: new Date(NOW) }
    expect(await rows()).toMatchObject([{ heartbeatAt: new Date(NOW), lastTickAt: null }, own])
    await books.store.saveEngineState({ ...state, heartbeatAt: NOW + MINUTE + 1 }, false)
    expect(await rows()).toMatchObject([{ nodeId: books.leases.nodeId }])
    await other.close()
    await expect.poll(() => books.events).toEqual([{ type: 'market.changed' }])
  })
})
