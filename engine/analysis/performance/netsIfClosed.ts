import type { OrderRates } from '../../../schema/market/charges.ts'
import { ifClosedAt, openBooksOf } from '../../../schema/market/ifClosedAt.ts'
import type { Paise } from '../../../schema/money.ts'

/** What is booked of a leg that is open, and what closing it takes. Plain data: a worker thread is handed it. */
export interface OpenPosition {
  readonly books: Parameters<typeof openBooksOf>[0]
  /** Units of the largest order that may close it. */
  readonly largest: number
  /** Of its option; null: not known. */
  readonly price: Paise | null
  readonly rates: OrderRates
}

/** What each would leave if it were closed at its price, after charges (ifClosedAt.ts); null where the price is not known. */
export function netsIfClosed(positions: readonly OpenPosition[]): readonly (Paise | null)[] {
  return positions.map(({ books, largest, price, rates }) =>
    price === null ? null : ifClosedAt(openBooksOf(books, largest), price, rates).net,
  )
}
