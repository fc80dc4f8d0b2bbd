import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { ifClosedAt, openBooksOf } from '../../../schema/market/ifClosedAt.ts'
import { largestOrder } from '../../../schema/market/orderSlices.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { Leg } from './legs.ts'

/** A leg's loss if its open units were closed at a price at a market time, the charges of both sides included; negative is a gain. */
export function openLossAt(leg: Leg, price: Paise, at: Instant, rules: MarketRules): Paise {
  const { exchange, index, lotSize } = leg.contract
  const date = istDate(at)
  // The booked charges are rounded: the loss may be off by a paisa.
  const books = openBooksOf({ ...leg, charged: leg.charges }, largestOrder(rules.freezeFor(index, date), lotSize))
  return paise(0 - ifClosedAt(books, price, rules.orderRates(exchange, date)).net)
}
