import type { OrderUpdate } from '../../broker/port.ts'

/** Units of a fill that are not among the `filled` units of its order that are known: it may have been told under another id. */
export function newUnitsOf({ quantity, filledInAll }: Extract<OrderUpdate, { type: 'filled' }>, filled: number): number {
  return filledInAll === undefined ? quantity : Math.max(0, Math.min(quantity, filledInAll - filled))
}
