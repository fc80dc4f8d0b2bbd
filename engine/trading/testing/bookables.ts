import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import type { Bookable, LegUpdate } from '../positions/applyUpdates.ts'
import type { EntryTerms, ExitOrder } from '../orders/orders.ts'
import { originOf, TERMS } from './legs.ts'

const NOW = istInstant('2026-07-01', 600)

type BookableOrder = Bookable['orders'][number]

/** An entry order of three lots that was sent at ten. For tests. */
export function entryOrder(rest: Partial<Extract<BookableOrder, { purpose: 'ENTRY' }>> = {}): BookableOrder {
  return {
    ...coreOf('o1', 'E1'),
    side: 'BUY',
    purpose: 'ENTRY',
    signalId: 'g',
    version: 1,
    terms: TERMS,
    reserved: paise(25_000_00),
    ...rest,
  }
}

/** An exit order of three lots that was sent at ten. For tests. */
export function exitOrder(id: string, clientOrderId: string, rest: Partial<ExitOrder> = {}): BookableOrder {
  return { ...coreOf(id, clientOrderId), side: 'SELL', purpose: 'EXIT', exitReason: 'STOP', ...rest }
}

function coreOf(id: string, clientOrderId: string) {
  const { userId, subscriptionId, strategyId, tradeId, id: legId, mode, contract } = originOf()
  return {
    ...{ id, clientOrderId, userId, subscriptionId, strategyId, tradeId, legId, mode, contract, quantity: 3 * contract.lotSize },
    ...{ filledQuantity: 0, filledValue: paise(0), status: 'SUBMITTED' as const, intendedAt: NOW, firstFillAt: null },
  }
}

/** A leg to be, with the orders there are of it. For tests. */
export function bookableOf(orders: readonly BookableOrder[], terms: EntryTerms = TERMS): Bookable {
  return { origin: originOf({ terms }), leg: null, orders }
}

/** A fill, a minute past ten by default; the price in paise. For tests. */
export function fillOf(clientOrderId: string, fillId: string, quantity: number, price: number, at: Instant = NOW + MINUTE): OrderUpdate {
  return { type: 'filled', clientOrderId, at, fillId, quantity, price: paise(price) }
}

/** The stored row after a leg update. For tests. */
export function afterUpdate(bookable: Bookable, { orders, fills, leg }: LegUpdate): Bookable {
  return {
    ...{ origin: bookable.origin, leg },
    orders: bookable.orders.map((order) => {
      const booked = orders.find(({ id }) => id === order.id)
      if (!booked) return order
      const { status, filledQuantity, filledValue } = booked
      const firstFillAt = order.firstFillAt ?? fills.find(({ orderId }) => orderId === order.id)?.filledAt ?? null
      return { ...order, status, filledQuantity, filledValue, firstFillAt }
    }),
  }
}
