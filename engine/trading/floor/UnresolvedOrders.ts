import { SECOND, type Instant } from '../../../schema/time.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { OrderDispatch } from '../orders/OrderDispatch.ts'
import type { LiveProtection } from '../protection/LiveProtection.ts'
import type { TradeRecords } from './TradeRecords.ts'

/** Market milliseconds after which an unanswered order is reported: by then the broker's book has usually been read. */
const REPORTED_AFTER = 3 * SECOND

export interface UnresolvedOrdersParts {
  readonly records: Pick<TradeRecords, 'keepUnresolved'>
  readonly queue: JobQueue
  readonly orders: Pick<OrderDispatch, 'lostAt'>
  readonly stops: Pick<LiveProtection, 'lostStopsAt'>
}

/** Keeps in the books how many orders, protective stops included, have no outcome from the broker, by user. */
export class UnresolvedOrders {
  readonly #parts: UnresolvedOrdersParts
  /** What the books have; null: not known. */
  #kept: string | null = null

  constructor(parts: UnresolvedOrdersParts) {
    this.#parts = parts
  }

  /** The books may have changed hands: they are written anew. */
  forget(): void {
    this.#kept = null
  }

  /** Stores the counts where they have changed. `now`: market time. */
  onTime(now: Instant): void {
    const { records, queue, orders, stops } = this.#parts
    const counts = new Map(orders.lostAt(now - REPORTED_AFTER))
    for (const [userId, lost] of stops.lostStopsAt(now - REPORTED_AFTER)) counts.set(userId, (counts.get(userId) ?? 0) + lost)
    const found = [...counts].flat().join(' ')
    if (found === this.#kept) return
    this.#kept = found
    void queue
      .add('keep unresolved orders', () => records.keepUnresolved(counts))
      .then((outcome) => {
        if (outcome === 'abandoned') this.#kept = null
      })
  }
}
