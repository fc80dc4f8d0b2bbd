import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { applyUpdates, type Bookable } from '../../trading/positions/applyUpdates.ts'
import type { Leg } from '../../trading/positions/legs.ts'

/** An opened leg with all its orders. */
export interface BookedLeg extends Bookable {
  readonly leg: Leg
}

/** An order sent and not filled yet. */
export type SentOrder = Bookable['orders'][number]

const NONE_KNOWN: ReadonlySet<string> = new Set()

/**
 * Fills an order whole from history, and books the fill as a broker's. `bookable`: its leg, open or opening, without the order; `at`:
 * market time. Throws a RangeError when the fill is refused: the order does not fit the leg's state.
 */
export function bookFill(rules: MarketRules, bookable: Bookable, order: SentOrder, price: Paise, at: Instant): BookedLeg {
  const { origin, leg, orders } = bookable
  const { clientOrderId, quantity } = order
  const legUpdate = applyUpdates(
    rules,
    { origin, leg, orders: [...orders, order] },
    [{ type: 'filled', clientOrderId, at, fillId: clientOrderId, quantity, price }],
    NONE_KNOWN,
  )
  const [booked] = legUpdate.orders
  if (!booked || !legUpdate.leg) throw new RangeError(`${clientOrderId} was not booked: ${JSON.stringify(legUpdate.alarms)}`)
  const { status, filledQuantity, filledValue } = booked
  return { origin, leg: legUpdate.leg, orders: [...orders, { ...order, status, filledQuantity, filledValue, firstFillAt: at }] }
}
