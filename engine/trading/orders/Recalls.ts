import { SECOND, type Instant } from '../../../schema/time.ts'
import type { ExecutionPort } from '../../broker/port.ts'
import type { SentOrder } from './orders.ts'
import { accountOf } from './pricedRequest.ts'

/** Market milliseconds from one answer to the next cancellation of an order that has not ended; doubled each time, up to the longest. */
const AGAIN = { first: 2 * SECOND, longest: 30 * SECOND }
/** Market milliseconds until a busy broker is asked again. */
const AFTER_BUSY = SECOND
/** How often a busy broker is asked about an order no longer known here: it may already be another node's. */
const MOST_BUSY = 60

export interface RecallsParts {
  readonly broker: Pick<ExecutionPort, 'cancel'>
  /** Calls back when it is the order's turn in the budget, as an exit's. */
  readonly ask: (order: SentOrder, go: () => void) => void
  /** Whether an order is still on its way; the end of any other would not be reported. */
  readonly isKnown: (order: SentOrder) => boolean
}

interface Recall {
  readonly order: SentOrder
  readonly reason: string
  /** Null while a cancellation is under way. */
  next: Instant | null
  wait: number
  busy: number
}

/**
 * Recalls orders that the broker has, until each has ended: a cancellation may be lost, refused for a while, or taken without effect.
 * Market time is pushed in.
 */
export class Recalls {
  readonly #parts: RecallsParts
  /** By client order id. */
  readonly #recalls = new Map<string, Recall>()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: RecallsParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Requests an order's cancellation. Ignores one that is being cancelled. */
  begin(order: SentOrder, reason: string): void {
    if (this.#recalls.has(order.clientOrderId)) return
    const recall: Recall = { order, reason, next: null, wait: AGAIN.first, busy: 0 }
    this.#recalls.set(order.clientOrderId, recall)
    this.#ask(recall)
  }

  /** The order has ended. */
  forget(clientOrderId: string): void {
    this.#recalls.delete(clientOrderId)
  }

  /** The obstacle may be gone: retries all of a user, or of everybody, that have not ended. */
  hurry(userId: string | null): void {
    for (const recall of this.#recalls.values()) {
      if (userId !== null && recall.order.userId !== userId) continue
      recall.wait = AGAIN.first
      if (recall.next !== null) this.#ask(recall)
    }
  }

  onTime(now: Instant): void {
    this.#now = now
    for (const recall of this.#recalls.values()) {
      const { next } = recall
      // A longer wait than that means the clock was set back since.
      if (next === null || (next > now && next - now <= AGAIN.longest)) continue
      if (recall.busy === 0 && !this.#parts.isKnown(recall.order)) this.forget(recall.order.clientOrderId)
      else this.#ask(recall)
    }
  }

  #ask(recall: Recall): void {
    const { broker, ask } = this.#parts
    const { order, reason } = recall
    const isWanted = () => this.#recalls.get(order.clientOrderId) === recall
    recall.next = null
    ask(order, () => {
      if (!isWanted()) return
      void broker
        .cancel(accountOf(order), order.clientOrderId, reason, isWanted)
        .then(({ kind }) => this.#onAnswer(recall, kind === 'busy'))
    })
  }

  #onAnswer(recall: Recall, isBusy: boolean): void {
    const { order, wait } = recall
    if (isBusy) {
      recall.busy++
      recall.next = this.#now + AFTER_BUSY
    } else {
      recall.busy = 0
      recall.next = this.#now + wait
      recall.wait = Math.min(AGAIN.longest, 2 * wait)
    }
    if (!this.#parts.isKnown(order) && (recall.busy === 0 || recall.busy >= MOST_BUSY)) this.forget(order.clientOrderId)
  }
}
