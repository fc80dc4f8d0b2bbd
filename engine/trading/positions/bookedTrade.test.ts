import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { bookedTrade, type TradeBefore } from './bookedTrade.ts'
import type { Booking } from './bookLeg.ts'
import type { Leg } from './legs.ts'
import type { OrderStatus } from '../orders/orderStates.ts'
import type { Order } from '../orders/orders.ts'
import { CALL, legRule, positionRule, PUT, termsOf } from '../testing/positions.ts'
import { entryOrder } from '../testing/bookables.ts'
import { closedLegOf, openLegOf } from '../testing/legs.ts'

const straddle = positionRule([legRule(), legRule({ optionType: 'PE' })])
const reentering = positionRule([legRule({ reentries: 1 }), legRule({ optionType: 'PE' })])
const callOf = (rule = straddle) => openLegOf({ id: 'call', side: 'SELL', contract: CALL, terms: termsOf(rule, 0) })
const putOf = (rule = straddle) => openLegOf({ id: 'put', side: 'SELL', contract: PUT, terms: termsOf(rule, 1) })
const entryOf = (legId: string, status: OrderStatus): Order => entryOrder({ id: `entry of ${legId}`, legId, side: 'SELL', status })
const BOTH = [entryOf('call', 'FILLED'), entryOf('put', 'FILLED')]

const bookingOf = (leg: Leg | null, change: Booking['change'], orders: Booking['orders'] = []): Booking => ({
  ...{ legId: leg?.id ?? 'put', orders, fills: [], leg, change, alarms: [] },
})
const endOf = (legId: string): Booking['orders'] => [
  { id: `entry of ${legId}`, status: 'CANCELLED', filledQuantity: 0, filledValue: paise(0), note: null },
]
const changeOf = (before: TradeBefore, ...bookings: readonly Booking[]) => bookedTrade(before, bookings)?.change ?? null

describe('a trade whose legs are booked', () => {
  it('is opened by its first leg and changed by the next', () => {
    const orders = [entryOf('call', 'SUBMITTED'), entryOf('put', 'SUBMITTED')]
    const opened = bookedTrade({ legs: [], orders }, [bookingOf(callOf(), 'opened')])
    expect(opened).toMatchObject({ change: 'opened', summary: { id: 't', quantity: 65, closing: null } })
    const both = bookedTrade({ legs: [callOf()], orders }, [bookingOf(putOf(), 'opened')])
    expect(both).toMatchObject({ change: 'changed', summary: { quantity: 130, closing: null } })
  })

  it('is opened once by legs that are opened at the same time', () => {
    const opened = bookedTrade({ legs: [], orders: [] }, [bookingOf(callOf(), 'opened'), bookingOf(putOf(), 'opened')])
    expect(opened).toMatchObject({ change: 'opened', summary: { quantity: 130 } })
  })

  it('is none while nothing of it is filled, and nothing is told of bookings that change no leg', () => {
    expect(bookedTrade({ legs: [], orders: [entryOf('call', 'SUBMITTED')] }, [bookingOf(null, null)])).toBeNull()
    expect(bookedTrade({ legs: [callOf(), putOf()], orders: BOTH }, [bookingOf(callOf(), null)])).toBeNull()
  })

  it('is changed by a leg that is closed while another is open, and closed with the last', () => {
    const stopped = closedLegOf(callOf(), 125_00, 'STOP')
    expect(changeOf({ legs: [callOf(), putOf()], orders: BOTH }, bookingOf(stopped, 'closed'))).toBe('changed')
    const last = bookedTrade({ legs: [stopped, putOf()], orders: BOTH }, [bookingOf(closedLegOf(putOf(), 40_00, 'TARGET'), 'closed')])
    expect(last).toMatchObject({ change: 'closed', summary: { closing: { exitReason: 'TARGET' }, exitQuantity: 130, blocked: 0 } })
  })

  it('is not over while an entry of it is under way, and over when that is given up', () => {
    const orders = [entryOf('call', 'FILLED'), entryOf('put', 'SUBMITTED')]
    const stopped = closedLegOf(callOf(), 125_00, 'STOP')
    const closing = bookingOf(stopped, 'closed')
    expect(changeOf({ legs: [callOf()], orders }, closing)).toBe('changed')
    expect(changeOf({ legs: [callOf()], orders }, closing, bookingOf(null, null, endOf('put')))).toBe('closed')
    expect(changeOf({ legs: [stopped], orders }, bookingOf(null, null, endOf('put')))).toBe('closed')
  })

  it('is not over while a stopped leg waits to be opened again, but is when the whole was closed', () => {
    const [call, put] = [callOf(reentering), putOf(reentering)]
    const target = closedLegOf(put, 40_00, 'TARGET')
    const stopped = bookingOf(closedLegOf(call, 125_00, 'STOP'), 'closed')
    const waiting = bookedTrade({ legs: [call, target], orders: BOTH }, [stopped])
    expect(waiting).toMatchObject({ change: 'changed', summary: { closing: null, net: null } })
    const whole = bookingOf(closedLegOf(put, 40_00, 'EMERGENCY'), 'closed')
    expect(changeOf({ legs: [closedLegOf(call, 125_00, 'STOP'), put], orders: BOTH }, whole)).toBe('closed')
  })

  it('is changed by the leg that is opened again, and over when that one is stopped too', () => {
    const [call, put] = [callOf(reentering), putOf(reentering)]
    const legs = [closedLegOf(call, 125_00, 'STOP'), closedLegOf(put, 40_00, 'TARGET')]
    const again = { ...call, id: 'again' }
    expect(changeOf({ legs, orders: BOTH }, bookingOf(again, 'opened'))).toBe('changed')
    expect(changeOf({ legs: [...legs, again], orders: BOTH }, bookingOf(closedLegOf(again, 125_00, 'STOP'), 'closed'))).toBe('closed')
  })
})

describe('a trade of one bought option', () => {
  it('is over with its leg, although more of its entry may come, and opened again when it does', () => {
    const leg = openLegOf({ quantity: 65 })
    const orders = [entryOrder({ legId: leg.id, status: 'PARTIAL' })]
    const sold = closedLegOf(leg, 90_00, 'STOP')
    expect(changeOf({ legs: [leg], orders }, bookingOf(sold, 'closed'))).toBe('closed')
    const more = { ...sold, quantity: 195, closing: null }
    expect(changeOf({ legs: [sold], orders }, bookingOf(more, 'opened'))).toBe('opened')
  })
})
