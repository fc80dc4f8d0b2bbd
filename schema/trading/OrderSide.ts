export const ORDER_SIDES = ['BUY', 'SELL'] as const
/** Of an order; of a leg, the side that opens it. */
export type OrderSide = (typeof ORDER_SIDES)[number]

/** The opposite side. */
export function oppositeOf(side: OrderSide): OrderSide {
  return side === 'BUY' ? 'SELL' : 'BUY'
}

/** 1 for bought, −1 for sold: a gain of the premium times this is a gain of the leg. */
export function signOf(side: OrderSide): 1 | -1 {
  return side === 'BUY' ? 1 : -1
}
