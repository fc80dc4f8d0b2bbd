import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { applyUpdates, type Bookable } from './applyUpdates.ts'
import { afterUpdate, bookableOf, entryOrder, exitOrder, fillOf } from '../testing/bookables.ts'
import type { BilledOrder } from '../../../schema/market/charges.ts'
import { chargesOf, outcomeOf } from './legs.ts'
import { originOf, TERMS } from '../testing/legs.ts'

const NOW = istInstant('2026-07-01', 600)
const none: ReadonlySet<string> = new Set()
const book = (bookable: Bookable, ...updates: readonly OrderUpdate[]) => applyUpdates(SHIPPED_MARKET_RULES, bookable, updates, none)
/** The books after updates that were stored. */
const booked = (bookable: Bookable, ...updates: readonly OrderUpdate[]) => afterUpdate(bookable, book(bookable, ...updates))

const accepted: OrderUpdate = { type: 'accepted', clientOrderId: 'E1', at: NOW }
const ended = (type: 'rejected' | 'cancelled', clientOrderId = 'E1'): OrderUpdate => ({ type, clientOrderId, at: NOW, reason: 'of a test' })
const wholeEntry = fillOf('E1', 'E1-0', 195, 100_00)
const toBe = bookableOf([entryOrder()])
/** Three lots bought at 100.00 rupees, with an exit of all of them sent. */
const bought = booked(bookableOf([entryOrder(), exitOrder('o2', 'X1')]), wholeEntry)

describe('a purchase', () => {
  it('opens the leg with its first fill, and is done with its last', () => {
    expect(book(toBe, accepted)).toEqual({
      ...{ legId: 'l', fills: [], leg: null, change: null, alarms: [] },
      orders: [{ id: 'o1', status: 'OPEN', filledQuantity: 0, filledValue: 0, note: null }],
    })
    const first = book(toBe, accepted, fillOf('E1', 'E1-0', 65, 100_00))
    expect(first).toMatchObject({ change: 'opened', orders: [{ status: 'PARTIAL', filledQuantity: 65, filledValue: 6_500_00 }] })
    expect(first.leg).toMatchObject({ quantity: 65, entryValue: 6_500_00, entryTime: NOW + MINUTE, target: 118_00, stop: 88_00 })
    const rest = book(afterUpdate(toBe, first), fillOf('E1', 'E1-65', 130, 103_00, NOW + 2 * MINUTE))
    expect(rest).toMatchObject({ change: 'changed', orders: [{ status: 'FILLED', filledQuantity: 195, filledValue: 19_890_00 }] })
    // The average is 102.00 rupees: the levels follow it, the entry's time does not.
    expect(rest.leg).toMatchObject({ quantity: 195, entryValue: 19_890_00, entryTime: NOW + MINUTE, target: 120_35, stop: 89_75 })
  })

  it('keeps a stop that has trailed above the new average’s', () => {
    const terms = { ...TERMS, trailingStopPercent: 5 }
    const partly = booked(bookableOf([entryOrder({ terms })], terms), fillOf('E1', 'E1-0', 65, 100_00))
    if (!partly.leg) throw new Error('no leg was opened')
    const trailed = { ...partly, leg: { ...partly.leg, stop: partly.leg.target } }
    expect(book(trailed, fillOf('E1', 'E1-65', 130, 100_00)).leg?.stop).toBe(118_00)
  })

  it('that is cancelled keeps what it has, and says why it has no more', () => {
    const legUpdate = book(toBe, fillOf('E1', 'E1-0', 65, 100_00), ended('cancelled'))
    expect(legUpdate).toMatchObject({ change: 'opened', alarms: [], leg: { quantity: 65, closing: null } })
    expect(legUpdate.orders).toEqual([{ id: 'o1', status: 'CANCELLED', filledQuantity: 65, filledValue: 6_500_00, note: 'of a test' }])
  })

  it('that is told twice under different ids is booked once, by the broker’s own count', () => {
    const early = { ...fillOf('E1', 'B1@65', 65, 100_00), filledInAll: 65 }
    const [first, second] = [65, 195].map((filledInAll, i) => ({ ...fillOf('E1', `B1-${i}`, i === 0 ? 65 : 130, 103_00), filledInAll }))
    const legUpdate = book(toBe, early, first!, second!)
    expect(legUpdate).toMatchObject({ alarms: [], orders: [{ status: 'FILLED', filledQuantity: 195, filledValue: 19_890_00 }] })
    expect(legUpdate.fills.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['B1@65', 65],
      ['B1-1', 130],
    ])
    // Reported at once, part of it known.
    expect(book(booked(toBe, early), { ...wholeEntry, filledInAll: 195 } as OrderUpdate).fills).toMatchObject([{ quantity: 130 }])
  })

  it('that is rejected opens nothing', () => {
    expect(book(toBe, ended('rejected'))).toMatchObject({
      change: null,
      leg: null,
      orders: [{ status: 'REJECTED', note: 'of a test' }],
      alarms: [],
    })
  })

  it('that fills late is booked, with an alarm', () => {
    const late = { kind: 'LATE_FILL', clientOrderId: 'E1' }
    expect(book(toBe, ended('rejected'), wholeEntry)).toMatchObject({
      change: 'opened',
      orders: [{ status: 'FILLED', note: null }],
      alarms: [late],
    })
    const dead = booked(toBe, ended('cancelled'))
    expect(book(dead, fillOf('E1', 'E1-0', 65, 100_00))).toMatchObject({
      ...{ change: 'opened', leg: { quantity: 65 }, orders: [{ status: 'CANCELLED', filledQuantity: 65 }] },
      alarms: [{ ...late, detail: 'filled while CANCELLED' }],
    })
  })
})

describe('a sale', () => {
  it('closes the leg with its last unit, for the reason it was ordered', () => {
    const part = book(bought, fillOf('X1', 'X1-0', 130, 110_00))
    expect(part).toMatchObject({
      change: 'changed',
      leg: { exitQuantity: 130, exitValue: 14_300_00, closing: null },
      orders: [{ status: 'PARTIAL' }],
    })
    const whole = book(afterUpdate(bought, part), fillOf('X1', 'X1-130', 65, 108_00, NOW + 5 * MINUTE))
    expect(whole).toMatchObject({ change: 'closed', leg: { exitQuantity: 195, exitValue: 21_320_00 }, orders: [{ status: 'FILLED' }] })
    expect(whole.leg?.closing).toEqual({ status: 'STOPLOSS_HIT', exitReason: 'STOP', exitTime: NOW + 5 * MINUTE })
  })

  it('at a stop that has trailed says so, though the order rests since before', () => {
    const terms = { ...TERMS, trailingStopPercent: 5 }
    const open = booked(bookableOf([entryOrder({ terms }), exitOrder('o2', 'X1')], terms), wholeEntry)
    if (!open.leg) throw new Error('no leg was opened')
    const reasonOf = (bookable: Bookable) => book(bookable, fillOf('X1', 'X1-0', 195, 90_00)).leg?.closing?.exitReason
    const trailed = { ...open, leg: { ...open.leg, stop: paise(95_00) } }
    expect([reasonOf(open), reasonOf(trailed)]).toEqual(['STOP', 'TRAILING_STOP'])
  })

  it('opens and closes a leg within one run of updates', () => {
    expect(book(bookableOf([entryOrder(), exitOrder('o2', 'X1')]), wholeEntry, fillOf('X1', 'X1-0', 195, 90_00))).toMatchObject({
      change: 'closed',
    })
  })

  it('of what is not there is refused, with an alarm', () => {
    const oversold = { kind: 'POSITION_ALREADY_CLOSED', clientOrderId: 'X1' }
    const nothing = bookableOf([entryOrder(), exitOrder('o2', 'X1')])
    expect(book(nothing, fillOf('X1', 'X1-0', 65, 90_00))).toMatchObject({ orders: [], fills: [], leg: null, alarms: [oversold] })
    const oneLot = booked(nothing, fillOf('E1', 'E1-0', 65, 100_00))
    expect(book(oneLot, fillOf('X1', 'X1-0', 130, 90_00))).toMatchObject({
      ...{ orders: [], fills: [], change: null },
      alarms: [{ ...oversold, detail: 'fill X1-0 closed 130 units of a leg that has 65' }],
    })
    const two = { ...bought, orders: [...bought.orders, exitOrder('o3', 'X2')] }
    expect(book(two, fillOf('X1', 'X1-0', 195, 90_00), fillOf('X2', 'X2-0', 195, 91_00))).toMatchObject({
      ...{ change: 'closed', leg: { exitQuantity: 195, exitValue: 17_550_00 }, fills: [{ id: 'X1-0' }] },
      alarms: [{ ...oversold, clientOrderId: 'X2' }],
    })
  })

  it('is followed by a late purchase that opens the leg again, with an alarm, and by the sale of that', () => {
    const nothing = bookableOf([
      entryOrder(),
      exitOrder('o2', 'X1', { quantity: 65 }),
      exitOrder('o3', 'X2', { quantity: 130, exitReason: 'EMERGENCY' }),
    ])
    const closed = booked(nothing, fillOf('E1', 'E1-0', 65, 100_00), ended('cancelled'), fillOf('X1', 'X1-0', 65, 90_00))
    const reopened = book(closed, fillOf('E1', 'E1-65', 130, 103_00))
    expect(reopened).toMatchObject({
      ...{ change: 'opened', leg: { quantity: 195, exitQuantity: 65, closing: null } },
      alarms: [{ kind: 'LATE_FILL' }, { kind: 'REOPENED', detail: '130 units opened after the leg was closed' }],
    })
    const again = book(afterUpdate(closed, reopened), fillOf('X2', 'X2-0', 130, 95_00))
    expect(again).toMatchObject({
      change: 'closed',
      leg: { exitValue: 90_00 * 65 + 95_00 * 130, closing: { exitReason: 'EMERGENCY' } },
      alarms: [],
    })
  })
})

describe('the charges', () => {
  /** 65 units in pieces; 13 make a lot, so that they can be filled in five. */
  function inPieces(pieces: readonly number[]) {
    const lot13 = { ...toBe.origin.contract, lotSize: 13 }
    const orders = [entryOrder({ quantity: 65, contract: lot13 }), exitOrder('o2', 'X1', { quantity: 65, contract: lot13 })]
    let filled = 0
    const updates = (['E1', 'X1'] as const).flatMap((order) => {
      filled = 0
      return pieces.map((quantity) => fillOf(order, `${order}-${(filled += quantity)}`, quantity, order === 'E1' ? 100_00 : 110_00))
    })
    return book(bookableOf(orders), ...updates)
  }

  // The worked example of charges.test.ts: 65 bought at 100 and sold at 110 rupees.
  it.each([[[65]], [[13, 52]], [[13, 13, 13, 13, 13]]])('of a round trip filled in pieces of %j units are 64.13 rupees', (pieces) => {
    const { leg, fills } = inPieces(pieces)
    expect(leg?.charges).toBe(64_13)
    expect(fills.reduce((sum, { charges }) => sum + charges, 0)).toBe(64_13)
  })

  it('of an order that is filled over two days are by the rates of the first', () => {
    const [march, april] = [istInstant('2026-03-31', 900), istInstant('2026-04-01', 600)]
    const charged = (...days: readonly number[]) => {
      const sales = days.map((at, i) => fillOf('X1', `X1-${i}`, 195 / days.length, 100_00, at))
      return book(bookableOf([entryOrder(), exitOrder('o2', 'X1')]), fillOf('E1', 'E1-0', 195, 100_00, march), ...sales).leg?.charges
    }
    expect(charged(march, april, april)).toBe(charged(march))
    expect(charged(april)).not.toBe(charged(march))
  })

  it('of a second exit order have a brokerage of their own', () => {
    const twoExits = bookableOf([entryOrder(), exitOrder('o2', 'X1', { quantity: 65 }), exitOrder('o3', 'X2', { quantity: 130 })])
    const one = book(bought, fillOf('X1', 'X1-0', 65, 100_00), fillOf('X1', 'X1-65', 130, 100_00))
    const two = book(twoExits, wholeEntry, fillOf('X1', 'X1-0', 65, 100_00), fillOf('X2', 'X2-0', 130, 100_00))
    // 20.00 rupees and 18 per cent of tax; the tax on sales, in whole rupees, is 29.25 once and 9.75 + 19.50 in two.
    expect((two.leg?.charges ?? 0) - (one.leg?.charges ?? 0)).toBe(23_60 + 1_00)
  })
})

describe('a leg that is settled after its contract has expired', () => {
  const { contract } = originOf()
  const close = SHIPPED_MARKET_RULES.sessionHours(contract.expiry).close
  const closingCosts = (bookable: Bookable, price: number, at: number) => {
    const before = booked(bookable, wholeEntry)
    return book(before, fillOf('X1', 'X1-0', 195, price, at)).fills.map(({ charges }) => charges)
  }
  const purchase = bookableOf([entryOrder(), exitOrder('o2', 'X1')])
  const sale = { ...bookableOf([entryOrder({ side: 'SELL' }), exitOrder('o2', 'X1', { side: 'BUY' })]), origin: originOf({ side: 'SELL' }) }
  // Brokerage with its GST; 0.15 per cent of 21,450 rupees in whole rupees.
  const [FEE, STT] = [23_60, 32_00]

  it('costs whoever bought it the brokerage and STT on its value', () => {
    expect(closingCosts(purchase, 110_00, close)).toEqual([FEE + STT])
    // A sale a millisecond earlier is an order of the exchange, with its fees.
    expect(closingCosts(purchase, 110_00, close - 1)[0]).toBeGreaterThan(FEE + STT)
  })

  it('costs whoever sold it the brokerage alone', () => {
    expect(closingCosts(sale, 110_00, close)).toEqual([FEE])
  })

  it('costs nothing when it has expired worthless', () => {
    for (const bookable of [purchase, sale]) expect(closingCosts(bookable, 0, close)).toEqual([0])
  })
})

describe('a leg that is sold first', () => {
  const sale = { ...bookableOf([entryOrder({ side: 'SELL' }), exitOrder('o2', 'X1', { side: 'BUY' })]), origin: originOf({ side: 'SELL' }) }
  const bill = (side: OrderSide, value: number) => ({ side, value: paise(value), at: NOW + MINUTE })
  const costOf = (...bills: readonly BilledOrder[]) => chargesOf(SHIPPED_MARKET_RULES, 'NFO', bills)

  it('is opened by a sale, charged as one, with its stop above and its target below', () => {
    const opened = book(sale, wholeEntry)
    expect(opened).toMatchObject({ change: 'opened', alarms: [] })
    expect(opened.leg).toMatchObject({ side: 'SELL', quantity: 195, entryValue: 19_500_00, target: 82_00, stop: 112_00, closing: null })
    expect(opened.leg?.charges).toBe(costOf(bill('SELL', 19_500_00)))
    // The tax on sales and the stamp duty on purchases are not the same.
    expect(opened.leg?.charges).not.toBe(costOf(bill('BUY', 19_500_00)))
  })

  it('is closed by a purchase, with the charges of each side, and has earned what it was sold for less that', () => {
    const { leg, fills, change } = book(booked(sale, wholeEntry), fillOf('X1', 'X1-0', 195, 110_00))
    const both = costOf(bill('SELL', 19_500_00), bill('BUY', 21_450_00))
    expect(change).toBe('closed')
    expect(leg).toMatchObject({ exitQuantity: 195, exitValue: 21_450_00, charges: both })
    expect(fills).toMatchObject([{ charges: both - costOf(bill('SELL', 19_500_00)) }])
    expect(leg && outcomeOf(leg)).toMatchObject({ gross: -1_950_00, net: -1_950_00 - both })
  })

  it('cannot be bought back further than it was sold', () => {
    const oneLot = booked(sale, fillOf('E1', 'E1-0', 65, 100_00))
    expect(book(oneLot, fillOf('X1', 'X1-0', 130, 90_00))).toMatchObject({
      ...{ fills: [], change: null, alarms: [{ kind: 'POSITION_ALREADY_CLOSED' }] },
    })
  })
})

describe('what a broker says', () => {
  it('twice is booked once, in one run or in two, and raises no alarm', () => {
    const twice = book(toBe, accepted, wholeEntry, accepted, wholeEntry)
    expect(twice).toEqual(book(toBe, accepted, wholeEntry))
    const known = applyUpdates(SHIPPED_MARKET_RULES, booked(toBe, wholeEntry), [accepted, wholeEntry], new Set(['E1-0']))
    expect(known).toMatchObject({ orders: [], fills: [], change: null, alarms: [] })
    for (const type of ['rejected', 'cancelled'] as const) expect(book(toBe, ended(type), ended(type))).toEqual(book(toBe, ended(type)))
  })

  it.each([
    [196, 'fill E1-0 is of 196 units; 195 are left, 65 make a lot'],
    [260, 'fill E1-0 is of 260 units; 195 are left, 65 make a lot'],
    [64, 'fill E1-0 is of 64 units; 195 are left, 65 make a lot'],
    [0, 'fill E1-0 is of 0 units; 195 are left, 65 make a lot'],
    [-65, 'fill E1-0 is of -65 units; 195 are left, 65 make a lot'],
  ])('of a fill of %i units is refused, with an alarm', (quantity, detail) => {
    expect(book(toBe, fillOf('E1', 'E1-0', quantity, 100_00))).toEqual({
      ...{ legId: 'l', orders: [], fills: [], leg: null, change: null },
      alarms: [{ kind: 'WRONG_QUANTITY', clientOrderId: 'E1', detail, fill: expect.objectContaining({ quantity }) }],
    })
  })

  it('against the order’s state is refused, with an alarm', () => {
    const filled = booked(toBe, wholeEntry)
    for (const type of ['rejected', 'cancelled'] as const)
      expect(book(filled, ended(type))).toMatchObject({
        orders: [],
        alarms: [{ kind: 'ILLEGAL_TRANSITION', detail: `${type} while FILLED` }],
      })
    expect(book(filled, fillOf('E1', 'E1-195', 65, 100_00))).toMatchObject({ fills: [], alarms: [{ kind: 'WRONG_QUANTITY' }] })
    const unsent = bookableOf([entryOrder({ status: 'INTENT' })])
    expect(book(unsent, wholeEntry)).toMatchObject({
      fills: [],
      leg: null,
      alarms: [{ kind: 'ILLEGAL_TRANSITION', detail: 'filled while INTENT' }],
    })
  })

  it('of an order of another leg is a mistake of the caller', () => {
    expect(() => book(toBe, fillOf('E2', 'E2-0', 65, 100_00, NOW + SECOND))).toThrow(/order E2 is not one of leg l/)
  })
})
