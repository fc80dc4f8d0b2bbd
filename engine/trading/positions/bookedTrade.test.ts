import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import type { OrderStatus } from '../../../schema/trading/OrderStatus.ts'
import { bookedTrade, type TradeBefore } from './bookedTrade.ts'
import type { LegUpdate } from './applyUpdates.ts'
import type { Leg } from './legs.ts'
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

const legUpdateOf = (leg: Leg | null, change: LegUpdate['change'], orders: LegUpdate['orders'] = []): LegUpdate => ({
  ...{ legId: leg?.id ?? 'put', orders, fills: [], leg, change, alarms: [] },
})
const endOf = (legId: string): LegUpdate['orders'] => [
  { id: `entry of ${legId}`, status: 'CANCELLED', filledQuantity: 0, filledValue: paise(0), note: null },
]
const changeOf = (before: TradeBefore, ...legUpdates: readonly LegUpdate[]) => bookedTrade(before, legUpdates)?.change ?? null

describe('a trade whose legs are booked', () => {
  it('is opened by its first leg and changed by the next', () => {
    const orders = [entryOf('call', 'SUBMITTED'), entryOf('put', 'SUBMITTED')]
    const opened = bookedTrade({ legs: [], orders }, [legUpdateOf(callOf(), 'opened')])
    expect(opened).toMatchObject({ change: 'opened', summary: { id: 't', quantity: 65, closing: null } })
    const both = bookedTrade({ legs: [callOf()], orders }, [legUpdateOf(putOf(), 'opened')])
    expect(both).toMatchObject({ change: 'changed', summary: { quantity: 130, closing: null } })
  })

  it('is opened once by legs that are opened at the same time', () => {
    const opened = bookedTrade({ legs: [], orders: [] }, [legUpdateOf(callOf(), 'opened'), legUpdateOf(putOf(), 'opened')])
    expect(opened).toMatchObject({ change: 'opened', summary: { quantity: 130 } })
  })

  it('is none while nothing of it is filled, and nothing comes of updates that change no leg', () => {
    expect(bookedTrade({ legs: [], orders: [entryOf('call', 'SUBMITTED')] }, [legUpdateOf(null, null)])).toBeNull()
    expect(bookedTrade({ legs: [callOf(), putOf()], orders: BOTH }, [legUpdateOf(callOf(), null)])).toBeNull()
  })

  it('is changed by a leg that is closed while another is open, and closed with the last', () => {
    const stopped = closedLegOf(callOf(), 125_00, 'STOP')
    expect(changeOf({ legs: [callOf(), putOf()], orders: BOTH }, legUpdateOf(stopped, 'closed'))).toBe('changed')
    const last = bookedTrade({ legs: [stopped, putOf()], orders: BOTH }, [legUpdateOf(closedLegOf(putOf(), 40_00, 'TARGET'), 'closed')])
    expect(last).toMatchObject({ change: 'closed', summary: { closing: { exitReason: 'TARGET' }, exitQuantity: 130, blocked: 0 } })
  })

  it('is not over while an entry of it is under way, and over when that is given up', () => {
    const orders = [entryOf('call', 'FILLED'), entryOf('put', 'SUBMITTED')]
    const stopped = closedLegOf(callOf(), 125_00, 'STOP')
    const closing = legUpdateOf(stopped, 'closed')
    expect(changeOf({ legs: [callOf()], orders }, closing)).toBe('changed')
    expect(changeOf({ legs: [callOf()], orders }, closing, legUpdateOf(null, null, endOf('put')))).toBe('closed')
    expect(changeOf({ legs: [stopped], orders }, legUpdateOf(null, null, endOf('put')))).toBe('closed')
  })

  it('is not over while a stopped leg waits to be opened again, but is when the whole was closed', () => {
    const [call, put] = [callOf(reentering), putOf(reentering)]
    const target = closedLegOf(put, 40_00, 'TARGET')
    const stopped = legUpdateOf(closedLegOf(call, 125_00, 'STOP'), 'closed')
    const waiting = bookedTrade({ legs: [call, target], orders: BOTH }, [stopped])
    expect(waiting).toMatchObject({ change: 'changed', summary: { closing: null, net: null } })
    const whole = legUpdateOf(closedLegOf(put, 40_00, 'EMERGENCY'), 'closed')
    expect(changeOf({ legs: [closedLegOf(call, 125_00, 'STOP'), put], orders: BOTH }, whole)).toBe('closed')
  })

  it('is changed by the leg that is opened again, and over when that one is stopped too', () => {
    const [call, put] = [callOf(reentering), putOf(reentering)]
    const legs = [closedLegOf(call, 125_00, 'STOP'), closedLegOf(put, 40_00, 'TARGET')]
    const again = { ...call, id: 'again' }
    expect(changeOf({ legs, orders: BOTH }, legUpdateOf(again, 'opened'))).toBe('changed')
    expect(changeOf({ legs: [...legs, again], orders: BOTH }, legUpdateOf(closedLegOf(again, 125_00, 'STOP'), 'closed'))).toBe('closed')
  })
})

describe('a trade of one bought option', () => {
  it('is over with its leg, although more of its entry may come, and opened again when it does', () => {
    const leg = openLegOf({ quantity: 65 })
    const orders = [entryOrder({ legId: leg.id, status: 'PARTIAL' })]
    const sold = closedLegOf(leg, 90_00, 'STOP')
    expect(changeOf({ legs: [leg], orders }, legUpdateOf(sold, 'closed'))).toBe('closed')
    const more = { ...sold, quantity: 195, closing: null }
    expect(changeOf({ legs: [sold], orders }, legUpdateOf(more, 'opened'))).toBe('opened')
  })
})
