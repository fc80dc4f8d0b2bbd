import { SECOND, type Instant } from '../../../schema/time.ts'
import type { AccountKey, BrokerFill, BrokerOrder, BrokerPosition } from '../../broker/port.ts'

/** Market milliseconds between two looks at an account. */
export const LOOK_EVERY = 2 * SECOND

/**
 * A look at an account: its books at the broker, each as it was when it was read. They are read in this order: a fill in between is in the
 * positions and among the fills, never missed.
 */
export interface AccountLook extends AccountKey {
  /** Market time at which it began. */
  readonly at: Instant
  /** Tags of the orders that were lost when it began. One that was lost since may be missing because the books are from before it. */
  readonly lost: ReadonlySet<string>
  readonly orders: readonly BrokerOrder[]
  readonly positions: readonly BrokerPosition[]
  readonly fills: readonly BrokerFill[]
}

/** Whether a look confirms what another has found. One that was asked for in between may have the same readings. */
export function isAnotherLook({ at }: AccountLook, before: Instant): boolean {
  return Math.abs(at - before) >= LOOK_EVERY
}
