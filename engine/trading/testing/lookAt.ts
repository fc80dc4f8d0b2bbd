import type { Instant } from '../../../schema/time.ts'
import type { AccountKey, ExecutionPort } from '../../broker/port.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import type { LostOrders } from '../orders/LostOrders.ts'

/** A look at an account of a broker, as the desk takes one. For tests. */
export async function lookAt(broker: ExecutionPort, account: AccountKey, at: Instant, lost?: LostOrders): Promise<AccountLook> {
  const tags = lost?.of(account) ?? new Set<string>()
  const orders = await broker.orders(account)
  return { ...account, at, lost: tags, orders, positions: await broker.positions(account), fills: await broker.fills(account) }
}
