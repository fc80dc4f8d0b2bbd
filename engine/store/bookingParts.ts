import type { OrderUpdate } from '../broker/port.ts'
import { partitionOf } from '../cluster/partitionOf.ts'
import type { KnownEntries } from './KnownEntries.ts'

/** Updates that one transaction books. */
export interface BookingPart {
  readonly updates: readonly OrderUpdate[]
  /** Whether a user of a partition may be among theirs. */
  readonly concerns: (partition: number) => boolean
}

/** Updates that are worth a second transaction. */
const MANY = 500

/**
 * Entries in number are booked in two transactions side by side, the users of even partitions in one and those of odd ones in the other;
 * everything else in one.
 */
export function bookingParts(known: KnownEntries, updates: readonly OrderUpdate[]): BookingPart[] {
  const whole = [{ updates, concerns: () => true }]
  if (updates.length < MANY) return whole
  const [even, odd]: [OrderUpdate[], OrderUpdate[]] = [[], []]
  for (const update of updates) {
    const entry = known.get(update.clientOrderId)
    if (!entry) return whole
    ;(isEven(partitionOf(entry.order.userId)) ? even : odd).push(update)
  }
  const parts = [
    { updates: even, concerns: isEven },
    { updates: odd, concerns: (partition: number) => !isEven(partition) },
  ]
  return parts.filter((part) => part.updates.length > 0)
}

function isEven(partition: number): boolean {
  return partition % 2 === 0
}
