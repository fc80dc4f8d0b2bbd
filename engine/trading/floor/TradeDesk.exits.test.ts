import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { ExecutionPort, OrderRequest, OrderUpdate } from '../../broker/port.ts'
import { Lanes } from './Lanes.ts'
import { HANDED_OVER_AT } from '../positions/exitTries.ts'
import type { ExitRequest } from '../positions/OpenLegs.ts'
import type { ExitOrder } from '../orders/orders.ts'
import { quoteOf } from '../testing/contracts.ts'
import { DESK_WAITS } from '../testing/deskWaits.ts'
import { openLegOf } from '../testing/legs.ts'
import type { TradeRecords } from './TradeRecords.ts'
import { TradeDesk } from './TradeDesk.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const SESSION = { open: istInstant('2026-07-01', 9 * 60 + 15), close: istInstant('2026-07-01', 15 * 60 + 30) }
const leg = openLegOf()
const sold = { ...leg, exitQuantity: 65, exitValue: paise(88_00 * 65) }
const { id: legId, tradeId, userId, subscriptionId, strategyId, mode, contract, quantity } = leg
const exit: ExitOrder = {
  ...{ id: 'x1', clientOrderId: 'X1', tradeId, legId, userId, subscriptionId, strategyId, mode, contract, side: 'SELL', quantity },
  ...{ filledQuantity: 0, filledValue: paise(0), status: 'SUBMITTED', intendedAt: NOW, purpose: 'EXIT', exitReason: 'STOP' },
}
const rules = () => SHIPPED_MARKET_RULES
const log = pino({ level: 'silent' })

/** A desk with one open leg, on records that a test answers for; `beforeStart` is called with it before it reads the books. */
async function open(answer: Partial<TradeRecords>, beforeStart: (desk: TradeDesk) => void = () => undefined) {
  const placed: OrderRequest[] = []
  const expired: string[] = []
  let tell: (update: OrderUpdate) => void = () => undefined
  const idle = new PaperBroker(rules, NOW, MINUTE)
  const broker: ExecutionPort = {
    ...{
      remembers: () => true,
      allowedChanges: idle.allowedChanges.bind(idle),
      modify: idle.modify.bind(idle),
      cancel: idle.cancel.bind(idle),
      orders: idle.orders.bind(idle),
    },
    ...{
      fills: idle.fills.bind(idle),
      positions: async () => [{ contract, product: 'INTRADAY' as const, netQuantity: quantity }],
      funds: idle.funds.bind(idle),
      margin: idle.margin.bind(idle),
    },
    place: async (order) => {
      placed.push(order)
      return { kind: 'accepted', brokerOrderId: 'b' }
    },
    onUpdate: (listener) => {
      tell = listener
      return () => undefined
    },
    onByHand: () => () => undefined,
    waitingByHand: () => [],
  }
  const records: TradeRecords = {
    closeForeign: async () => ({ trades: 0, orders: 0 }),
    closeNotHeld: async () => ({ legUpdates: [], changes: [], failedExits: [], strangers: [], left: [] }),
    heldLegs: async () => [leg],
    openOrders: async () => [],
    kills: async () => [],
    barredUsers: async () => [],
    requestedExits: async () => [],
    letGo: async () => null,
    letGoTrades: async () => [],
    markSubmitted: async () => [],
    expire: async (ids) => void expired.push(...ids),
    refuseEntries: async (refused) => void expired.push(...refused.flatMap(({ entries }) => entries.map(({ id }) => id))),
    submitExits: async () => ({ exits: [], busy: [] }),
    moveStops: async () => undefined,
    setAskedLevels: async () => [],
    closingOrders: async () => [],
    sendClosing: async () => false,
    shrinkClosing: async () => false,
    bookClosing: async () => null,
    incidents: async () => [],
    book: async () => ({ legUpdates: [], changes: [], failedExits: [], strangers: [], left: [] }),
    keepTaken: async () => [],
    keepUnresolved: async () => undefined,
    keepIncidents: async () => undefined,
    shrinkExit: async () => true,
    takeStop: async () => false,
    keepExitAtBroker: async () => true,
    resizeExitAtBroker: async () => true,
    endExitsAtBroker: async () => undefined,
    bookedByHand: async () => 0,
    exitsAtBroker: async () => [],
    lockedProfits: async () => new Map(),
    keepLocks: async () => undefined,
    reenter: async () => ({ entries: [], refused: [] }),
    endTrades: async () => [],
    exitTries: async () => [],
    ...answer,
  }
  const lanes = new Lanes({ ping: async () => undefined, log })
  const waits = { ...DESK_WAITS, repriceAfter: () => 3 * SECOND }
  const quotes = { watch: () => undefined, unwatch: () => undefined }
  const desk = new TradeDesk(
    { records, broker, rules, quotes, queue: lanes.queue, exits: lanes.exits, beside: lanes.beside, log, ...waits },
    NOW,
  )
  lanes.reconcileBy(() => desk.reconcile())
  beforeStart(desk)
  await desk.resume()
  return {
    desk,
    lanes,
    placed,
    expired,
    tell: (update: OrderUpdate) => tell(update),
    touchStop: () => desk.onTick(quoteOf(leg.contract, NOW + SECOND, 80_00)),
  }
}

describe('an exit', () => {
  it('goes out while everything else stands still', async () => {
    const engine = await open({ submitExits: async () => ({ exits: [exit], busy: [] }) })
    let goOn: () => void = () => undefined
    void engine.lanes.queue.add('an evaluation', () => new Promise((resolve) => (goOn = resolve)))
    engine.touchStop()
    await expect.poll(() => engine.placed).toMatchObject([{ clientOrderId: exit.clientOrderId, side: 'SELL' }])
    goOn()
    await engine.lanes.close()
  })

  it('of a leg that is being written is asked for again with the next beat, once', async () => {
    const asked: ExitRequest[] = []
    const engine = await open({
      submitExits: async (requests) => {
        asked.push(...requests)
        return asked.length === 1 ? { exits: [], busy: [leg.id] } : { exits: [exit], busy: [] }
      },
    })
    engine.touchStop()
    await engine.lanes.close()
    engine.touchStop()
    await engine.lanes.close()
    expect(engine.placed).toEqual([])
    engine.desk.onTime(NOW + 2 * SECOND, SESSION, SHIPPED_MARKET_RULES)
    await engine.lanes.close()
    expect(asked.map(({ legId, reason }) => [legId, reason])).toEqual([
      [leg.id, 'STOP'],
      [leg.id, 'STOP'],
    ])
    expect(engine.placed).toHaveLength(1)
  })

  it('of a leg that was closed while the books were asked is withdrawn, not sent', async () => {
    let answer: () => void = () => undefined
    const engine = await open({
      submitExits: () => new Promise((resolve) => (answer = () => resolve({ exits: [exit], busy: [] }))),
      book: async () => ({
        legUpdates: [
          {
            ...{ legId, orders: [], fills: [], alarms: [], change: 'closed' },
            leg: { ...sold, closing: { status: 'STOPLOSS_HIT', exitReason: 'STOP', exitTime: NOW } },
          },
        ],
        changes: [{ tradeId, userId, change: 'closed' }],
        failedExits: [],
        strangers: [],
        left: [],
      }),
    })
    engine.touchStop()
    engine.tell({ type: 'filled', clientOrderId: 'X0', at: NOW, fillId: 'late', quantity: 65, price: paise(88_00) })
    await engine.lanes.queue.add('after the booking', async () => undefined)
    answer()
    await engine.lanes.close()
    expect(engine.placed).toEqual([])
    expect(engine.expired).toEqual([exit.id])
  })

  it('that sold more than was left is withdrawn, and what the books still have of its leg is closed with the next beat', async () => {
    const asked: ExitRequest[] = []
    const fill = { fillId: 'much', quantity: 195, price: paise(88_00) }
    const alarm = { kind: 'POSITION_ALREADY_CLOSED', clientOrderId: exit.clientOrderId, detail: 'of a test', fill } as const
    const engine = await open({
      submitExits: async (requests) => {
        asked.push(...requests)
        return { exits: asked.length === 1 ? [exit] : [], busy: [] }
      },
      book: async () => ({
        legUpdates: [{ legId, orders: [], fills: [], alarms: [alarm], change: 'changed', leg }],
        ...{ changes: [], failedExits: [], strangers: [], left: [] },
      }),
    })
    engine.touchStop()
    await engine.lanes.close()
    engine.tell({ type: 'filled', clientOrderId: exit.clientOrderId, at: NOW, ...fill })
    await engine.lanes.close()
    expect([asked.length, engine.expired]).toEqual([1, [exit.id]])
    engine.desk.onTime(NOW + 2 * SECOND, SESSION, SHIPPED_MARKET_RULES)
    await engine.lanes.close()
    expect(asked).toMatchObject([{ reason: 'STOP' }, { reason: 'STOP', legId }])
  })

  it('that is being withdrawn is not sent again while the books still have it open', async () => {
    let isSubmitted = false
    let expire: () => void = () => undefined
    const fill = { fillId: 'much', quantity: 195, price: paise(88_00) }
    const alarm = { kind: 'POSITION_ALREADY_CLOSED', clientOrderId: exit.clientOrderId, detail: 'of a test', fill } as const
    const engine = await open({
      openOrders: async () => (isSubmitted ? [exit] : []),
      submitExits: async () => {
        isSubmitted = true
        return { exits: [exit], busy: [] }
      },
      book: async () => ({
        legUpdates: [{ legId, orders: [], fills: [], alarms: [alarm], change: 'changed', leg }],
        ...{ changes: [], failedExits: [], strangers: [], left: [] },
      }),
      expire: () => new Promise((resolve) => (expire = resolve)),
    })
    engine.touchStop()
    await expect.poll(() => engine.placed).toHaveLength(1)
    engine.tell({ type: 'filled', clientOrderId: exit.clientOrderId, at: NOW, ...fill })
    await engine.lanes.queue.add('after the booking', async () => undefined)
    await engine.desk.reconcile()
    expect(engine.desk.counts.open_orders).toBe(0)
    expire()
    await engine.lanes.close()
  })

  it('that a person requested is requested again for units that were bought before and reported after their leg was closed', async () => {
    const asked: ExitRequest[] = []
    let isBooked = false
    const engine = await open({
      heldLegs: async () => [],
      requestedExits: async () => (asked.length === 0 && isBooked ? [{ legId, reason: 'MANUAL' }] : []),
      submitExits: async (requests) => {
        asked.push(...requests)
        return { exits: [exit], busy: [] }
      },
      book: async () => {
        isBooked = true
        return {
          legUpdates: [{ legId, orders: [], fills: [], alarms: [], change: 'opened', leg: { ...sold, quantity: 130 } }],
          ...{ changes: [], failedExits: [], strangers: [], left: [] },
        }
      },
    })
    engine.tell({ type: 'filled', clientOrderId: 'E1', at: NOW, fillId: 'late', quantity: 65, price: paise(100_00) })
    await engine.lanes.close()
    expect(asked).toMatchObject([{ legId, reason: 'MANUAL' }])
  })

  it('that was left to its owner goes out when he requests it again, although its first commit fails', async () => {
    let isRequested = false
    let commits = 0
    const committed = () => (commits > 1 ? [exit] : [])
    const engine = await open({
      exitTries: async () => [{ legId, tries: { reason: 'STOP', failures: HANDED_OVER_AT, retryAt: NOW } }],
      requestedExits: async () => (isRequested && commits < 2 ? [{ legId, reason: 'MANUAL' }] : []),
      openOrders: async () => committed(),
      submitExits: async () => {
        if (++commits === 1) throw new Error('the transaction was rolled back')
        return { exits: committed(), busy: [] }
      },
    })
    engine.touchStop()
    isRequested = true
    await engine.desk.reconcile()
    await engine.lanes.close()
    expect(engine.placed).toMatchObject([{ clientOrderId: exit.clientOrderId }])
  })
})

describe('a leg whose trade was let go', () => {
  it('asks for no exit at its stop or at its end, and none that failed before is tried again; one that a person orders goes out', async () => {
    const asked: ExitRequest[] = []
    let isOrdered = false
    const engine = await open({
      letGoTrades: async () => [tradeId],
      exitTries: async () => [{ legId, tries: { reason: 'STOP', failures: 3, retryAt: NOW } }],
      requestedExits: async () => (isOrdered ? [{ legId, reason: 'MANUAL' }] : []),
      submitExits: async (requests) => {
        asked.push(...requests)
        return { exits: [{ ...exit, exitReason: 'MANUAL' }], busy: [] }
      },
    })
    engine.touchStop()
    engine.desk.onTime(NOW + MINUTE, SESSION, SHIPPED_MARKET_RULES)
    engine.desk.onTime(SESSION.close - MINUTE, SESSION, SHIPPED_MARKET_RULES)
    await engine.lanes.close()
    expect(asked).toEqual([])
    isOrdered = true
    engine.desk.obey()
    await engine.lanes.close()
    await engine.lanes.close()
    expect(asked).toMatchObject([{ legId, reason: 'MANUAL' }])
    expect(engine.placed).toHaveLength(1)
  })

  it('goes out at once when a person orders it, although an exit had failed before its trade was let go', async () => {
    const asked: ExitRequest[] = []
    const engine = await open({
      letGoTrades: async () => [tradeId],
      exitTries: async () => [{ legId, tries: { reason: 'STOP', failures: 5, retryAt: NOW + 10 * SECOND } }],
      submitExits: async (requests) => {
        asked.push(...requests)
        return { exits: [{ ...exit, exitReason: 'EMERGENCY' }], busy: [] }
      },
    })
    engine.desk.stopAll(true)
    await engine.lanes.close()
    expect(asked).toMatchObject([{ legId, reason: 'EMERGENCY' }])
  })
})

describe('what stands on live accounts', () => {
  const stood = { userId, kind: 'UNITS_UNKNOWN', subject: 'a', tradeId: null, option: 'NIFTY24500CE', units: 20 } as const

  it('is kept only once the books are read: a beat before that ends nothing', async () => {
    const kept: unknown[] = []
    const records = { incidents: async () => [stood], keepIncidents: async (standing: unknown) => void kept.push(standing) }
    const { desk, lanes } = await open(records, (early) => early.onTime(NOW + 2 * SECOND, SESSION, SHIPPED_MARKET_RULES))
    desk.onTime(NOW + 4 * SECOND, SESSION, SHIPPED_MARKET_RULES)
    await lanes.close()
    expect(kept).toEqual([[stood]])
  })

  it('is kept anew once users who were taken over are read, and not before', async () => {
    const kept: unknown[] = []
    let known = Promise.resolve<readonly (typeof stood)[]>([])
    let reads = 0
    const incidents = () => {
      reads++
      return known
    }
    const { desk, lanes } = await open({ incidents, keepIncidents: async (standing) => void kept.push(standing) })
    let now = NOW
    const beat = async () => {
      desk.onTime((now += 2 * SECOND), SESSION, SHIPPED_MARKET_RULES)
      await lanes.beside.add('after it', async () => undefined)
    }
    await beat()
    expect(kept).toEqual([[]])
    let read: (stored: readonly (typeof stood)[]) => void = () => undefined
    known = new Promise((resolve) => (read = resolve))
    desk.onUsersChanged()
    await expect.poll(() => reads).toBe(2)
    await beat()
    expect(kept).toHaveLength(1)
    read([stood])
    await lanes.queue.add('after it', async () => undefined)
    await beat()
    expect(kept).toEqual([[], [stood]])
    await lanes.close()
  })
})
