import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../../schema/market/MarketRules.ts'
import { paise } from '../../../../schema/money.ts'
import { applyUpdates } from '../../../trading/positions/applyUpdates.ts'
import { bookableOf, entryOrder } from '../../../trading/testing/bookables.ts'
import type { OrderByHand, OrderUpdate } from '../../port.ts'
import { orderRequestOf } from '../../testing/orderRequestOf.ts'
import type { OrderRow, TradeRow } from './bookRows.ts'
import type { FillIncident } from './FillWatch.ts'
import { OrderRegister } from './OrderRegister.ts'
import { orderRowOf, tradeRowOf } from './testing/rows.ts'

const LOT = 65

function open() {
  const updates: OrderUpdate[] = []
  const incidents: FillIncident[] = []
  const byHand: OrderByHand[] = []
  const register = new OrderRegister({
    report: (update) => updates.push(update),
    onIncident: (incident) => incidents.push(incident),
    onByHand: (order) => byHand.push(order),
  })
  let now = 0
  return {
    ...{ register, updates, incidents, byHand },
    types: () => updates.map(({ type }) => type),
    fills: () => updates.flatMap((update) => (update.type === 'filled' ? [[update.fillId, update.quantity, update.price]] : [])),
    /** Sends E1; the broker has it as B1. */
    send() {
      const order = register.sent(orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT }))
      register.learn(order, 'B1')
      return order
    },
    book: (changes: Partial<OrderRow> = {}, readAt = performance.now()) => register.onBook([orderRowOf(changes)], 1_000, readAt),
    frame: (changes: Partial<OrderRow> = {}) => register.onFrame(orderRowOf({ exchangeOrderId: null, ...changes }), 1_000),
    trades(fillIds: readonly string[], after = 0, prices: readonly number[] = []) {
      now += after
      register.onTrades(
        fillIds.map((fillId, i) => tradeRowOf(fillId, { price: paise(prices[i] ?? 99_00) })),
        1_000,
        now,
      )
    },
  }
}

describe('an order that was answered', () => {
  it('is accepted by the book or a frame, once, and carries the ids', () => {
    const { send, book, frame, updates, types } = open()
    send()
    frame({ state: 'PENDING' })
    expect(updates).toEqual([])
    frame()
    book()
    frame({ state: 'TRIGGER_PENDING' })
    expect(types()).toEqual(['accepted'])
    expect(updates[0]?.known).toEqual({ brokerOrderId: 'B1', exchangeOrderId: null, limit: 1_000_00 })
  })

  it('tells each fill of the trade book once, with the broker’s ids, and is accepted before them', () => {
    const { send, trades, updates, types } = open()
    send()
    trades(['B1-1'])
    trades(['B1-1', 'B1-2'])
    expect(types()).toEqual(['accepted', 'filled', 'filled'])
    expect(updates.flatMap((update) => (update.type === 'filled' ? update.fillId : []))).toEqual(['B1-1', 'B1-2'])
  })

  it('ends after its fills, also when the trade book is late, but not for ever', () => {
    const { send, frame, trades, types } = open()
    send()
    frame({ state: 'CANCELLED', filled: LOT })
    trades([])
    expect(types()).toEqual(['accepted'])
    trades(['B1-1'])
    expect(types()).toEqual(['accepted', 'filled', 'cancelled'])

    const late = open()
    late.send()
    late.frame({ state: 'CANCELLED', filled: LOT })
    for (let read = 0; read < 3; read++) late.trades([])
    expect(late.types()).toEqual(['accepted', 'cancelled'])
    late.trades(['B1-1'])
    expect(late.types()).toEqual(['accepted', 'cancelled', 'filled'])
  })

  it('is rejected with the broker’s words, without having been accepted', () => {
    const { send, book, updates } = open()
    send()
    book({ state: 'REJECTED', text: 'RMS: margin' })
    expect(updates).toMatchObject([{ type: 'rejected', reason: 'RMS: margin' }])
  })

  it('tells what became of a change, by the book alone', () => {
    const { send, book, frame, types } = open()
    send()
    book()
    frame({ news: 'modifyPending' })
    book({ news: 'modifyPending' })
    book({ news: 'modifyPending' })
    book()
    book({ news: 'cancelPending' })
    book()
    expect(types()).toEqual(['accepted', 'modifyPending', 'modified', 'cancelPending', 'unchanged'])
  })

  describe('tells of a change that was asked for', () => {
    const at = (limit: number) => ({ kind: 'LIMIT', limit: paise(limit) }) as const
    /** An order in the book, for which a change to 2 lots at 101 rupees was taken at 10,000. */
    function asked() {
      const opened = open()
      const order = opened.send()
      opened.book({}, 9_000)
      order.asked = { change: { pricing: at(101_00), quantity: 2 * LOT }, since: 10_000 }
      return {
        ...opened,
        order,
        changes: () => opened.updates.slice(1).map((update) => ('terms' in update ? [update.type, update.terms] : update.type)),
      }
    }

    it('that it is in force once a book that was read after the answer has it, whatever its texts say', () => {
      const { book, changes } = asked()
      const changed = { pricing: at(101_00), quantity: 2 * LOT }
      book({}, 9_999)
      expect(changes()).toEqual([])
      book(changed, 10_000)
      book({ ...changed, news: 'modified' }, 11_000)
      expect(changes()).toEqual([['modified', changed]])
    })

    it('that it is not, each time that it was refused, with what the order is instead', () => {
      const { book, changes, order } = asked()
      const asBefore = { pricing: at(100_00), quantity: 3 * LOT }
      book({ news: 'modifyPending' }, 10_000)
      book({ news: 'unchanged' }, 11_000)
      order.asked = { change: { pricing: at(101_00), quantity: 2 * LOT }, since: 12_000 }
      // The pending change was in no book this time.
      book({ news: 'unchanged' }, 11_999)
      book({ news: 'unchanged' }, 12_000)
      book({ news: 'unchanged' }, 13_000)
      expect(changes()).toEqual(['modifyPending', ['unchanged', asBefore], ['unchanged', asBefore]])
    })
  })

  it('that somebody else has changed is told as what it is now', () => {
    const { send, book, updates } = open()
    send()
    book()
    book({ quantity: LOT })
    book({ quantity: LOT })
    expect(updates.slice(1)).toMatchObject([{ type: 'modified', terms: { quantity: LOT, pricing: { limit: 100_00 } } }])
  })

  it('is over when the order book that had it lacks it for half a minute, in three reads at least', () => {
    const { send, book, register, types, updates } = open()
    send()
    book({}, 0)
    for (const readAt of [1_000, 15_000, 30_999]) register.onBook([], 1_000, readAt)
    expect(types()).toEqual(['accepted'])
    book({}, 31_000)
    for (const readAt of [32_000, 62_000]) register.onBook([], 1_000, readAt)
    expect(types()).toEqual(['accepted'])
    register.onBook([], 1_000, 62_001)
    expect(updates.slice(1)).toMatchObject([{ type: 'cancelled', reason: 'it is no longer in the broker’s order book' }])
  })
})

describe('an order', () => {
  it('whose answer was lost is told as placed when it shows up, and goes on from there', () => {
    const { register, book, types } = open()
    register.sent(orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT })).isLost = true
    book({ state: 'PENDING' })
    book()
    expect(types()).toEqual(['placed', 'accepted'])
  })

  it('of an earlier process is known by the book, and all of it is told: nobody may have heard it', () => {
    const { register, book, trades, types } = open()
    book({ filled: LOT })
    trades(['B1-1'])
    expect(types()).toEqual(['accepted', 'filled'])
    expect(register.find('E1')).toMatchObject({ brokerOrderId: 'B1', state: 'OPEN' })
    book({ state: 'CANCELLED', filled: LOT })
    expect(types()).toEqual(['accepted', 'filled', 'cancelled'])
  })

  it('given by hand, or with another’s tag, is nobody’s', () => {
    const { send, book, register, types } = open()
    send()
    book({ brokerOrderId: 'B7', tag: '', filled: LOT })
    book({ brokerOrderId: 'B8', state: 'REJECTED' })
    register.onTrades([tradeRowOf('B7-1', { brokerOrderId: 'B7' })], 1_000, 0)
    expect(types()).toEqual([])
    expect([register.tagOf('B7'), register.contractOf('B7')?.token]).toEqual(['', '1'])
  })
})

describe('a fill by a frame', () => {
  const told = (units: number, rupees: number) => ({ filled: units, averagePrice: paise(Math.round(rupees * 100)) })

  it('is told at once where its price is certain, and not again by the trade book', () => {
    const { send, frame, trades, fills, types, updates, incidents } = open()
    send()
    frame(told(LOT, 99))
    frame(told(LOT, 99))
    expect(types()).toEqual(['accepted', 'filled'])
    frame({ ...told(2 * LOT, 99.05), state: 'CANCELLED' })
    frame(told(LOT, 99))
    expect(types()).toEqual(['accepted', 'filled', 'filled', 'cancelled'])
    expect(updates[2]).toMatchObject({ filledInAll: 2 * LOT })
    trades(['B1-1'])
    trades(['B1-1', 'B1-2'], 0, [99_00, 99_10])
    expect(fills()).toEqual([
      ['B1@65', LOT, 99_00],
      ['B1@130', LOT, 99_10],
    ])
    expect(incidents).toEqual([])
  })

  it('whose price the average leaves open waits for the trade book', () => {
    const { send, frame, trades, fills } = open()
    send()
    // One fill for each of two prices.
    frame(told(2 * LOT, 99.03))
    expect(fills()).toEqual([])
    trades(['B1-1', 'B1-2'], 0, [99_00, 99_05])
    frame(told(3 * LOT, 99.03))
    trades(['B1-1', 'B1-2', 'B1-3'], 0, [99_00, 99_05, 99_05])
    expect(fills()).toEqual([
      ['B1-1', LOT, 99_00],
      ['B1-2', LOT, 99_05],
      ['B1@195', LOT, 99_05],
    ])
  })

  it('that the trade book has at another price, or never, is an incident', () => {
    const other = open()
    other.send()
    other.frame(told(LOT, 99))
    other.trades(['B1-1'], 0, [99_05])
    expect(other.fills()).toEqual([['B1@65', LOT, 99_00]])
    expect(other.incidents).toMatchObject([{ kind: 'OTHER_PRICE', fill: { fillId: 'B1@65' } }])

    const never = open()
    never.send()
    never.frame(told(LOT, 99))
    for (const after of [1_000, 9_000]) never.trades([], after)
    never.book()
    expect(never.incidents).toEqual([])
    never.trades([], 1_000)
    expect(never.incidents).toMatchObject([{ kind: 'ANNULLED', fill: { fillId: 'B1@65' } }])
  })

  it('of an order of an earlier process is left to the trade book: what that one told is not known', () => {
    const { book, frame, trades, fills } = open()
    book({ filled: LOT })
    frame(told(2 * LOT, 99))
    trades(['B1-1', 'B1-2'])
    expect(fills().map(([id]) => id)).toEqual(['B1-1', 'B1-2'])
  })
})

describe('a fill that leaves the trade book', () => {
  it('is annulled when it stays away for ten seconds and its order has fewer units', () => {
    const { send, book, trades, incidents } = open()
    send()
    book({ filled: 2 * LOT })
    trades(['B1-1', 'B1-2'])
    book({ filled: LOT })
    for (const after of [1_000, 9_000]) trades(['B1-1'], after)
    expect(incidents).toEqual([])
    trades(['B1-1'], 1_000)
    trades(['B1-1'], 1_000)
    expect(incidents.map(({ fill }) => fill.fillId)).toEqual(['B1-2'])
  })

  it('is not annulled by a book that lags, nor by one whose orders still have it', () => {
    const { send, book, trades, incidents } = open()
    send()
    book({ filled: LOT })
    trades(['B1-1'])
    trades([], 5_000)
    trades(['B1-1'], 20_000)
    trades([], 1_000)
    for (let read = 0; read < 5; read++) trades([], 20_000)
    expect(incidents).toEqual([])
  })
})

/** A life of an order of three lots: the events delivered to one process and to the one after it. */
const life = fc.record({
  /** Of each fill, in price steps over 99 rupees. */
  prices: fc.array(fc.nat({ max: 3 }), { maxLength: 3 }),
  end: fc.constantFrom('CANCELLED' as const, null),
  isLost: fc.boolean(),
  /** At each step what is delivered: a book, the trade book, an old or repeated frame. */
  deliveries: fc.array(fc.record({ what: fc.constantFrom('book', 'trades', 'frame'), step: fc.nat({ max: 9 }) }), { maxLength: 30 }),
  /** How many of them the second process gets; all undelivered ones come at the end. */
  afterRestart: fc.option(fc.nat({ max: 15 }), { nil: null }),
})

it('whatever is repeated, late, out of order or told by another process, each unit is booked once and at its price, and the order ends as it did', () => {
  fc.assert(
    fc.property(life, ({ prices, end, isLost, deliveries, afterRestart }) => {
      const { updates, incidents, register: first } = open()
      let register = first
      const order = register.sent(orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT }))
      if (isLost) order.isLost = true
      else register.learn(order, 'B1')
      const fills = prices.length
      const isWhole = fills === 3
      const all = prices.map((steps, i) => tradeRowOf(`B1-${i}`, { price: paise(99_00 + 5 * steps) }))
      const averageOf = (count: number) =>
        paise(Math.round(all.slice(0, count).reduce((sum, { price }) => sum + price, 0) / Math.max(1, count)))
      const rows: OrderRow[] = [orderRowOf({ state: 'PENDING' }), orderRowOf()]
      for (let i = 1; i <= fills; i++)
        rows.push(orderRowOf({ filled: i * LOT, averagePrice: averageOf(i), state: i === 3 ? 'FILLED' : 'OPEN' }))
      if (end && !isWhole) rows.push(orderRowOf({ state: end, filled: fills * LOT, averagePrice: averageOf(fills) }))
      const tradesAt = (step: number): TradeRow[] => all.slice(0, Math.max(0, step - 1))
      let [bookAt, tradeAt, behind, now] = [0, 0, 0, 0]
      let isEndHeard = false
      const last = rows.length - 1
      const tell = (step: number, isBook: boolean) => {
        isEndHeard ||= rows[step]!.state === 'CANCELLED'
        if (isBook) register.onBook([rows[step]!], 1_000, performance.now())
        else register.onFrame(rows[step]!, 1_000)
      }
      const book = (step: number) => {
        bookAt = Math.min(last, Math.max(bookAt, step))
        tell(bookAt, true)
      }
      // A trade book is read after an order book, so it is never behind it; behind a frame it is twice at most.
      const trades = (step: number) => {
        if (isEndHeard) behind++
        tradeAt = behind > 2 ? last : Math.min(last, Math.max(tradeAt, bookAt, step))
        register.onTrades(tradesAt(tradeAt), 1_000, (now += 1_000))
      }
      const restartAt = afterRestart === null ? Infinity : deliveries.length - afterRestart
      deliveries.forEach(({ what, step }, i) => {
        if (i === restartAt)
          register = new OrderRegister({
            report: (update) => updates.push(update),
            onIncident: (each) => incidents.push(each),
            onByHand: () => undefined,
          })
        if (what === 'book') book(step)
        else if (what === 'trades') trades(step)
        else tell(Math.min(last, step), false)
      })
      book(last)
      trades(last)
      book(last)

      expect(incidents).toEqual([])
      const booked = applyUpdates(SHIPPED_MARKET_RULES, bookableOf([entryOrder()]), updates, new Set())
      expect(booked.alarms).toEqual([])
      const value = all.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const sums = booked.orders.map(({ status, filledQuantity, filledValue }) => ({ status, filledQuantity, filledValue }))
      const status = isWhole ? 'FILLED' : end ? 'CANCELLED' : fills > 0 ? 'PARTIAL' : 'OPEN'
      expect(sums).toEqual([{ status, filledQuantity: fills * LOT, filledValue: value }])
      if (restartAt < deliveries.length) return
      const told = updates.filter(({ type }) => type !== 'placed')
      expect(told.reduce((sum, update) => sum + (update.type === 'filled' ? update.quantity : 0), 0)).toBe(fills * LOT)
      // One that was cancelled at once may never have been seen at rest.
      const accepted = told.filter(({ type }) => type === 'accepted').length
      expect(fills > 0 || !end ? accepted === 1 : accepted <= 1).toBe(true)
      expect(told.filter(({ type }) => type === 'cancelled').length).toBe(end && !isWhole ? 1 : 0)
      if (end && !isWhole) expect(told.at(-1)?.type).toBe('cancelled')
    }),
    { numRuns: 3_000 },
  )
})

describe('an order that was not sent from here', () => {
  const hand = (changes: Partial<OrderRow> = {}) => ({ brokerOrderId: 'H1', tag: '', side: 'SELL' as const, quantity: LOT, ...changes })
  const newsOf = (filled: number, filledInAll = filled) => ({ brokerOrderId: 'H1', side: 'SELL', product: 'INTRADAY', filled, filledInAll })

  it('is told at each change, once, by frame or book, whichever comes first', () => {
    const { book, frame, byHand } = open()
    book(hand({ brokerOrderId: 'H0', filled: LOT, state: 'FILLED' }))
    expect(byHand).toEqual([])
    frame(hand())
    frame(hand({ filled: LOT, state: 'FILLED' }))
    for (let i = 0; i < 2; i++) frame(hand())
    book(hand({ filled: LOT, state: 'FILLED' }))
    expect(byHand).toMatchObject([newsOf(0), newsOf(LOT)])
    book(hand({ brokerOrderId: 'H2', filled: 2 * LOT, state: 'FILLED' }))
    expect(byHand.at(-1)).toMatchObject({ brokerOrderId: 'H2', filled: 2 * LOT })
  })

  it('is news with its fill before any book was read, when a frame tells it', () => {
    const { book, frame, byHand } = open()
    frame(hand({ filled: LOT, state: 'OPEN' }))
    book(hand({ filled: LOT, state: 'OPEN' }))
    frame(hand({ filled: 2 * LOT, state: 'FILLED' }))
    expect(byHand).toMatchObject([newsOf(LOT), newsOf(LOT, 2 * LOT)])
  })

  it('is no order of ours whose frame lacks the tag, before its answer and after it', () => {
    const { register, book, frame, byHand, types } = open()
    book(hand({ brokerOrderId: 'H0' }))
    const order = register.sent(
      orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT, pricing: { kind: 'LIMIT', limit: paise(100_00) } }),
    )
    frame({ tag: '', contract: order.contract })
    register.learn(order, 'B1')
    frame({ tag: '', contract: order.contract })
    book({ tag: '', contract: order.contract })
    expect([byHand, types()]).toEqual([[], ['accepted']])
  })

  it('is ours when our answer was lost, its tag is missing and all else is the same', () => {
    const { register, book, frame, byHand, types } = open()
    book(hand({ brokerOrderId: 'H0', side: 'BUY', quantity: 3 * LOT }))
    const request = orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT, pricing: { kind: 'LIMIT', limit: paise(100_00) } })
    const { contract } = Object.assign(register.sent(request), { isLost: true })
    frame(hand({ quantity: 3 * LOT, contract }))
    // It was there before ours was sent.
    frame(hand({ brokerOrderId: 'H0', side: 'BUY', quantity: 3 * LOT, state: 'FILLED', contract }))
    expect(types()).toEqual([])
    book({ tag: '', contract })
    expect(types()).toEqual(['placed', 'accepted'])
    expect(register.tagOf('B1')).toBe('E1')
    expect(byHand.map(({ brokerOrderId }) => brokerOrderId)).toEqual(['H1', 'H0'])
  })
})
