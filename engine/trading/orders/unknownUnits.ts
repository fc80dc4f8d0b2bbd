import { signOf } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { BrokerFill } from '../../broker/port.ts'
import { openQuantityOf } from './openQuantityOf.ts'
import { isTag, PRODUCT } from './orders.ts'
import type { AccountBook, LegUnits, OwnOrder } from './UnitLedger.ts'

/**
 * Units of contracts, by instrumentId(), that an account holds in the product of our orders and that neither our legs, nor orders of ours that
 * are not booked yet, nor fills by hand explain; negative where they are short. Of contracts alone that a leg or a fill of the day with our tag
 * is of: the others are their owner's. What our legs have more than the account is no unknown unit, but a missing one. A sale by hand that is
 * booked as the exit of a leg explains nothing else.
 */
export function unknownUnits(
  legs: readonly LegUnits[],
  own: readonly OwnOrder[],
  { orders, positions, fills }: AccountBook & { readonly fills: readonly BrokerFill[] },
): ReadonlyMap<string, number> {
  const shown = new Map(orders.map(({ clientOrderId, filledQuantity }) => [clientOrderId, filledQuantity]))
  const [net, ours, byUs, bought, sold] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  const add = (to: Map<string, number>, { contract }: Pick<OwnOrder, 'contract'>, units: number) =>
    to.set(instrumentId(contract), (to.get(instrumentId(contract)) ?? 0) + units)
  for (const position of positions) if (position.product === PRODUCT) add(net, position, position.netQuantity)
  for (const leg of legs) add(ours, leg, signOf(leg.side) * openQuantityOf(leg))
  for (const order of own) add(ours, order, signOf(order.side) * Math.max(0, (shown.get(order.clientOrderId) ?? 0) - order.booked))
  for (const fill of fills) {
    if (fill.product !== PRODUCT) continue
    if (isTag(fill.clientOrderId)) {
      add(ours, fill, 0)
      add(byUs, fill, signOf(fill.side) * fill.quantity)
    } else add(fill.side === 'BUY' ? bought : sold, fill, fill.quantity)
  }
  const unknown = new Map<string, number>()
  for (const [id, units] of ours) {
    // What our fills have left beside our legs was closed by hand, in our books too.
    const closed = (byUs.get(id) ?? units) - units
    const more = unexplained(net.get(id) ?? 0, units, left(bought.get(id) ?? 0, -closed), left(sold.get(id) ?? 0, closed))
    if (more !== 0) unknown.set(id, more)
  }
  return unknown
}

/** Units traded by hand that are not booked as exits. */
function left(traded: number, booked: number): number {
  return traded - Math.min(traded, Math.max(0, booked))
}

/** What was traded by hand and is not booked may close legs: between none and all of it counts. */
function unexplained(net: number, ours: number, bought: number, sold: number): number {
  const more = net - ours
  if (more > bought) return Math.max(0, Math.min(more - bought, net))
  if (-more > sold) return Math.min(0, Math.max(more + sold, net))
  return 0
}
