import { SECOND, type Instant } from '../../../schema/time.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { StandingFacts } from './StandingFacts.ts'
import type { TradeRecords } from './TradeRecords.ts'

/** Market milliseconds after which an unanswered order is reported: by then the broker's book has usually been read. */
const UNRESOLVED_AFTER = 3 * SECOND

export interface UnresolvedOrdersParts {
  readonly records: Pick<TradeRecords, 'keepUnresolved'>
  /** For what memory does not depend on. */
  readonly beside: JobQueue
  /** How many orders have had no outcome since a market time or longer, by user. */
  readonly lostAt: (since: Instant) => ReadonlyMap<string, number>
}

/** Stores whose orders have no outcome from the broker, when that has changed. */
export class UnresolvedOrders {
  readonly #lostAt: UnresolvedOrdersParts['lostAt']
  readonly #standing: StandingFacts<readonly (readonly [userId: string, orders: number])[]>

  constructor({ records, beside, lostAt }: UnresolvedOrdersParts) {
    this.#lostAt = lostAt
    this.#standing = new StandingFacts({
      ...{ name: 'keep unresolved orders', beside },
      keep: (counts) => records.keepUnresolved(new Map(counts)),
    })
  }

  /** The books may have something else: they are told again. */
  forget(): void {
    this.#standing.forget()
  }

  tell(now: Instant): void {
    this.#standing.tell([...this.#lostAt(now - UNRESOLVED_AFTER)])
  }
}
