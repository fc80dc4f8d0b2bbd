import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Order } from './orders.ts'

/** An order on its way: it waits for a quote, for its turn in the budget, for the check of its account, for the broker's answer, or there. */
export interface Dispatched {
  order: Order
  since: Instant
  stage: 'UNPRICED' | 'QUEUED' | 'CHECKING' | 'PLACING' | 'PLACED'
  limit: Paise | null
  /** The limit it was first sent with. */
  firstLimit: Paise | null
  pricedAt: Instant
  /** Units filled, as the broker reports: also ones the books refuse. */
  filled: number
  /** To be cancelled as soon as the broker has it. */
  recalled: string | null
}

/** An order that is given to be sent, at a market time. */
export function toDispatch(order: Order, now: Instant): Dispatched {
  return {
    order,
    since: now,
    stage: 'UNPRICED',
    limit: null,
    firstLimit: null,
    pricedAt: now,
    filled: order.filledQuantity,
    recalled: null,
  }
}
