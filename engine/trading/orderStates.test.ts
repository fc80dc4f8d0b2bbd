import { describe, expect, it } from 'vitest'
import {
  CLOSED_ORDERS,
  nextOrderStatus,
  OPEN_ORDERS,
  ORDER_EVENTS,
  ORDER_STATUSES,
  type OrderEvent,
  type OrderStatus,
} from './orderStates.ts'

const LEGAL: readonly (readonly [OrderStatus, OrderEvent, OrderStatus])[] = [
  ['INTENT', 'submitted', 'SUBMITTED'],
  ['INTENT', 'cancelled', 'CANCELLED'],
  ['INTENT', 'rejected', 'REJECTED'],
  ['INTENT', 'expired', 'EXPIRED'],
  ['SUBMITTED', 'accepted', 'OPEN'],
  ['SUBMITTED', 'partlyFilled', 'PARTIAL'],
  ['SUBMITTED', 'filled', 'FILLED'],
  ['SUBMITTED', 'cancelled', 'CANCELLED'],
  ['SUBMITTED', 'rejected', 'REJECTED'],
  ['SUBMITTED', 'expired', 'EXPIRED'],
  ['OPEN', 'partlyFilled', 'PARTIAL'],
  ['OPEN', 'filled', 'FILLED'],
  ['OPEN', 'cancelled', 'CANCELLED'],
  ['OPEN', 'rejected', 'REJECTED'],
  ['OPEN', 'expired', 'EXPIRED'],
  ['PARTIAL', 'partlyFilled', 'PARTIAL'],
  ['PARTIAL', 'filled', 'FILLED'],
  ['PARTIAL', 'cancelled', 'CANCELLED'],
  ['PARTIAL', 'expired', 'EXPIRED'],
  ['CANCELLED', 'partlyFilled', 'CANCELLED'],
  ['CANCELLED', 'filled', 'FILLED'],
  ['REJECTED', 'partlyFilled', 'REJECTED'],
  ['REJECTED', 'filled', 'FILLED'],
  ['EXPIRED', 'partlyFilled', 'EXPIRED'],
  ['EXPIRED', 'filled', 'FILLED'],
]

describe('order states', () => {
  const every = ORDER_STATUSES.flatMap((status) => ORDER_EVENTS.map((event) => [status, event] as const))

  it.each(every)('%s + %s is what the specification says', (status, event) => {
    const legal = LEGAL.find(([from, by]) => from === status && by === event)
    const result = nextOrderStatus(status, event)
    if (!legal) expect(result).toEqual({ ok: false, error: { status, event } })
    else expect(result).toEqual({ ok: true, value: { status: legal[2], late: ['CANCELLED', 'REJECTED', 'EXPIRED'].includes(status) } })
  })

  it('every order is either open or closed', () => {
    expect([...OPEN_ORDERS, ...CLOSED_ORDERS].sort()).toEqual([...ORDER_STATUSES].sort())
    expect(OPEN_ORDERS).toEqual(['INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL'])
  })

  it('a filled order never changes again', () => {
    for (const event of ORDER_EVENTS) expect(nextOrderStatus('FILLED', event).ok).toBe(false)
  })
})
