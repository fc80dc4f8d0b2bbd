import { SECOND, type Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { Bookable, LegUpdate } from './applyUpdates.ts'
import { CLOSED_ORDERS } from '../orders/orderStates.ts'

/** So often an exit is tried without a wait in between. */
const AT_ONCE = 3
/** The first wait; each of the next is twice as long. */
const FIRST_WAIT = 2 * SECOND
const LONGEST_WAIT = 30 * SECOND
/** At the failure of this number the owner is notified. */
export const TOLD_AT = 3
/** From the failure of this number on closing is up to the owner, until the leg's time is up. */
export const HANDED_OVER_AT = 10

/** How often the exit of an open leg has ended without selling it, the last times in a row. */
export interface ExitTries {
  /** Why it is to be closed. */
  readonly reason: ExitReason
  readonly failures: number
  /** Market time from which on it is tried again. */
  readonly retryAt: Instant
}

/** An exit that has ended, all orders of it, without selling the leg. */
export interface FailedExit {
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
  /** Whether a part of the leg was sold by it: the failures are counted anew then. */
  readonly sold: boolean
}

/** Failed exits with one more; `before`: null when none is known. */
export function afterFailedExit(before: Pick<ExitTries, 'failures'> | null, { reason, at, sold }: FailedExit): ExitTries {
  const failures = sold ? 1 : (before?.failures ?? 0) + 1
  const wait = failures < AT_ONCE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - AT_ONCE))
  return { reason, failures, retryAt: at + wait }
}

/** Whether it is for the leg's owner to close it. */
export function isHandedOver({ failures }: Pick<ExitTries, 'failures'>): boolean {
  return failures >= HANDED_OVER_AT
}

/** Whether an exit is to be tried again; `timeIsUp`: the leg must not be open any longer, whoever was asked to close it. */
export function isRetryDue(tries: ExitTries, now: Instant, timeIsUp: boolean): boolean {
  // A wait longer than any is of a clock that was set back since.
  const isOver = now >= tries.retryAt || tries.retryAt - now > LONGEST_WAIT
  return isOver && (timeIsUp || !isHandedOver(tries))
}

/** The failed exit that a leg update is the end of; null when it is none, or more orders of it are under way. */
export function failedExitOf({ orders: before }: Bookable, { orders, leg }: LegUpdate, at: Instant): FailedExit | null {
  if (!leg || leg.closing) return null
  const after = new Map(orders.map((order) => [order.id, order]))
  const exits = before.flatMap((order) => (order.purpose === 'EXIT' ? { order, booked: after.get(order.id) ?? order } : []))
  if (exits.some(({ booked }) => !CLOSED_ORDERS.includes(booked.status))) return null
  const ended = exits.filter(({ order }) => !CLOSED_ORDERS.includes(order.status))
  const last = ended.at(-1)
  if (!last) return null
  return { reason: last.order.exitReason, at, sold: ended.some(({ order, booked }) => booked.filledQuantity > order.filledQuantity) }
}
