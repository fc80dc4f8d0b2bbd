import { SECOND, type Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { Bookable, LegUpdate } from './applyUpdates.ts'
import { isWithoutOrder } from '../orders/orders.ts'
import { CLOSED_ORDERS } from '../orders/orderStates.ts'

/** Exit attempts without a wait in between. */
const AT_ONCE = 3
/** The first wait; each next one doubles. */
const FIRST_WAIT = 2 * SECOND
const LONGEST_WAIT = 30 * SECOND
/** The failure at which the owner is notified. */
export const TOLD_AT = 3
/** From this failure on closing is up to the owner, until the leg's time is up. */
export const HANDED_OVER_AT = 10

/** How often in a row the exit of an open leg ended without selling it. */
export interface ExitTries {
  /** Why it must be closed. */
  readonly reason: ExitReason
  readonly failures: number
  /** Market time of the next attempt. */
  readonly retryAt: Instant
}

/** An exit whose orders all ended without selling the leg. */
export interface FailedExit {
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
  /** Whether it sold a part of the leg: that resets the count. */
  readonly sold: boolean
}

/** Adds a failure; `before`: null when there was none. */
export function afterFailedExit(before: Pick<ExitTries, 'failures'> | null, { reason, at, sold }: FailedExit): ExitTries {
  const failures = sold ? 1 : (before?.failures ?? 0) + 1
  const wait = failures < AT_ONCE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - AT_ONCE))
  return { reason, failures, retryAt: at + wait }
}

/** Whether closing it is up to the leg's owner. */
export function isHandedOver({ failures }: Pick<ExitTries, 'failures'>): boolean {
  return failures >= HANDED_OVER_AT
}

/** Whether to retry an exit; `timeIsUp`: the leg must close, whoever was asked to close it. */
export function isRetryDue(tries: ExitTries, now: Instant, timeIsUp: boolean): boolean {
  // A longer wait than that means the clock was set back since.
  const isOver = now >= tries.retryAt || tries.retryAt - now > LONGEST_WAIT
  return isOver && (timeIsUp || !isHandedOver(tries))
}

/**
 * The failed exit that a leg update ends; null when it ends none, or more of its orders are under way. What an owner closes by hand is no exit
 * that was to close the rest, too.
 */
export function failedExitOf({ orders: before }: Bookable, { orders, leg }: LegUpdate, at: Instant): FailedExit | null {
  if (!leg || leg.closing) return null
  const after = new Map(orders.map((order) => [order.id, order]))
  const exits = before.flatMap((order) => (order.purpose === 'EXIT' ? { order, booked: after.get(order.id) ?? order } : []))
  if (exits.some(({ booked }) => !CLOSED_ORDERS.includes(booked.status))) return null
  const ended = exits.filter(({ order }) => !CLOSED_ORDERS.includes(order.status) && !isWithoutOrder(order.clientOrderId))
  const last = ended.at(-1)
  if (!last) return null
  return { reason: last.order.exitReason, at, sold: ended.some(({ order, booked }) => booked.filledQuantity > order.filledQuantity) }
}
