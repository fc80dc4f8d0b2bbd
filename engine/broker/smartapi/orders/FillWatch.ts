import { SECOND, type Instant } from '../../../../schema/time.ts'
import type { BrokerFill } from '../../port.ts'
import type { TrackedOrder } from './TrackedOrder.ts'

/**
 * A reported fill that is not as it was reported: the exchange annulled it (`ANNULLED`), or the trade book has other prices than the frame
 * that told it (`OTHER_PRICE`).
 */
export interface FillIncident {
  readonly kind: 'ANNULLED' | 'OTHER_PRICE'
  readonly fill: BrokerFill
  /** Market time at which it was noticed. */
  readonly at: Instant
}

/** A book that lags shows what was a moment ago: a fill is gone only when it stays away this long, and from as many reads. */
const GONE_AFTER = 10 * SECOND
const GONE_AFTER_READS = 3

/** Notices reported fills that are not in the trade book, or no longer, of orders that say they are filled with fewer units. */
export class FillWatch {
  readonly #missing = new Map<string, { readonly since: number; reads: number }>()

  /** The fills of an order that are annulled. `present`: the ids in the trade book; `now`: monotonic time. */
  missing(
    order: Pick<TrackedOrder, 'fills' | 'early' | 'told' | 'filled'>,
    present: ReadonlySet<string>,
    now: number,
  ): readonly BrokerFill[] {
    return [...order.fills.values(), ...order.early].filter((fill) => {
      if (present.has(fill.fillId)) {
        this.#missing.delete(fill.fillId)
        return false
      }
      const seen = this.#missing.get(fill.fillId) ?? { since: now, reads: 0 }
      this.#missing.set(fill.fillId, seen)
      seen.reads++
      return seen.reads >= GONE_AFTER_READS && now - seen.since >= GONE_AFTER && order.told.units > order.filled
    })
  }
}
