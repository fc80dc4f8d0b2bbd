import type { OrderSide } from '../../../schema/trading/OrderSide.ts'

/** Legs in opening order: bought legs first, so that nothing is sold unhedged. */
export function openingOrder<Leg extends { readonly side: OrderSide }>(legs: readonly Leg[]): readonly Leg[] {
  return [...legs.filter(({ side }) => side === 'BUY'), ...legs.filter(({ side }) => side === 'SELL')]
}

/** Legs in closing order: sold legs first, their hedges last. */
export function closingOrder<Leg extends { readonly side: OrderSide }>(legs: readonly Leg[]): readonly Leg[] {
  return openingOrder(legs).toReversed()
}
