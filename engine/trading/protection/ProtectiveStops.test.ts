import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { BrokerOrder, MayLeave, OrderChange, OrderPricing, OrderUpdate } from '../../broker/port.ts'
import type { ExitAtBroker } from './ExitAtBroker.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { LostOrders } from '../orders/LostOrders.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import { openLegOf } from '../testing/legs.ts'
import { lookAt } from '../testing/lookAt.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { ProtectiveStops } from './ProtectiveStops.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
/** One lot bought at ₹100, its stop at ₹88. */
const leg = openLegOf({ mode: 'LIVE' })

function open(left: readonly ExitAtBroker[] = []) {
  const broker = new ScriptedBroker(leg.contract)
  const kept = new Map(left.map((exit) => [exit.clientOrderId, exit]))
  const [closing, booked, removed]: [Set<string>, OrderUpdate[], string[]] = [new Set(), [], []]
  let [now, legs]: [number, readonly OpenLeg[]] = [NOW, [leg]]
  /** Units of any leg that its account holds. */
  let held: number | null = Infinity
  const records = {
    keepExitAtBroker: async (exit: ExitAtBroker) => !!kept.set(exit.clientOrderId, exit),
    resizeExitAtBroker: async (id: string, quantity: number) => {
      const exit = kept.get(id)
      return exit !== undefined && !!kept.set(id, { ...exit, quantity })
    },
    takeStop: async () => true,
    endExitsAtBroker: async (ids: readonly string[]) => ids.forEach((id) => kept.delete(id)),
    bookedByHand: async () => 0,
    exitsAtBroker: async () => [...kept.values()],
  }
  const lane = {
    length: 0,
    add: async (_name: string, job: () => Promise<void>) => {
      await job()
      return 'done' as const
    },
  }
  const report = (update: OrderUpdate) => booked.push(update)
  let [onBooked, booking]: [() => void, Promise<void>] = [() => undefined, Promise.resolve()]
  const heldOf = (of: OpenLeg) => held && Math.min(held, openQuantityOf(of))
  const onRemoved = (legId: string) => void removed.push(legId)
  const unfilled: string[] = []
  const onUnfilled = (legId: string) => void unfilled.push(legId)
  const log = pino({ level: 'silent' })
  let [isBrokerClosing, mayRest] = [false, true]
  const account = { userId: leg.userId, mode: 'LIVE' } as const
  const lost: LostOrders = new LostOrders({
    ...{ lookNow: () => undefined, log },
    hear: (update) => void (stops.hear(update, false) && report(update)),
  })
  const stops: ProtectiveStops = new ProtectiveStops(
    {
      ...{ broker, records, lane, rules: () => SHIPPED_MARKET_RULES, heldOf },
      ...{ mayRest: () => mayRest, isBrokerClosing: () => isBrokerClosing },
      ...{ onRemoved, onUnfilled, lost, booked: () => booking, log },
    },
    NOW,
  )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ broker, kept, closing, booked, removed, unfilled, stops, lost, settled },
    /** The broker squares off, or no longer does. */
    setBrokerClosing: (to: boolean) => (isBrokerClosing = to),
    /** Stops may rest at the exchange, or may not. */
    setMayRest: (to: boolean) => (mayRest = to),
    /** Bookings take until `book` is called. */
    holdBookings: () => (booking = new Promise((resolve) => (onBooked = resolve))),
    book: () => onBooked(),
    hold: (...next: readonly OpenLeg[]) => (legs = next),
    /** The account holds so many units; null: that is not known. */
    have: (units: number | null) => (held = units),
    async pass(by: number) {
      now += by
      stops.onTime(now, legs, (legId) => closing.has(legId))
      for (const found of lost.onLook(await lookAt(broker, account, now, lost))) stops.onFound(found)
      await settled()
    },
    /** A broker report on the stop that was placed last, or on another one. True: it must be booked. */
    tell: (
      update: {
        readonly type: 'triggerPending' | 'accepted' | 'modified' | 'unchanged' | 'cancelled' | 'rejected' | 'expired'
        readonly terms?: OrderChange
        /** Null: the broker names none. */
        readonly reason?: null
      },
      tag = broker.placed.at(-1)!.clientOrderId,
    ) => stops.hear({ reason: 'of a test', ...update, clientOrderId: tag, at: now } as OrderUpdate, false),
    fill: (fillId: string, quantity: number, tag = broker.placed.at(-1)!.clientOrderId) =>
      stops.hear({ type: 'filled', clientOrderId: tag, at: now, fillId, quantity, price: paise(87_50) }, false),
  }
}

const at = (trigger: number, limit: number): OrderPricing => ({ kind: 'STOPLOSS_LIMIT', trigger: paise(trigger), limit: paise(limit) })

const resting = (clientOrderId: string): BrokerOrder => ({
  ...{ clientOrderId, brokerOrderId: 'b', exchangeOrderId: null, contract: leg.contract, side: 'SELL', product: 'INTRADAY', quantity: 65 },
  ...{
    filledQuantity: 0,
    pricing: { kind: 'STOPLOSS_LIMIT', trigger: paise(88_00), limit: paise(73_00) },
    state: 'TRIGGER_PENDING',
    reason: null,
  },
})

describe('a live leg', () => {
  it('has no stop for units that its account does not hold', async () => {
    const { broker, stops, have, pass, settled } = open()
    have(null)
    stops.cover(leg)
    await settled()
    expect(broker.placed).toEqual([])
    have(65)
    await pass(1 * SECOND)
    expect(broker.placed).toHaveLength(1)
    have(null)
    await pass(10 * SECOND)
    expect(broker.cancelled).toEqual([])
    have(0)
    await pass(1 * SECOND)
    await pass(1 * SECOND)
    expect(broker.cancelled).toEqual([broker.placed[0]?.clientOrderId])
  })

  it('whose stop may not rest at the exchange has none there, until it may; one that rests stays', async () => {
    const { broker, stops, pass, settled, setMayRest } = open()
    setMayRest(false)
    stops.cover(leg)
    await settled()
    await pass(5 * SECOND)
    expect([broker.placed, stops.protects(leg.id)]).toEqual([[], false])
    setMayRest(true)
    await pass(1 * SECOND)
    expect(broker.placed).toHaveLength(1)
    setMayRest(false)
    await pass(5 * SECOND)
    expect([broker.placed.length, broker.cancelled]).toEqual([1, []])
  })

  it('of which units are gone by the latest news has its stop made smaller at once, and taken back when none is left', async () => {
    const { broker, stops, settled } = open()
    stops.cover(openLegOf({ mode: 'LIVE', quantity: 130 }))
    await settled()
    stops.shrink(leg.id, 65)
    await settled()
    expect(broker.changes).toMatchObject([{ quantity: 65, pricing: { trigger: 88_00 } }])
    stops.shrink(leg.id, 65)
    await settled()
    expect([broker.changes.length, broker.cancelled]).toEqual([1, []])
    stops.shrink(leg.id, 0)
    expect(broker.cancelled).toEqual([broker.placed[0]?.clientOrderId])
  })

  it('is protected at the broker by an order at its stop, which is committed before it is sent', async () => {
    const { broker, kept, stops, settled } = open()
    stops.cover(leg)
    expect([broker.placed.length, kept.size]).toEqual([0, 1])
    await settled()
    const [tag] = kept.keys()
    expect(broker.placed).toMatchObject([
      {
        ...{ clientOrderId: tag, side: 'SELL', purpose: 'EXIT', quantity: 65 },
        pricing: { kind: 'STOPLOSS_LIMIT', trigger: 88_00, limit: 73_00 },
      },
    ])
    expect(tag).toMatch(/^S[0-9a-z]{14}$/)
  })

  it('that was sold is protected by a purchase above it', async () => {
    const { broker, stops, settled } = open()
    stops.cover(openLegOf({ mode: 'LIVE', side: 'SELL', stop: paise(112_00) }))
    await settled()
    expect(broker.placed).toMatchObject([{ side: 'BUY', pricing: { trigger: 112_00, limit: 125_40 } }])
  })

  it('on paper, or without a stop, has no order at the broker', async () => {
    const { broker, stops, settled } = open()
    stops.cover(openLegOf())
    stops.cover(openLegOf({ mode: 'LIVE', stop: null }))
    await settled()
    expect(broker.placed).toEqual([])
  })

  it('above the freeze quantity is protected by several orders', async () => {
    const { broker, stops, settled } = open()
    stops.cover(openLegOf({ mode: 'LIVE', quantity: 65 * 30 }))
    await settled()
    expect(broker.placed.map(({ quantity }) => quantity)).toEqual([65 * 27, 65 * 3])
  })

  it('has its order moved with its stop, by steps and not with every tick', async () => {
    const { broker, hold, pass } = open()
    await pass(SECOND)
    hold({ ...leg, stop: paise(88_50) })
    await pass(5 * SECOND)
    hold({ ...leg, stop: paise(90_00) })
    await pass(5 * SECOND)
    await pass(5 * SECOND)
    expect(broker.changes).toMatchObject([{ pricing: { trigger: 90_00 }, quantity: 65 }])
  })

  it('partly closed has less at the broker', async () => {
    const { broker, hold, pass } = open()
    hold(openLegOf({ mode: 'LIVE', quantity: 130 }))
    await pass(SECOND)
    hold(openLegOf({ mode: 'LIVE', quantity: 130, exitQuantity: 65 }))
    await pass(5 * SECOND)
    expect(broker.changes).toMatchObject([{ quantity: 65 }])
  })

  it('whose order keeps its trigger, because the exchange refuses to move it, is protected where it shall be by another change', async () => {
    const { broker, hold, pass, tell } = open()
    await pass(SECOND)
    hold({ ...leg, stop: paise(90_00) })
    await pass(2 * SECOND)
    await pass(2 * SECOND)
    expect(broker.changes).toHaveLength(1)
    tell({ type: 'unchanged', terms: { pricing: at(88_00, 73_00), quantity: 65 } })
    await pass(2 * SECOND)
    tell({ type: 'modified', terms: { pricing: at(90_00, 75_00), quantity: 65 } })
    await pass(2 * SECOND)
    expect(broker.changes.map(({ pricing }) => pricing)).toEqual([at(90_00, 75_00), at(90_00, 75_00)])
  })

  it('whose order was moved by its owner has it moved back', async () => {
    const { broker, pass, tell } = open()
    await pass(SECOND)
    tell({ type: 'modified', terms: { pricing: at(60_00, 58_00), quantity: 65 } })
    await pass(2 * SECOND)
    expect(broker.changes).toMatchObject([{ pricing: at(88_00, 73_00), quantity: 65 }])
  })

  const large = openLegOf({ mode: 'LIVE', quantity: 130 })

  it.each(['refused by the exchange', 'refused by the broker'])(
    'partly closed, whose order does not become smaller (%s), has it called back and gets one for what is left',
    async (how) => {
      const { broker, kept, hold, pass, tell } = open()
      hold(large)
      await pass(SECOND)
      const tag = broker.placed[0]!.clientOrderId
      hold({ ...large, exitQuantity: 65 })
      if (how === 'refused by the broker') broker.answer = { kind: 'refused', code: null, message: 'cannot be modified' }
      await pass(2 * SECOND)
      broker.answer = { kind: 'accepted' }
      if (how === 'refused by the exchange') tell({ type: 'unchanged', terms: { pricing: at(88_00, 73_00), quantity: 130 } })
      expect(broker.cancelled).toEqual([tag])
      await pass(SECOND)
      expect(broker.placed).toHaveLength(1)
      tell({ type: 'cancelled' })
      await pass(SECOND)
      expect(broker.placed.map(({ quantity }) => quantity)).toEqual([130, 65])
      expect([...kept.values()].map(({ quantity }) => quantity)).toEqual([65])
    },
  )

  it('whose order becomes larger has that in the books before it is asked for, and what it is then when that is known', async () => {
    const { broker, kept, hold, pass, tell } = open()
    await pass(SECOND)
    const units = () => [...kept.values()].map(({ quantity }) => quantity)
    const modify = broker.modify.bind(broker)
    const seen: number[][] = []
    broker.modify = (account, id, change) => {
      seen.push(units())
      return modify(account, id, change)
    }
    hold(large)
    await pass(2 * SECOND)
    expect(seen).toEqual([[130]])
    tell({ type: 'unchanged', terms: { pricing: at(88_00, 73_00), quantity: 65 } })
    await pass(0)
    expect(units()).toEqual([65])
    await pass(2 * SECOND)
    tell({ type: 'modified', terms: { pricing: at(88_00, 73_00), quantity: 130 } })
    hold({ ...large, exitQuantity: 65 })
    await pass(2 * SECOND)
    expect(units()).toEqual([130])
    tell({ type: 'modified', terms: { pricing: at(88_00, 73_00), quantity: 65 } })
    await pass(0)
    expect([units(), broker.changes.map(({ quantity }) => quantity)]).toEqual([[65], [130, 130, 65]])
  })

  it('whose order vanishes gets another, and none while an exit of it is under way', async () => {
    const { broker, closing, kept, pass, tell } = open()
    await pass(SECOND)
    expect(tell({ type: 'cancelled' })).toBe(false)
    closing.add(leg.id)
    await pass(SECOND)
    expect([broker.placed.length, kept.size]).toEqual([1, 0])
    closing.clear()
    await pass(SECOND)
    expect(new Set(broker.placed.map(({ clientOrderId }) => clientOrderId)).size).toBe(2)
  })

  it.each(['cancelled', 'expired'] as const)(
    'whose order is %s while its broker squares off gets no other beside the broker’s own sale, but one on the next day',
    async (type) => {
      const { broker, pass, setBrokerClosing, tell } = open()
      await pass(SECOND)
      setBrokerClosing(true)
      tell({ type })
      await pass(SECOND)
      await pass(MINUTE)
      expect(broker.placed).toHaveLength(1)
      setBrokerClosing(false)
      await pass(SECOND)
      expect(broker.placed).toHaveLength(2)
    },
  )

  it('that was opened, or refused, while its broker squares off gets its order', async () => {
    const { broker, pass, setBrokerClosing } = open()
    setBrokerClosing(true)
    broker.placement = { kind: 'refused', code: null, message: 'of a test' }
    await pass(SECOND)
    broker.placement = { kind: 'accepted', brokerOrderId: 'of a test' }
    await pass(10 * SECOND)
    expect(broker.placed).toHaveLength(2)
  })

  it('whose order is refused is tried again after a while that grows', async () => {
    const { broker, pass } = open()
    broker.placement = { kind: 'refused', code: null, message: 'of a test' }
    await pass(0)
    await pass(4 * SECOND)
    expect(broker.placed).toHaveLength(1)
    await pass(SECOND)
    expect(broker.placed).toHaveLength(2)
    await pass(9 * SECOND)
    expect(broker.placed).toHaveLength(2)
    await pass(SECOND)
    expect(broker.placed).toHaveLength(3)
  })

  it('that is closed leaves nothing at the broker: its order is cancelled until that is so', async () => {
    const { broker, kept, hold, pass, tell } = open()
    await pass(SECOND)
    hold()
    await pass(2 * SECOND)
    await pass(2 * SECOND)
    expect(broker.cancelled).toHaveLength(2)
    tell({ type: 'cancelled' })
    await pass(2 * SECOND)
    expect([broker.cancelled.length, kept.size]).toEqual([2, 0])
  })
})

describe('a protective stop', () => {
  it('that is closed has its order cancelled ever less often while the broker lets it rest', async () => {
    const { broker, stops, hold, pass } = open()
    stops.cover(leg)
    await pass(SECOND)
    hold()
    const seconds = Array.from({ length: 180 }, (_, i) => i + 1)
    const after: number[] = []
    for (const second of seconds) {
      const before = broker.cancelled.length
      await pass(SECOND)
      if (broker.cancelled.length > before) after.push(second)
    }
    expect(after.map((second, i) => second - (after[i - 1] ?? 0))).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30])
  })

  it('is booked from its first fill on, and its end too', async () => {
    const { stops, settled, tell, fill } = open()
    stops.cover(openLegOf({ mode: 'LIVE', quantity: 130 }))
    await settled()
    expect([
      tell({ type: 'triggerPending' }),
      tell({ type: 'accepted' }),
      fill('f1', 65),
      fill('f1', 65),
      tell({ type: 'cancelled' }),
    ]).toEqual([false, false, true, true, true])
  })

  it('that triggered and does not fill is to be an exit that follows the market; filled in part it makes way for one', async () => {
    const { broker, pass, tell, fill, unfilled } = open()
    await pass(SECOND)
    tell({ type: 'accepted' })
    await pass(SECOND)
    expect(unfilled).toEqual([])
    await pass(SECOND)
    expect([unfilled, broker.cancelled]).toEqual([[leg.id], []])
    fill('f1', 30)
    await pass(SECOND)
    expect(broker.cancelled).toEqual([broker.placed[0]?.clientOrderId])
  })

  it('is given to one exit of its leg, with no more units than it has or may have after a change under way', async () => {
    const { broker, stops, hold, pass, tell } = open()
    hold(openLegOf({ mode: 'LIVE', quantity: 130 }))
    await pass(SECOND)
    const tag = broker.placed[0]!.clientOrderId
    hold(openLegOf({ mode: 'LIVE', quantity: 130, exitQuantity: 65 }))
    await pass(3 * SECOND)
    expect(broker.changes).toMatchObject([{ quantity: 65 }])
    const exit = { legId: leg.id, quantity: 130 }
    const taken = await stops.take(exit)
    expect([taken, await stops.take(exit)]).toEqual([{ clientOrderId: tag, quantity: 65, changes: 1 }, null])
    // Until it is known whether the books have it as the exit, it hears nothing and is not changed.
    expect(tell({ type: 'cancelled', reason: null })).toBe(false)
    await pass(5 * SECOND)
    expect([broker.cancelled, broker.changes.length]).toEqual([[], 1])
    expect(stops.release(taken!, true)).toMatchObject([{ type: 'cancelled', clientOrderId: tag }])
    expect([stops.protects(leg.id), stops.ofUser(leg.userId)]).toEqual([false, []])
    // An order of its leg now: all that the broker reports of it is booked.
    expect([stops.hear({ type: 'accepted', clientOrderId: tag, at: NOW }, true), stops.release(taken!, true)]).toEqual([true, []])
  })

  it('that was given to an exit and is none is a stop as before', async () => {
    const { stops, pass, tell, removed } = open()
    await pass(SECOND)
    const taken = await stops.take({ legId: leg.id, quantity: 65 })
    tell({ type: 'cancelled', reason: null })
    const [unheard] = stops.release(taken!, false)
    expect(stops.hear(unheard!, false)).toBe(false)
    expect([removed, stops.protects(leg.id)]).toEqual([[leg.id], false])
  })

  it('is given to no exit once it has sold a part, or must go; one that is being sent is waited for', async () => {
    const { broker, stops, pass, fill, settled } = open()
    let answer: () => void = () => undefined
    broker.place = (order) => {
      broker.placed.push(order)
      return new Promise((resolve) => (answer = () => resolve({ kind: 'accepted', brokerOrderId: 'b' })))
    }
    await pass(SECOND)
    const taken = stops.take({ legId: leg.id, quantity: 65 })
    await settled()
    answer()
    expect(await taken).toMatchObject({ quantity: 65 })
    stops.release((await taken)!, false)
    fill('f1', 30)
    await settled()
    expect(await stops.take({ legId: leg.id, quantity: 65 })).toBeNull()
  })

  it('makes way for another before the broker changes it no more, so that the exit that it may become can be changed', async () => {
    const { broker, hold, pass } = open()
    broker.allowed = { stopIntoLimit: true, most: 7 }
    await pass(SECOND)
    for (const stop of [90_00, 92_00, 94_00]) {
      hold({ ...leg, stop: paise(stop) })
      await pass(3 * SECOND)
    }
    expect([broker.changes.length, broker.cancelled]).toEqual([2, []])
    await pass(3 * SECOND)
    expect(broker.cancelled).toEqual([broker.placed[0]?.clientOrderId])
  })

  it('is called back before its leg is closed: whoever closes it waits until it has ended', async () => {
    const { broker, stops, pass, tell } = open()
    await pass(SECOND)
    let isFree = false
    const withdrawn = stops.withdraw({ legId: leg.id }).then(() => (isFree = true))
    await pass(0)
    expect([broker.cancelled.length, isFree]).toEqual([1, false])
    tell({ type: 'cancelled' })
    await withdrawn
    expect(stops.ofUser(leg.userId)).toEqual([])
  })

  it('that sold while it was called back lets no exit go before its sale is booked', async () => {
    const { stops, pass, fill, holdBookings, book, settled } = open()
    await pass(SECOND)
    void holdBookings()
    let isFree = false
    const withdrawn = stops.withdraw({ legId: leg.id }).then(() => (isFree = true))
    fill('f1', 65)
    await settled()
    expect(isFree).toBe(false)
    book()
    await withdrawn
  })

  it('that was filled is placed no second time, nor forgotten, before that is in the books', async () => {
    const { broker, kept, hold, pass, fill, holdBookings, book, settled } = open()
    await pass(SECOND)
    void holdBookings()
    fill('f1', 65)
    await pass(10 * SECOND)
    expect([broker.placed.length, kept.size]).toEqual([1, 1])
    hold()
    book()
    await settled()
    expect([broker.placed.length, kept.size]).toEqual([1, 0])
  })

  it('that was filled in part keeps its size until that is in the books', async () => {
    const { broker, hold, pass, fill, holdBookings, book, settled } = open()
    hold({ ...leg, quantity: 130 })
    await pass(SECOND)
    void holdBookings()
    fill('f1', 65)
    await pass(10 * SECOND)
    hold({ ...leg, quantity: 130, exitQuantity: 65 })
    book()
    await settled()
    await pass(10 * SECOND)
    expect([broker.placed.length, broker.changes]).toEqual([1, []])
  })

  it('of which no answer came counts once the market has reached its trigger, and is what the books say when they have it', async () => {
    const { broker, stops, pass } = open()
    broker.placement = { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' }
    broker.book = []
    await pass(0)
    const tag = broker.placed[0]!.clientOrderId
    stops.onPrice(leg.contract, paise(88_05))
    expect(stops.ofUser(leg.userId)).toEqual([])
    stops.onPrice(leg.contract, paise(88_00))
    expect(stops.ofUser(leg.userId)).toMatchObject([{ clientOrderId: tag, side: 'SELL', quantity: 65, booked: 0 }])
    broker.book = [resting(tag)]
    await pass(2 * SECOND)
    expect(stops.ofUser('another')).toEqual([])
    expect(broker.placed).toHaveLength(1)
  })

  it('of which no answer came is replaced within five seconds, and cancelled when it shows up', async () => {
    const { broker, stops, pass } = open()
    broker.placement = { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' }
    await pass(0)
    const tag = broker.placed[0]!.clientOrderId
    broker.placement = { kind: 'accepted', brokerOrderId: 'b' }
    for (let second = 0; second < 5; second++) await pass(SECOND)
    expect([broker.placed.length, broker.cancelled]).toEqual([2, []])
    expect(stops.ofUser(leg.userId)).toMatchObject([{ clientOrderId: broker.placed[1]?.clientOrderId }])
    broker.book = [resting(tag)]
    await pass(2 * SECOND)
    expect([broker.placed.length, broker.cancelled]).toEqual([2, [tag]])
  })

  it('of which no answer came is not replaced while it may have traded', async () => {
    const { broker, stops, pass } = open()
    broker.placement = { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' }
    await pass(0)
    stops.onPrice(leg.contract, paise(87_00))
    for (let second = 0; second < 10; second++) await pass(SECOND)
    expect(broker.placed).toHaveLength(1)
  })

  it('that was made smaller as it triggered has ended with those units', async () => {
    const { kept, hold, pass, tell, fill, settled } = open()
    hold(openLegOf({ mode: 'LIVE', quantity: 130 }))
    await pass(SECOND)
    fill('f1', 65)
    await settled()
    expect(kept.size).toBe(1)
    tell({ type: 'modified', terms: { pricing: at(88_00, 73_00), quantity: 65 } })
    hold()
    await settled()
    expect(kept.size).toBe(0)
  })

  it('of an earlier engine is what the book says: it is not changed before it must be, and is done when it has filled that', async () => {
    const left: ExitAtBroker = {
      ...{ clientOrderId: 'S1', userId: leg.userId, legId: leg.id, contract: leg.contract, side: 'SELL', slice: 1_000, reason: 'STOP' },
      quantity: 130,
    }
    const { broker, kept, stops, hold, pass, fill } = open([left])
    broker.book = [resting('S1')]
    await stops.resume([leg])
    await pass(2 * SECOND)
    expect([...kept.values()].map(({ quantity }) => quantity)).toEqual([65])
    for (let i = 0; i < 5; i++) await pass(2 * SECOND)
    expect([broker.changes, broker.placed]).toEqual([[], []])
    fill('f1', 65, 'S1')
    hold()
    await pass(2 * SECOND)
    expect([kept.size, broker.cancelled]).toEqual([0, []])
  })

  it('of an earlier engine is found in the book and kept, and one that never came there is placed anew two minutes later', async () => {
    const exit = (clientOrderId: string, legId: string): ExitAtBroker => ({
      ...{ clientOrderId, userId: leg.userId, legId, contract: leg.contract, side: 'SELL', slice: 1_000, quantity: 65, reason: 'STOP' },
    })
    const { broker, kept, stops, hold, pass } = open([exit('S1', leg.id), exit('S2', 'l2')])
    hold(leg, openLegOf({ id: 'l2', mode: 'LIVE' }))
    broker.book = [resting('S1')]
    await stops.resume([leg])
    for (let seconds = 0; seconds < 150; seconds += 5) await pass(5 * SECOND)
    expect(broker.placed).toHaveLength(1)
    expect(kept.has('S1') && !kept.has('S2')).toBe(true)
  })
})

describe('a stop of an account that was left for another one', () => {
  it.each([
    ['rests', { kind: 'accepted', brokerOrderId: 'b' } as const],
    ['has no answer', { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' } as const],
  ])('and %s is forgotten with its leg: nothing is sent for it', async (_what, placement) => {
    const { broker, kept, stops, lost, hold, pass } = open()
    broker.placement = placement
    await pass(SECOND)
    kept.clear()
    hold()
    await stops.resume([])
    await pass(MINUTE)
    expect([stops.protects(leg.id), stops.ofUser(leg.userId), lost.size]).toEqual([false, [], 0])
    expect([broker.placed.length, broker.cancelled]).toEqual([1, []])
  })

  it('does not leave any more while it waits for its turn', async () => {
    const { broker, kept, stops, hold, pass } = open()
    let [leaves, answer]: [MayLeave, () => void] = [() => true, () => undefined]
    broker.place = (_order, mayLeave = leaves) => {
      leaves = mayLeave
      return new Promise((resolve) => (answer = () => resolve({ kind: 'accepted', brokerOrderId: 'b' })))
    }
    await pass(SECOND)
    expect(leaves()).toBe(true)
    kept.clear()
    hold()
    await stops.resume([])
    expect(leaves()).toBe(false)
    answer()
    await pass(MINUTE)
    expect([stops.protects(leg.id), broker.cancelled]).toEqual([false, []])
  })
})

describe('a stop whose answer was lost', () => {
  it('counts as unresolved for its user until the broker’s book has it', async () => {
    const { broker, stops, lost, settled, pass } = open()
    broker.placement = { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' }
    stops.cover(leg)
    expect(lost.size).toBe(0)
    await settled()
    expect([lost.countsAt(NOW - 1).size, lost.countsAt(NOW)]).toEqual([0, new Map([[leg.userId, 1]])])
    broker.book = [resting(broker.placed[0]!.clientOrderId)]
    await pass(2 * SECOND)
    expect([lost.size, stops.protects(leg.id)]).toEqual([0, true])
  })
})

describe('a stop that ends', () => {
  const byNobody = { type: 'cancelled', reason: null } as const

  it('cancelled without a reason that the broker names was removed by its owner; it is told once, also while a change is under way', async () => {
    const { broker, removed, hold, tell, pass } = open()
    await pass(SECOND)
    hold({ ...leg, stop: paise(95_00) })
    await pass(5 * SECOND)
    expect(broker.changes).toHaveLength(1)
    tell(byNobody)
    tell(byNobody)
    expect(removed).toEqual([leg.id])
  })

  it.each(['cancelled', 'rejected', 'expired'] as const)('%s by the broker or the exchange was not', async (type) => {
    const { removed, tell, pass } = open()
    await pass(SECOND)
    tell({ type })
    expect(removed).toEqual([])
    await pass(10 * SECOND)
    if (type === 'rejected') tell({ type, reason: null })
    expect(removed).toEqual([])
  })

  it('because we called it back was not, even where its owner is faster', async () => {
    const { stops, removed, tell, pass } = open()
    await pass(SECOND)
    const withdrawn = stops.withdraw({ legId: leg.id })
    tell(byNobody)
    await withdrawn
    expect(removed).toEqual([])
  })

  it('after it has begun to close its leg was not: that is an exit under way', async () => {
    const { removed, tell, fill, pass } = open()
    await pass(SECOND)
    fill('f1', 20)
    tell(byNobody)
    expect(removed).toEqual([])
  })

  it('before it is found again after a restart was not: an earlier engine may have called it back', async () => {
    const exit: ExitAtBroker = {
      ...{ clientOrderId: 'S1', userId: leg.userId, legId: leg.id, contract: leg.contract, side: 'SELL', slice: 1_000, quantity: 65 },
      reason: 'STOP',
    }
    const { broker, stops, removed, tell, pass } = open([exit])
    await stops.resume([leg])
    tell(byNobody, 'S1')
    expect(removed).toEqual([])
    await pass(3 * SECOND)
    tell(byNobody, broker.placed.at(-1)?.clientOrderId)
    expect(removed).toEqual([leg.id])
  })
})
