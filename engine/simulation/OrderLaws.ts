import { istDate } from '../../schema/time.ts'
import type { OrderStatus } from '../../schema/trading/OrderStatus.ts'
import type { Evidence } from './Evidence.ts'
import { unitsLeft } from './positionLaws.ts'
import { isLive, type OrderRow } from './SimulatedRecords.ts'

const ENDS: readonly OrderStatus[] = ['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED']
/** Written down from the invariants' own words (I6), not from the engine's table. */
const LEGAL: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  INTENT: ['SUBMITTED', 'CANCELLED', 'REJECTED', 'EXPIRED'],
  SUBMITTED: ['UNKNOWN', 'TRIGGER_PENDING', 'OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  UNKNOWN: ['TRIGGER_PENDING', 'OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  TRIGGER_PENDING: ['OPEN', 'PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  OPEN: ['PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  PARTIAL: ['PARTIAL', 'MODIFY_PENDING', 'CANCEL_PENDING', ...ENDS],
  MODIFY_PENDING: ['OPEN', 'PARTIAL', 'CANCEL_PENDING', ...ENDS],
  CANCEL_PENDING: ['OPEN', 'PARTIAL', ...ENDS],
  FILLED: [],
  CANCELLED: ['CANCELLED', 'FILLED'],
  REJECTED: ['REJECTED', 'FILLED'],
  EXPIRED: ['EXPIRED', 'FILLED'],
}
const LONGEST_TAG = 15

/** What must hold for the row of any order: its tag, its units and its states, and what the exits of one leg come to. */
export class OrderLaws {
  readonly #evidence: Evidence
  readonly #tags = new Set<string>()

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  checkNew({ clientOrderId: tag, contract, quantity, intendedAt }: OrderRow): void {
    const { rules, violations } = this.#evidence
    if (tag.length > LONGEST_TAG || this.#tags.has(tag)) violations.add('I1', `order tag ${tag} is too long or taken`)
    this.#tags.add(tag)
    const freeze = rules.freezeFor(contract.index, istDate(intendedAt))
    if (quantity <= 0 || quantity % contract.lotSize !== 0 || quantity > freeze)
      violations.add('I4', `order ${tag} is of ${quantity} units`)
  }

  checkChange(before: OrderRow, after: OrderRow): void {
    const { rows, violations } = this.#evidence
    const { clientOrderId: tag, quantity } = after
    const late = ENDS.includes(before.status) && after.filledQuantity > before.filledQuantity
    if (late) rows.tellLate(after.tradeId)
    if (before.status !== after.status ? !LEGAL[before.status].includes(after.status) : ENDS.includes(before.status) && !late)
      violations.add('I6', `order ${tag} went from ${before.status} to ${after.status}`)
    if (after.filledQuantity > after.quantity) violations.add('I4', `${after.filledQuantity} of ${quantity} units of ${tag} filled`)
    if ((after.status === 'FILLED') !== (after.filledQuantity === quantity))
      violations.add('I6', `${tag} is ${after.status} with ${after.filledQuantity} of ${quantity}`)
  }

  /** A new exit beside the others of its leg. */
  checkExit(exit: OrderRow): void {
    const { rows, records, violations } = this.#evidence
    const leg = rows.legOf(exit.legId)
    let selling = 0
    for (const other of records.orders) {
      if (other.purpose !== 'EXIT' || other.legId !== exit.legId || !isLive(other)) continue
      selling += other.quantity - other.filledQuantity
      // The orders of one exit are intended at one time.
      if (other.intendedAt !== exit.intendedAt) violations.add('I2', `a second live exit of leg ${exit.legId}`)
    }
    if (!leg || selling > unitsLeft(leg)) violations.add('I4', `exits of ${selling} units of a leg with fewer`)
  }
}
