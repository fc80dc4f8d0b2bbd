import { instrumentId } from '../../broker/instrumentId.ts'
import type { AccountKey, ExecutionPort, OptionContract } from '../../broker/port.ts'

/** Of the units that an exit is to sell those that may be sold: whole lots, no more than are held and not sold by others already. */
export function sellableUnits(wanted: number, lotSize: number, held: number, selling: number): number {
  const units = Math.min(wanted, Math.max(0, held - selling))
  return units - (units % lotSize)
}

/** Sales of an account that may not be in the broker's book yet. */
export interface SaleUnderWay {
  readonly clientOrderId: string
  readonly contract: OptionContract
  readonly quantity: number
}

/**
 * The same by the broker's own books, for an order of an account: what its positions hold, less what the sales that wait there and those
 * under way are still to sell. Rejects when the books cannot be read.
 */
export async function sellableAtBroker(
  broker: Pick<ExecutionPort, 'orders' | 'positions'>,
  account: AccountKey,
  { clientOrderId, contract, quantity }: SaleUnderWay,
  underWay: readonly SaleUnderWay[],
): Promise<number> {
  const id = instrumentId(contract)
  // Orders first: what is filled between the two looks is counted as waiting and as sold, never as neither.
  const orders = await broker.orders(account)
  const positions = await broker.positions(account)
  const held = positions.find((position) => instrumentId(position.contract) === id)?.netQuantity ?? 0
  const known = new Set(orders.map((order) => order.clientOrderId))
  let selling = 0
  for (const order of orders) {
    const waits = order.state === 'PENDING' || order.state === 'TRIGGER_PENDING' || order.state === 'OPEN'
    if (waits && order.side === 'SELL' && instrumentId(order.contract) === id) selling += order.quantity - order.filledQuantity
  }
  for (const sale of underWay)
    if (sale.clientOrderId !== clientOrderId && !known.has(sale.clientOrderId) && instrumentId(sale.contract) === id)
      selling += sale.quantity
  return sellableUnits(quantity, contract.lotSize, held, selling)
}
