import { err, ok, type Result } from '../../../schema/errors.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../schema/trading/OrderStatus.ts'

/**
 * `unknown`: nobody answered whether the broker has it. `modifyPending`, `cancelPending`: asked for, not answered; `restored`,
 * `partlyRestored`: answered, and the order rests in the exchange's book as before, with nothing or with a part of it filled.
 */
export const ORDER_EVENTS = [
  ...(['submitted', 'unknown', 'triggerPending', 'accepted', 'modifyPending', 'cancelPending', 'restored', 'partlyRestored'] as const),
  ...(['partlyFilled', 'filled', 'cancelled', 'rejected', 'expired'] as const),
]
export type OrderEvent = (typeof ORDER_EVENTS)[number]

type Next = Readonly<Partial<Record<OrderEvent, OrderStatus>>>

const ENDS: Next = { cancelled: 'CANCELLED', rejected: 'REJECTED', expired: 'EXPIRED' }
const PENDING: Next = { modifyPending: 'MODIFY_PENDING', cancelPending: 'CANCEL_PENDING' }
/** Of an order that was sent, of which nothing more is known. */
const SENT: Next = {
  ...{ triggerPending: 'TRIGGER_PENDING', accepted: 'OPEN', restored: 'OPEN', ...PENDING },
  ...{ partlyFilled: 'PARTIAL', filled: 'FILLED', ...ENDS },
}

/**
 * The life of an order. What is not in the table is illegal.
 * Acknowledgements may be overtaken by fills, so a fill is legal from every state that was ever sent;
 * a fill of an order thought dead is still a fill: the position exists at the exchange.
 * However messages overtake each other, they leave the same status, as long as no answer to a request comes before the request.
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
