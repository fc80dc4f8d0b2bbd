import type { OrderSide } from '../../../schema/trading/OrderSide.ts'

/** Legs in the order in which they are opened: what is bought first, so that nothing is sold that its hedge does not cover yet. */
export function openingOrder<Leg extends { readonly side: OrderSide }>(legs: readonly Leg[]): readonly Leg[] {
  return [...legs.filter(({ side }) => side === 'BUY'), ...legs.filter(({ side }) => side === 'SELL')]
}

/** Legs in the order in which they are closed: what was sold first, its hedges last. */
export function closingOrder<Leg extends { readonly side: OrderSide }>(legs: readonly Leg[]): readonly Leg[] {
  return openingOrder(legs).toReversed()
}
