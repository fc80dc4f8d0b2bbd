import type { Instant } from '../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, OrderUpdate } from '../../broker/port.ts'
import { updatesFromBook } from './updatesFromBook.ts'

/** What our side has of an order at the broker. */
export interface KnownOrder {
  readonly clientOrderId: string
  /** Units filled. */
  readonly booked: number
  /** Whether the exchange is known to have it. */
  readonly isAccepted: boolean
}

/**
 * The updates of an order that its broker's books imply and our side lacks; none where both say the same. An end is left out while the book of
 * fills is behind the book of orders: it would come before its fills. Repeating one that is on its way changes nothing.
 */
export function missingUpdates(known: KnownOrder, order: BrokerOrder, fills: readonly BrokerFill[], at: Instant): OrderUpdate[] {
  const filled = fills.reduce((sum, fill) => (fill.clientOrderId === order.clientOrderId ? sum + fill.quantity : sum), 0)
  return updatesFromBook(order, fills, at).filter((update) => {
    if (update.type === 'accepted' || update.type === 'triggerPending') return !known.isAccepted
    if (update.type === 'filled') return (update.filledInAll ?? filled) > known.booked
    return filled >= order.filledQuantity
  })
}
