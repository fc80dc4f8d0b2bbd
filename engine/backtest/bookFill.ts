import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import { bookTrade, type Bookable } from '../trading/bookTrade.ts'
import type { Trade } from '../trading/trades.ts'

/** A trade that was bought, with every order there is of it. */
export interface BookedTrade extends Bookable {
  readonly trade: Trade
}

/** An order that was sent and is not filled yet. */
export type SentOrder = Bookable['orders'][number]

const NONE_KNOWN: ReadonlySet<string> = new Set()

/**
 * Has history fill an order whole, and books the fill as a broker's. `bookable`: its trade, or its trade to be, without the order;
 * `at`: market time. Throws a RangeError when the books refuse the fill: the order was not one of the trade as it stands.
 */
export function bookFill(rules: MarketRules, bookable: Bookable, order: SentOrder, price: Paise, at: Instant): BookedTrade {
  const { origin, trade, orders } = bookable
  const { clientOrderId, quantity } = order
  const booking = bookTrade(
    rules,
    { origin, trade, orders: [...orders, order] },
    [{ type: 'filled', clientOrderId, at, fillId: clientOrderId, quantity, price }],
    NONE_KNOWN,
  )
  const [booked] = booking.orders
  if (!booked || !booking.trade) throw new RangeError(`${clientOrderId} was not booked: ${JSON.stringify(booking.alarms)}`)
  const { status, filledQuantity, filledValue } = booked
  return { origin, trade: booking.trade, orders: [...orders, { ...order, status, filledQuantity, filledValue, firstFillAt: at }] }
}
