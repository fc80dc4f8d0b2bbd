import type { OrderStatus, SandboxOrder } from '../orders/Order.ts'
import { orderData, withoutTag } from '../rest/orderRows.ts'

/** The codes of order updates (SmartAPI §9); events missing here are not published. */
const CODES: Partial<Record<OrderStatus, string>> = {
  open: 'AB01',
  cancelled: 'AB02',
  rejected: 'AB03',
  modified: 'AB04',
  complete: 'AB05',
  'open pending': 'AB09',
  'trigger pending': 'AB10',
  'modify pending': 'AB11',
}

const NUMBERS = ['price', 'triggerprice', 'squareoff', 'stoploss', 'trailingstoploss', 'averageprice', 'strikeprice'] as const
const TEXTS = [
  ...['variety', 'ordertype', 'producttype', 'duration', 'quantity', 'disclosedquantity', 'ordertag', 'tradingsymbol', 'transactiontype'],
  ...['exchange', 'symboltoken', 'instrumenttype', 'optiontype', 'expirydate', 'lotsize', 'cancelsize', 'filledshares', 'unfilledshares'],
  ...['orderid', 'text', 'status', 'orderstatus', 'updatetime', 'exchtime', 'exchorderupdatetime', 'fillid', 'filltime', 'parentorderid'],
]
const NOTHING = { ...Object.fromEntries(TEXTS.map((name) => [name, ''])), ...Object.fromEntries(NUMBERS.map((name) => [name, 0])) }

/** The first frame of a connection. */
export function connectedFrame(clientCode: string): string {
  return frame(clientCode, 'AB00', NOTHING)
}

/** The code of the frame for an order's change; null when there is no frame. */
export function frameCode({ status, vanished }: SandboxOrder): string | null {
  return vanished ? null : (CODES[status] ?? null)
}

/** The frame for an order's change. `untagged`: how its tag is left out; null: it is there. */
export function orderFrame(order: SandboxOrder, code: string, untagged: 'missing' | 'empty' | null): string {
  return frame(order.clientCode, code, untagged === null ? orderData(order) : withoutTag(orderData(order), untagged))
}

function frame(clientCode: string, code: string, data: object): string {
  return JSON.stringify({ 'user-id': clientCode, 'status-code': '200', 'order-status': code, 'error-message': '', orderData: data })
}
