import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { Fill } from '../trading/positions/applyUpdates.ts'
import type { Leg } from '../trading/positions/legs.ts'
import { netOf, type BookedPosition } from './positionLaws.ts'
import type { OrderRow } from './SimulatedRecords.ts'

/** The invariants' own ledger: every row as it was last shown to them. */
export class WitnessedRows {
  /** By strategy. */
  readonly #rules: ReadonlyMap<string, PositionRule>
  readonly #orders = new Map<string, OrderRow>()
  readonly #ordersOf = new Map<string, Map<string, OrderRow>>()
  readonly #fillsOf = new Map<string, Fill[]>()
  readonly #legs = new Map<string, Leg>()
  /** By trade, the first one opened first. */
  readonly #legsOf = new Map<string, Map<string, Leg>>()
  readonly #toldLate = new Set<string>()

  /** `rules`: of the strategies that open positions, by strategy. */
  constructor(rules: ReadonlyMap<string, PositionRule>) {
    this.#rules = rules
  }

  get orders(): Iterable<OrderRow> {
    return this.#orders.values()
  }

  orderOf(id: string): OrderRow | null {
    return this.#orders.get(id) ?? null
  }

  /** All there ever were of a trade. */
  ordersOf(tradeId: string): readonly OrderRow[] {
    return [...(this.#ordersOf.get(tradeId)?.values() ?? [])]
  }

  putOrder(order: OrderRow): void {
    this.#orders.set(order.id, order)
    this.#ordersOf.set(order.tradeId, (this.#ordersOf.get(order.tradeId) ?? new Map<string, OrderRow>()).set(order.id, order))
  }

  /** All of a leg's orders. */
  fillsOf(legId: string): readonly Fill[] {
    return this.#fillsOf.get(legId) ?? []
  }

  putFill(fill: Fill, legId: string): void {
    this.#fillsOf.set(legId, [...this.fillsOf(legId), fill])
  }

  legOf(id: string): Leg | null {
    return this.#legs.get(id) ?? null
  }

  /** All there ever were of a trade, the first one opened first. */
  legsOf(tradeId: string): readonly Leg[] {
    return [...(this.#legsOf.get(tradeId)?.values() ?? [])]
  }

  putLeg(leg: Leg): void {
    this.#legs.set(leg.id, leg)
    this.#legsOf.set(leg.tradeId, (this.#legsOf.get(leg.tradeId) ?? new Map<string, Leg>()).set(leg.id, leg))
  }

  /** The rule of a trade's strategy, and all legs it ever had; null: it is of one bought option. */
  positionOf(tradeId: string, { strategyId, terms }: Pick<Leg, 'strategyId' | 'terms'>): BookedPosition | null {
    const rule = this.#rules.get(strategyId)
    if (!rule) return null
    return { rule, lots: terms.position?.lots ?? 0, legs: this.legsOf(tradeId) }
  }

  /** Of the legs of a user that are closed. */
  netOfClosed(userId: string): number {
    let net = 0
    for (const leg of this.#legs.values()) if (leg.userId === userId && leg.closing) net += netOf(leg)
    return net
  }

  /** The broker reported a trade's units after their order was done, or opened its leg when that was closed already. */
  tellLate(tradeId: string): void {
    this.#toldLate.add(tradeId)
  }

  /** Whether the broker reported a trade's units when none were expected any more: no engine could have acted on them before. */
  isToldLate(tradeId: string): boolean {
    return this.#toldLate.has(tradeId)
  }
}
