export const ORDER_STATUSES = [
  ...(['INTENT', 'SUBMITTED', 'UNKNOWN', 'TRIGGER_PENDING', 'OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING'] as const),
  ...(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const),
]
/** Where an order is in its life; engine/trading/orders/orderStates.ts has the changes. */
export type OrderStatus = (typeof ORDER_STATUSES)[number]
