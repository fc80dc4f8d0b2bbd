export const ORDER_SIDES = ['BUY', 'SELL'] as const
/** Of an order; of a leg, the side that opens it. */
export type OrderSide = (typeof ORDER_SIDES)[number]
