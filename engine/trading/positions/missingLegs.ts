import type { Leg } from './legs.ts'
import type { PositionTerms } from '../orders/orders.ts'

/** The rule's legs that were never fully opened: the open others are not the intended position. */
export function missingLegs({ rule, lots }: PositionTerms, legs: readonly Leg[]): number[] {
  return rule.legs.flatMap((wanted, i) => {
    const isWhole = ({ terms, quantity, contract }: Leg) => terms.position?.leg === i && quantity >= wanted.lots * lots * contract.lotSize
    return legs.some(isWhole) ? [] : i
  })
}
