import type { Logger } from 'pino'
import type { EndSpan } from '../../../schema/tracing/spans.ts'
import type { ExitOrder } from '../orders/orders.ts'
import type { ExitRequest } from '../positions/OpenLegs.ts'

/** Joins a request to a gateway with the orders that result from it: a log line for each, and a span where traces are on. */
export function tellExits(
  exits: readonly ExitOrder[],
  requests: readonly ExitRequest[],
  endSpan: EndSpan | null,
  log: Pick<Logger, 'info'>,
): void {
  const asked = new Map(requests.flatMap(({ legId, requestId }) => (requestId ? [[legId, requestId]] : [])))
  if (asked.size === 0) return
  for (const { id: orderId, clientOrderId, tradeId, legId, exitReason } of exits) {
    const requestId = asked.get(legId)
    if (!requestId) continue
    log.info({ requestId, tradeId, legId, orderId, clientOrderId, exitReason }, 'a trade is closed as asked')
    endSpan?.({
      ...{ name: 'exit order', requestId, kind: 'caused' },
      attributes: { 'sakha.trade.id': tradeId, 'sakha.leg.id': legId, 'sakha.order.id': orderId, 'sakha.exit.reason': exitReason },
    })
  }
}
