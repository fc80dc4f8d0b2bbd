import type { OrderUpdate } from '../../broker/port.ts'

/** Units of a fill that are not among the known `filled` units of its order: it may have been reported under another id. */
export function newUnitsOf({ quantity, filledInAll }: Extract<OrderUpdate, { type: 'filled' }>, filled: number): number {
  return filledInAll === undefined ? quantity : Math.max(0, Math.min(quantity, filledInAll - filled))
}
