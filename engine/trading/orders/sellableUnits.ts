import { instrumentId } from '../../broker/instrumentId.ts'
import type { AccountKey, ExecutionPort, OptionContract } from '../../broker/port.ts'

/** How many of an exit's units may be sold: whole lots, at most what is held and not already on sale. */
export function sellableUnits(wanted: number, lotSize: number, held: number, selling: number): number {
  const units = Math.min(wanted, Math.max(0, held - selling))
  return units - (units % lotSize)
}

/** Sales of an account that may be missing from the broker's book. */
export interface SaleUnderWay {
  readonly clientOrderId: string
  readonly contract: OptionContract
  readonly quantity: number
}

/**
 * The same by the broker's own books: the account's positions less its waiting sales and those under way. Rejects when the books cannot be
 * read.
 */
export async function sellableAtBroker(
  broker: Pick<ExecutionPort, 'orders' | 'positions'>,
  account: AccountKey,
  { clientOrderId, contract, quantity }: SaleUnderWay,
  underWay: readonly SaleUnderWay[],
): Promise<number> {
  const id = instrumentId(contract)
  // Orders first: a fill between the two reads counts as waiting and as sold, never as neither.
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
