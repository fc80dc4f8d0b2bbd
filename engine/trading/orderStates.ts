import { err, ok, type Result } from '../../schema/errors.ts'

export const ORDER_STATUSES = ['INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_EVENTS = ['submitted', 'accepted', 'partlyFilled', 'filled', 'cancelled', 'rejected', 'expired'] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

/**
 * The life of an order. What is not in the table is illegal.
 * Acknowledgements may be overtaken by fills, so a fill is legal from every state that was ever sent;
 * a fill of an order thought dead is still a fill: the position exists at the exchange.
 */
const NEXT: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderEvent, OrderStatus>>>>> = {
  INTENT: { submitted: 'SUBMITTED', cancelled: 'CANCELLED', rejected: 'REJECTED', expired: 'EXPIRED' },
  SUBMITTED: {
    accepted: 'OPEN',
    partlyFilled: 'PARTIAL',
    filled: 'FILLED',
    cancelled: 'CANCELLED',
    rejected: 'REJECTED',
    expired: 'EXPIRED',
  },
  OPEN: { partlyFilled: 'PARTIAL', filled: 'FILLED', cancelled: 'CANCELLED', rejected: 'REJECTED', expired: 'EXPIRED' },
  PARTIAL: { partlyFilled: 'PARTIAL', filled: 'FILLED', cancelled: 'CANCELLED', expired: 'EXPIRED' },
  FILLED: {},
  CANCELLED: { partlyFilled: 'CANCELLED', filled: 'FILLED' },
  REJECTED: { partlyFilled: 'REJECTED', filled: 'FILLED' },
  EXPIRED: { partlyFilled: 'EXPIRED', filled: 'FILLED' },
}

/** May still reach the exchange or be filled there: such an order counts as a position about to be. */
export const OPEN_ORDERS: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => 'expired' in NEXT[status])
/** Nothing more is expected of it. */
export const CLOSED_ORDERS: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !OPEN_ORDERS.includes(status))

export interface IllegalTransition {
  readonly status: OrderStatus
  readonly event: OrderEvent
}

export interface Transition {
  readonly status: OrderStatus
  /** A fill of an order that was thought dead: book it, and raise the alarm. */
  readonly late: boolean
}

/** The state after an event, or why there is none. */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): Result<Transition, IllegalTransition> {
  const next = NEXT[status][event]
  if (!next) return err({ status, event })
  return ok({ status: next, late: CLOSED_ORDERS.includes(status) })
}
