import type { Instant } from '../../../../schema/time.ts'
import type { BrokerFill } from '../../port.ts'
import { Absences } from './Absences.ts'
import type { TrackedOrder } from './TrackedOrder.ts'

/**
 * A fill that differs from its report: the exchange annulled it (`ANNULLED`), or the trade book has other prices than the frame
 * reported (`OTHER_PRICE`).
 */
export interface FillIncident {
  readonly kind: 'ANNULLED' | 'OTHER_PRICE'
  readonly fill: BrokerFill
  /** Market time at which it was noticed. */
  readonly at: Instant
}

/** For how long a fill must stay away from the trade book. */
const GONE_AFTER_SECONDS = 10

/** Notices reported fills that are not in the trade book, or no longer, of orders that say they are filled with fewer units. */
export class FillWatch {
  readonly #absences = new Absences(GONE_AFTER_SECONDS)

  /** The fills of an order that are annulled. `present`: the ids in the trade book; `now`: monotonic time. */
  missing(
    order: Pick<TrackedOrder, 'fills' | 'early' | 'told' | 'filled'>,
    present: ReadonlySet<string>,
    now: number,
  ): readonly BrokerFill[] {
    return [...order.fills.values(), ...order.early].filter((fill) => {
      if (!present.has(fill.fillId)) return this.#absences.absent(fill.fillId, now) && order.told.units > order.filled
      this.#absences.present(fill.fillId)
      return false
    })
  }
}
