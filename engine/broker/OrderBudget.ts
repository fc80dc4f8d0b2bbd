import { SECOND, type Instant } from '../../schema/time.ts'
import { ORDER_BUDGET } from '../../schema/trading/orderBudget.ts'

/** Orders, changes and cancellations of one account a second. */
export const ORDERS_A_SECOND = ORDER_BUDGET.SECOND.orders
/** What must be left of a budget for an order to go. */
const NEEDED = { EXIT: 1, ENTRY: 1 + ORDER_BUDGET.SECOND.forExits } as const

/** Exits: whatever closes a position or calls an order back. */
export type OrderUrgency = 'EXIT' | 'ENTRY'

interface Bucket {
  tokens: number
  /** When it was last filled up. */
  at: Instant
  /** Null: nothing waits. */
  waiting: Readonly<Record<OrderUrgency, (() => void)[]>> | null
}

/**
 * Limits each account to one second's orders at once and as many a second after; exits go first, and the last of them are reserved for
 * exits (`ORDER_BUDGET`).
 * Time is pushed in; an order within budget goes at once, the others with a later `onTime`.
 */
export class OrderBudget {
  readonly #buckets = new Map<string, Bucket>()
  /** The accounts with waiting orders. */
  readonly #waiting = new Set<Bucket>()
  #now: Instant
  #tidiedAt: Instant

  constructor(now: Instant) {
    this.#now = now
    this.#tidiedAt = now
  }

  /** Calls `go` when it is the order's turn, which may be now. Of one account and urgency in the order of asking. */
  ask(account: string, urgency: OrderUrgency, go: () => void): void {
    const bucket = this.#buckets.get(account) ?? { tokens: ORDERS_A_SECOND, at: this.#now, waiting: null }
    this.#buckets.set(account, bucket)
    this.#fill(bucket)
    if (!bucket.waiting && bucket.tokens >= NEEDED[urgency]) {
      bucket.tokens--
      go()
      return
    }
    bucket.waiting ??= { EXIT: [], ENTRY: [] }
    bucket.waiting[urgency].push(go)
    this.#waiting.add(bucket)
    this.#serve(bucket)
  }

  /** An order had its turn and was not sent. */
  giveBack(account: string): void {
    const bucket = this.#buckets.get(account)
    if (!bucket) return
    bucket.tokens = Math.min(ORDERS_A_SECOND, bucket.tokens + 1)
    this.#serve(bucket)
  }

  /** Time moved on; a clock that was set back begins a new second. */
  onTime(now: Instant): void {
    this.#now = now
    for (const bucket of this.#waiting) this.#serve(bucket)
    if (now < this.#tidiedAt || now - this.#tidiedAt >= SECOND) this.#tidy()
  }

  #serve(bucket: Bucket): void {
    this.#fill(bucket)
    const { waiting } = bucket
    if (!waiting) return
    for (;;) {
      const urgency = waiting.EXIT.length > 0 ? 'EXIT' : 'ENTRY'
      const next = bucket.tokens >= NEEDED[urgency] ? waiting[urgency].shift() : undefined
      if (!next) break
      bucket.tokens--
      next()
    }
    if (waiting.EXIT.length + waiting.ENTRY.length > 0) return
    bucket.waiting = null
    this.#waiting.delete(bucket)
  }

  #fill(bucket: Bucket): void {
    const earned = (Math.max(0, this.#now - bucket.at) / SECOND) * ORDERS_A_SECOND
    bucket.tokens = Math.min(ORDERS_A_SECOND, bucket.tokens + earned)
    bucket.at = this.#now
  }

  /** Forgets the accounts that have been quiet: a full budget needs no record. */
  #tidy(): void {
    this.#tidiedAt = this.#now
    for (const [account, bucket] of this.#buckets) {
      if (bucket.waiting) continue
      this.#fill(bucket)
      if (bucket.tokens === ORDERS_A_SECOND) this.#buckets.delete(account)
    }
  }
}
