import type { Instant } from '../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, OrderUpdate } from '../../broker/port.ts'

/** The updates that a broker's book implies, as the missed ones would have reported them; may repeat updates that did arrive. */
export function updatesFromBook(order: BrokerOrder, fills: readonly BrokerFill[], at: Instant): OrderUpdate[] {
  const { clientOrderId, brokerOrderId, exchangeOrderId, pricing, state, reason } = order
  const core = { clientOrderId, at, known: { brokerOrderId, exchangeOrderId, limit: pricing.limit } }
  const updates: OrderUpdate[] = []
  if (state === 'TRIGGER_PENDING') updates.push({ ...core, type: 'triggerPending' })
  else if (state !== 'PENDING' && state !== 'REJECTED') updates.push({ ...core, type: 'accepted' })
  for (const { clientOrderId: tag, fillId, quantity, price, filledInAll, at: filledAt } of fills)
    if (tag === clientOrderId) updates.push({ ...core, type: 'filled', at: filledAt, fillId, quantity, price, filledInAll })
  if (state === 'CANCELLED') updates.push({ ...core, type: 'cancelled', reason })
  if (state === 'REJECTED') updates.push({ ...core, type: 'rejected', reason })
  if (state === 'EXPIRED') updates.push({ ...core, type: 'expired', reason })
  return updates
}
