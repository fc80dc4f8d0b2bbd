import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOrderStatus } from '../../../trading/orders/orderStates.ts'
import type { OrderUpdate } from '../../port.ts'
import { orderRequestOf } from '../../testing/orderRequestOf.ts'
import type { OrderRow, TradeRow } from './bookRows.ts'
import type { TradeBust } from './FillWatch.ts'
import { OrderRegister } from './OrderRegister.ts'
import { orderRowOf, tradeRowOf } from './testing/rows.ts'

const LOT = 65

function open() {
  const updates: OrderUpdate[] = []
  const busts: TradeBust[] = []
  const register = new OrderRegister({ report: (update) => updates.push(update), onBust: (bust) => busts.push(bust) })
  let now = 0
  return {
    ...{ register, updates, busts },
    types: () => updates.map(({ type }) => type),
    /** Sends E1; the broker has it as B1. */
    send() {
      const order = register.sent(orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT }))
      register.learn(order, 'B1')
      return order
    },
    book: (changes: Partial<OrderRow> = {}) => register.onOrder(orderRowOf(changes), true, 1_000),
    frame: (changes: Partial<OrderRow> = {}) => register.onOrder(orderRowOf({ exchangeOrderId: null, ...changes }), false, 1_000),
    trades(fillIds: readonly string[], after = 0) {
      now += after
      register.onTrades(
        fillIds.map((fillId) => tradeRowOf(fillId)),
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

describe('a fill that leaves the trade book', () => {
  it('is annulled when it stays away for ten seconds and its order has fewer units', () => {
    const { send, book, trades, busts } = open()
    send()
    book({ filled: 2 * LOT })
    trades(['B1-1', 'B1-2'])
    book({ filled: LOT })
    for (const after of [1_000, 9_000]) trades(['B1-1'], after)
    expect(busts).toEqual([])
    trades(['B1-1'], 1_000)
    trades(['B1-1'], 1_000)
    expect(busts.map(({ fill }) => fill.fillId)).toEqual(['B1-2'])
  })

  it('is not annulled by a book that lags, nor by one whose orders still have it', () => {
    const { send, book, trades, busts } = open()
    send()
    book({ filled: LOT })
    trades(['B1-1'])
    trades([], 5_000)
    trades(['B1-1'], 20_000)
    trades([], 1_000)
    for (let read = 0; read < 5; read++) trades([], 20_000)
    expect(busts).toEqual([])
  })
})

it('whatever is repeated, late or out of order, all fills are told once, the end once and after them, and the order ends as it did', () => {
  const life = fc.record({
    fills: fc.nat({ max: 3 }),
    end: fc.constantFrom('CANCELLED' as const, null),
    isLost: fc.boolean(),
    /** At each step what is delivered: a book, the trade book, an old or repeated frame. */
    deliveries: fc.array(fc.record({ what: fc.constantFrom('book', 'trades', 'frame'), step: fc.nat({ max: 9 }) }), { maxLength: 30 }),
  })
  fc.assert(
    fc.property(life, ({ fills, end, isLost, deliveries }) => {
      const { register, updates, busts } = open()
      const order = register.sent(orderRequestOf({ clientOrderId: 'E1', quantity: 3 * LOT }))
      if (isLost) order.isLost = true
      else register.learn(order, 'B1')
      const isWhole = fills === 3
      const rows: OrderRow[] = [orderRowOf({ state: 'PENDING' }), orderRowOf()]
      for (let i = 1; i <= fills; i++) rows.push(orderRowOf({ filled: i * LOT, state: i === 3 ? 'FILLED' : 'OPEN' }))
      if (end && !isWhole) rows.push(orderRowOf({ state: end, filled: fills * LOT }))
      const tradesAt = (step: number): TradeRow[] =>
        Array.from({ length: Math.min(fills, Math.max(0, step - 1)) }, (_, i) => tradeRowOf(`B1-${i}`))
      let [bookAt, tradeAt, behind, now] = [0, 0, 0, 0]
      let isEndHeard = false
      const last = rows.length - 1
      const tell = (step: number, isBook: boolean) => {
        isEndHeard ||= rows[step]!.state === 'CANCELLED'
        register.onOrder(rows[step]!, isBook, 1_000)
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
      for (const { what, step } of deliveries) {
        if (what === 'book') book(step)
        else if (what === 'trades') trades(step)
        else tell(Math.min(last, step), false)
      }
      book(last)
      trades(last)
      book(last)

      const told = updates.filter(({ type }) => type !== 'placed')
      expect(told.flatMap((update) => (update.type === 'filled' ? update.fillId : []))).toEqual(tradesAt(last).map(({ fillId }) => fillId))
      // One that was cancelled at once may never have been seen at rest.
      const accepted = told.filter(({ type }) => type === 'accepted').length
      expect(fills > 0 || !end ? accepted === 1 : accepted <= 1).toBe(true)
      expect(told.filter(({ type }) => type === 'cancelled').length).toBe(end && !isWhole ? 1 : 0)
      if (end && !isWhole) expect(told.at(-1)?.type).toBe('cancelled')
      expect(busts).toEqual([])
      let [status, filled]: [Parameters<typeof nextOrderStatus>[0], number] = ['SUBMITTED', 0]
      for (const update of told) {
        if (update.type === 'placed' || update.type === 'modified' || update.type === 'unchanged') continue
        if (update.type === 'filled') filled += update.quantity
        const next = nextOrderStatus(status, update.type === 'filled' && filled < 3 * LOT ? 'partlyFilled' : update.type)
        if (!next.ok) throw new Error(`${update.type} while ${status}`)
        expect(next.value.late).toBe(false)
        status = next.value.status
      }
      expect(status).toBe(isWhole ? 'FILLED' : end ? 'CANCELLED' : fills > 0 ? 'PARTIAL' : 'OPEN')
    }),
    { numRuns: 3_000 },
  )
})
