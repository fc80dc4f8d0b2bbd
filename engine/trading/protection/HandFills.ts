import { SECOND, type Instant } from '../../../schema/time.ts'
import type { BrokerOrder, OrderByHand } from '../../broker/port.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { keyOf, type Holding } from './LegHoldings.ts'

/** Market milliseconds after which an order that no book shows was none. */
const SEEN_WITHIN = 30 * SECOND

type FilledOrder = Pick<OrderByHand, 'brokerOrderId' | 'filled' | 'filledInAll'>

interface Told {
  readonly order: FilledOrder
  readonly at: Instant
  /** What it has closed, by leg. */
  readonly closed: ReadonlyMap<string, number>
}

interface OfHolding {
  /** Units that the account has beside its legs, by hand, as far as is known. */
  beside: number
  /** Oldest first. */
  told: readonly Told[]
}

/**
 * What owners trade by hand in the contracts of their legs, from its report until a look at the account's books shows it. What is sold by hand
 * is first of what was bought by hand, then of the legs, oldest first.
 */
export class HandFills {
  readonly #holdings = new Map<string, OfHolding>()

  /** More of what legs hold was opened beside them. */
  opened(holding: Holding, order: FilledOrder, now: Instant): void {
    this.#tell(holding, order, now, new Map()).beside += order.filled
  }

  /** What legs hold was closed, or what lay beside them. `legs`: of one contract and side, oldest first. */
  closed(legs: readonly [OpenLeg, ...OpenLeg[]], order: FilledOrder, now: Instant): void {
    const closed = new Map<string, number>()
    const ofIt = this.#of(legs[0])
    let left = Math.max(0, order.filled - ofIt.beside)
    ofIt.beside = Math.max(0, ofIt.beside - order.filled)
    for (const leg of legs) {
      const units = Math.min(left, openQuantityOf(leg) - this.of(leg))
      if (units <= 0) continue
      closed.set(leg.id, units)
      left -= units
    }
    this.#tell(legs[0], order, now, closed)
  }

  /** Units of a leg that are closed by hand, and that no look has seen so far. */
  of(leg: OpenLeg): number {
    const told = this.#holdings.get(keyOf(leg))?.told ?? []
    return told.reduce((sum, { closed }) => sum + (closed.get(leg.id) ?? 0), 0)
  }

  /** Units of legs of one contract and side that are closed by hand, and that no look has seen so far. */
  ofAll(legs: readonly OpenLeg[]): number {
    return legs.reduce((sum, leg) => sum + this.of(leg), 0)
  }

  /** A look at the account, which tells from now on what it shows. `beside`: units that it has beside its legs. */
  seen(holding: Holding, orders: readonly BrokerOrder[], beside: number, now: Instant): void {
    const ofIt = this.#of(holding)
    const shown = new Map(orders.map(({ brokerOrderId, filledQuantity }) => [brokerOrderId, filledQuantity]))
    ofIt.told = ofIt.told.filter(
      ({ order, at }) => (shown.get(order.brokerOrderId) ?? 0) < order.filledInAll && Math.abs(now - at) < SEEN_WITHIN,
    )
    if (ofIt.told.length === 0) ofIt.beside = beside
  }

  /** Nothing of a user is open any more. */
  forget(userId: string): void {
    for (const key of this.#holdings.keys()) if (key.startsWith(`${userId} `)) this.#holdings.delete(key)
  }

  #of(holding: Holding): OfHolding {
    const known = this.#holdings.get(keyOf(holding)) ?? { beside: 0, told: [] }
    this.#holdings.set(keyOf(holding), known)
    return known
  }

  #tell(holding: Holding, order: FilledOrder, at: Instant, closed: ReadonlyMap<string, number>): OfHolding {
    const ofIt = this.#of(holding)
    ofIt.told = [...ofIt.told, { order, at, closed }]
    return ofIt
  }
}
