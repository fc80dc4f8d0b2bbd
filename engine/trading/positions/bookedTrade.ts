import type { LegUpdate } from './applyUpdates.ts'
import type { Leg } from './legs.ts'
import { CLOSED_ORDERS } from '../orders/orderStates.ts'
import type { Order } from '../orders/orders.ts'
import { isOver } from './heldOf.ts'
import { summaryOf, type TradeSummary } from './summaryOf.ts'

/** A trade before its legs were booked. */
export interface TradeBefore {
  /** Its legs at that time, oldest first. */
  readonly legs: readonly Leg[]
  readonly orders: readonly Order[]
}

/** A trade after the updates of its legs. */
export interface BookedTrade {
  readonly summary: TradeSummary
  readonly change: 'opened' | 'changed' | 'closed'
}

/** A trade after updates of its legs; null: they neither changed a leg nor ended the trade. */
export function bookedTrade({ legs: before, orders }: TradeBefore, legUpdates: readonly LegUpdate[]): BookedTrade | null {
  const booked = new Map(legUpdates.flatMap(({ leg }) => (leg ? [[leg.id, leg] as const] : [])))
  const known = new Set(before.map(({ id }) => id))
  const [first, ...others] = [...before.map((leg) => booked.get(leg.id) ?? leg), ...[...booked.values()].filter(({ id }) => !known.has(id))]
  if (!first) return null
  const statuses = new Map(legUpdates.flatMap((legUpdate) => legUpdate.orders.map(({ id, status }) => [id, status] as const)))
  const isEntering = (order: Order) => order.purpose === 'ENTRY' && !CLOSED_ORDERS.includes(statuses.get(order.id) ?? order.status)
  const over = isOver([first, ...others], orders.some(isEntering))
  const wasEntering = orders.some((order) => order.purpose === 'ENTRY' && !CLOSED_ORDERS.includes(order.status))
  if (!over && legUpdates.every(({ change }) => change === null)) return null
  return {
    summary: summaryOf([first, ...others], over),
    change: over ? 'closed' : before.length === 0 || isOver(before, wasEntering) ? 'opened' : 'changed',
  }
}
