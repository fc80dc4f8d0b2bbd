import { SECOND, type Instant } from '../../../schema/time.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { TradeRecords } from './TradeRecords.ts'

/** Market milliseconds after which an unanswered order is reported: by then the broker's book has usually been read. */
const UNRESOLVED_AFTER = 3 * SECOND

export interface UnresolvedOrdersParts {
  readonly records: Pick<TradeRecords, 'keepUnresolved'>
  /** For what memory does not depend on. */
  readonly beside: JobQueue
  /** How many orders have had no outcome since a market time or longer, by user: each kind of order by itself. */
  readonly lostAt: (since: Instant) => readonly ReadonlyMap<string, number>[]
}

/** Stores whose orders have no outcome from the broker, when that has changed. */
export class UnresolvedOrders {
  readonly #parts: UnresolvedOrdersParts
  /** What the books have; null: not known. */
  #told: string | null = null

  constructor(parts: UnresolvedOrdersParts) {
    this.#parts = parts
  }

  /** The books may have something else: they are told again. */
  forget(): void {
    this.#told = null
  }

  tell(now: Instant): void {
    const { records, beside, lostAt } = this.#parts
    const counts = new Map<string, number>()
    for (const [userId, orders] of lostAt(now - UNRESOLVED_AFTER).flatMap((some) => [...some]))
      counts.set(userId, (counts.get(userId) ?? 0) + orders)
    const told = [...counts].flat().join(' ')
    if (told === this.#told) return
    this.#told = told
    void beside
      .add('keep unresolved orders', () => records.keepUnresolved(counts))
      .then((outcome) => {
        if (outcome === 'abandoned') this.forget()
      })
  }
}
