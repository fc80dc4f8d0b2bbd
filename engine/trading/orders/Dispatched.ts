import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { SentOrder } from './orders.ts'

/** An order on its way: it waits for a quote, for its turn in the budget, for the check of its account, for the broker's answer, or there. */
export interface Dispatched {
  order: SentOrder
  since: Instant
  stage: 'UNPRICED' | 'QUEUED' | 'CHECKING' | 'PLACING' | 'PLACED'
  /** At the broker it waits for a trigger still: it was the stop of its leg. */
  isStop: boolean
  /** Whether the broker has taken its last change: only of such a one it says that it was refused. */
  isChangeTaken: boolean
  /** How often it was changed, and how often in a row the broker would not let its stop become a limit order. */
  changes: number
  refusals: number
  limit: Paise | null
  /** The limit it was first sent with. */
  firstLimit: Paise | null
  /** Market time from which its price is checked again. */
  repriceAt: Instant
  /** Units filled, as the broker reports: also ones the books refuse. */
  filled: number
  /** To be cancelled as soon as the broker has it. */
  recalled: string | null
}

/** An order that is given to be sent, at a market time. */
export function toDispatch(order: SentOrder, now: Instant): Dispatched {
  return {
    order,
    since: now,
    stage: 'UNPRICED',
    isStop: false,
    isChangeTaken: false,
    changes: 0,
    refusals: 0,
    limit: null,
    firstLimit: null,
    repriceAt: now,
    filled: order.filledQuantity,
    recalled: null,
  }
}
