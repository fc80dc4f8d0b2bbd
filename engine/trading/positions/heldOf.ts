import type { Paise } from '../../../schema/money.ts'
import type { Leg } from './legs.ts'
import type { PositionTerms } from '../orders/orders.ts'
import { isOfOneLeg, type HeldLeg, type HeldPosition } from './HeldPosition.ts'
import { waitingRules } from './watchPosition.ts'

/** The position that legs form. `legs`: every leg ever opened, oldest first; `kept`: the locked profit. */
export function heldOf({ rule, lots }: PositionTerms, legs: readonly Leg[], kept: Paise | null): HeldPosition {
  return { rule, lots, legs: legs.map(heldLeg), kept }
}

/** Whether no leg of a trade is open or will be: an input of `summaryOf`. `entering`: one of its entries may still fill. */
export function isOver(legs: readonly Leg[], entering: boolean): boolean {
  if (legs.some(({ closing }) => closing === null)) return false
  const position = legs[0]?.terms.position
  return !position || (!entering && waitingRules(heldOf(position, legs, null)).length === 0)
}

function heldLeg({ terms, contract, quantity, entryTime: openedAt, entryValue, exitQuantity, exitValue, own, closing }: Leg): HeldLeg {
  const reason = closing?.exitReason
  const closedBy = reason === undefined ? null : isOfOneLeg(reason) ? reason : 'WHOLE'
  const closedAt = closing && closing.exitTime
  return { rule: terms.position?.leg ?? 0, contract, openedAt, quantity, entryValue, exitQuantity, exitValue, own, closedBy, closedAt }
}
