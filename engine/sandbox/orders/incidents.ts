import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { isFinal } from './Order.ts'
import type { OrderRecords } from './OrderRecords.ts'

/** The exchange annuls a fill; the order stays at its end, without those units. False when there is no such fill. */
export function bustFill(records: OrderRecords, fillId: string, now: Instant): boolean {
  const { book } = records
  const fill = book.clientCodes.flatMap((clientCode) => book.fills(clientCode)).find((each) => each.fillId === fillId)
  if (!fill) return false
  const { orderId, clientCode, units, price } = fill
  records.write({ kind: 'bust', fillId, orderId, clientCode }, now)
  const order = book.order(orderId)!
  const left = { filled: order.filled - units, filledValue: order.filledValue - units * price }
  records.change(order, { ...left, text: 'Trade cancelled by the exchange' }, now)
  return true
}

/** Trades units of an order that was cancelled already. False when it was not, or not with that many units. */
export function fillLate(records: OrderRecords, orderId: string, units: number, price: Paise, now: Instant): boolean {
  const order = records.book.order(orderId)
  if (order?.status !== 'cancelled' || units > order.cancelled) return false
  records.trade({ ...order, cancelled: order.cancelled - units }, { units, price }, now)
  return true
}

/** Takes an order off the exchange and off all books without an update. False when it was done. */
export function vanishOrder(records: OrderRecords, orderId: string, now: Instant): boolean {
  const order = records.book.order(orderId)
  if (!order || isFinal(order) || order.vanished) return false
  records.change(order, { vanished: true, resting: null }, now)
  return true
}
