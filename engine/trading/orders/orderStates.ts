import { err, ok, type Result } from '../../../schema/errors.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../schema/trading/OrderStatus.ts'

/**
 * `unknown`: the broker may or may not have it. `modifyPending`, `cancelPending`: requested, not answered; `restored`, `partlyRestored`:
 * answered, and the order rests in the exchange's book as before, unfilled or partly filled.
 */
export const ORDER_EVENTS = [
  ...(['submitted', 'unknown', 'triggerPending', 'accepted', 'modifyPending', 'cancelPending', 'restored', 'partlyRestored'] as const),
  ...(['partlyFilled', 'filled', 'cancelled', 'rejected', 'expired'] as const),
]
export type OrderEvent = (typeof ORDER_EVENTS)[number]

type Next = Readonly<Partial<Record<OrderEvent, OrderStatus>>>

const ENDS: Next = { cancelled: 'CANCELLED', rejected: 'REJECTED', expired: 'EXPIRED' }
const PENDING: Next = { modifyPending: 'MODIFY_PENDING', cancelPending: 'CANCEL_PENDING' }
/** Sent, and nothing more is known. */
const SENT: Next = {
  ...{ triggerPending: 'TRIGGER_PENDING', accepted: 'OPEN', restored: 'OPEN', ...PENDING },
  ...{ partlyFilled: 'PARTIAL', filled: 'FILLED', ...ENDS },
}

/**
 * The life of an order. Transitions missing from the table are illegal. Fills may overtake acknowledgements, so a fill is legal from every
 * state after the order was sent. A fill of an order thought dead is still a fill: the position exists at the exchange. Messages in any
 * order lead to the same status, as long as no answer comes before its request.
 */
const NEXT: Readonly<Record<OrderStatus, Next>> = {
  INTENT: { submitted: 'SUBMITTED', ...ENDS },
  SUBMITTED: { unknown: 'UNKNOWN', ...SENT },
  UNKNOWN: SENT,
  TRIGGER_PENDING: { accepted: 'OPEN', ...PENDING, partlyFilled: 'PARTIAL', filled: 'FILLED', ...ENDS },
  OPEN: { ...PENDING, partlyFilled: 'PARTIAL', filled: 'FILLED', ...ENDS },
  PARTIAL: { ...PENDING, partlyFilled: 'PARTIAL', filled: 'FILLED', ...ENDS },
  MODIFY_PENDING: {
    ...{ restored: 'OPEN', partlyRestored: 'PARTIAL', cancelPending: 'CANCEL_PENDING' },
    ...{ partlyFilled: 'MODIFY_PENDING', filled: 'FILLED', ...ENDS },
  },
  CANCEL_PENDING: { restored: 'OPEN', partlyRestored: 'PARTIAL', partlyFilled: 'CANCEL_PENDING', filled: 'FILLED', ...ENDS },
  FILLED: {},
  CANCELLED: { partlyFilled: 'CANCELLED', filled: 'FILLED' },
  REJECTED: { partlyFilled: 'REJECTED', filled: 'FILLED' },
  EXPIRED: { partlyFilled: 'EXPIRED', filled: 'FILLED' },
}

/** May still reach the exchange or fill there: such an order counts as a position about to open. */
export const OPEN_ORDERS: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => 'expired' in NEXT[status])
/** Done. */
export const CLOSED_ORDERS: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !OPEN_ORDERS.includes(status))

export interface IllegalTransition {
  readonly status: OrderStatus
  readonly event: OrderEvent
}

export interface Transition {
  readonly status: OrderStatus
  /** A fill of an order thought dead: book it and raise the alarm. */
  readonly late: boolean
}

/** The state after an event, or why the event is illegal. */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): Result<Transition, IllegalTransition> {
  const next = NEXT[status][event]
  if (!next) return err({ status, event })
  return ok({ status: next, late: CLOSED_ORDERS.includes(status) })
}
