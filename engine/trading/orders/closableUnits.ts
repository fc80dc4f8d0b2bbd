import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { AccountKey, BrokerOrder, BrokerPosition, ExecutionPort, OptionContract } from '../../broker/port.ts'

/** An exit of an account. */
export interface Closing {
  readonly clientOrderId: string
  readonly contract: OptionContract
  /** SELL closes what was bought, BUY what was sold. */
  readonly side: OrderSide
  readonly quantity: number
}

/** What an account's books at the broker show. */
export interface AccountBook {
  readonly orders: readonly BrokerOrder[]
  readonly positions: readonly BrokerPosition[]
}

/** The books that exits are held against. Rejects when they cannot be read. */
export async function readBook(broker: Pick<ExecutionPort, 'orders' | 'positions'>, account: AccountKey): Promise<AccountBook> {
  // Orders first: a fill between the two reads counts as waiting and closed, never as neither.
  const orders = await broker.orders(account)
  return { orders, positions: await broker.positions(account) }
}

/**
 * How many of an exit's units may be sent by the broker's own books: whole lots, at most what the account holds of the contract and no
 * waiting order closes already. `underWay`: exits that may be missing from the broker's book.
 */
export function closableUnits(
  { orders, positions }: AccountBook,
  { clientOrderId, contract, side, quantity }: Closing,
  underWay: readonly Closing[],
): number {
  const id = instrumentId(contract)
  const net = positions.find((position) => instrumentId(position.contract) === id)?.netQuantity ?? 0
  const held = side === 'SELL' ? net : -net
  const known = new Set(orders.map((order) => order.clientOrderId))
  let closing = 0
  for (const order of orders) {
    const waits = order.state === 'PENDING' || order.state === 'TRIGGER_PENDING' || order.state === 'OPEN'
    if (waits && order.side === side && instrumentId(order.contract) === id) closing += order.quantity - order.filledQuantity
  }
  for (const other of underWay)
    if (
      other.clientOrderId !== clientOrderId &&
      !known.has(other.clientOrderId) &&
      other.side === side &&
      instrumentId(other.contract) === id
    )
      closing += other.quantity
  const units = Math.min(quantity, Math.max(0, held - closing))
  return units - (units % contract.lotSize)
}
