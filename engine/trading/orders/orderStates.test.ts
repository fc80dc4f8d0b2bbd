import { describe, expect, it } from 'vitest'
import { CLOSED_ORDERS, nextOrderStatus, OPEN_ORDERS, ORDER_EVENTS, type OrderEvent } from './orderStates.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../schema/trading/OrderStatus.ts'

/** Written out, state by state: `event → status` for every event that is legal there. */
const LEGAL: Readonly<Record<OrderStatus, string>> = {
  INTENT: 'submitted → SUBMITTED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  SUBMITTED:
    'unknown → UNKNOWN, triggerPending → TRIGGER_PENDING, accepted → OPEN, modifyPending → MODIFY_PENDING, cancelPending → CANCEL_PENDING, ' +
    'restored → OPEN, partlyFilled → PARTIAL, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  UNKNOWN:
    'triggerPending → TRIGGER_PENDING, accepted → OPEN, modifyPending → MODIFY_PENDING, cancelPending → CANCEL_PENDING, ' +
    'restored → OPEN, partlyFilled → PARTIAL, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  TRIGGER_PENDING:
    'accepted → OPEN, modifyPending → MODIFY_PENDING, cancelPending → CANCEL_PENDING, ' +
    'partlyFilled → PARTIAL, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  OPEN:
    'modifyPending → MODIFY_PENDING, cancelPending → CANCEL_PENDING, ' +
    'partlyFilled → PARTIAL, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  PARTIAL:
    'modifyPending → MODIFY_PENDING, cancelPending → CANCEL_PENDING, ' +
    'partlyFilled → PARTIAL, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  MODIFY_PENDING:
    'cancelPending → CANCEL_PENDING, restored → OPEN, partlyRestored → PARTIAL, ' +
    'partlyFilled → MODIFY_PENDING, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  CANCEL_PENDING:
    'restored → OPEN, partlyRestored → PARTIAL, ' +
    'partlyFilled → CANCEL_PENDING, filled → FILLED, cancelled → CANCELLED, rejected → REJECTED, expired → EXPIRED',
  FILLED: '',
  CANCELLED: 'partlyFilled → CANCELLED, filled → FILLED',
  REJECTED: 'partlyFilled → REJECTED, filled → FILLED',
  EXPIRED: 'partlyFilled → EXPIRED, filled → FILLED',
}

describe('order states', () => {
  it.each(ORDER_STATUSES)('from %s are what the specification says', (status) => {
    const legal = (event: OrderEvent) => {
      const next = nextOrderStatus(status, event)
      return next.ok ? [`${event} → ${next.value.status}`] : []
    }
    expect(ORDER_EVENTS.flatMap(legal).join(', ')).toBe(LEGAL[status])
  })

  it('that are dead change by a late fill only', () => {
    for (const status of ORDER_STATUSES)
      for (const event of ORDER_EVENTS) {
        const next = nextOrderStatus(status, event)
        if (next.ok) expect(next.value.late).toBe(['CANCELLED', 'REJECTED', 'EXPIRED'].includes(status))
        else expect(next.error).toEqual({ status, event })
      }
  })

  it('take a fill from every state that was ever sent', () => {
    for (const status of ORDER_STATUSES)
      if (status !== 'INTENT' && status !== 'FILLED')
        expect(nextOrderStatus(status, 'filled')).toMatchObject({ value: { status: 'FILLED' } })
  })

  it('are either open or closed', () => {
    expect([...OPEN_ORDERS, ...CLOSED_ORDERS].sort()).toEqual([...ORDER_STATUSES].sort())
    expect(CLOSED_ORDERS).toEqual(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'])
  })

  it('of a filled order never change again', () => {
    for (const event of ORDER_EVENTS) expect(nextOrderStatus('FILLED', event).ok).toBe(false)
  })
})
