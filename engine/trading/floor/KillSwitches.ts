import type { Order } from '../orders/orders.ts'
import type { Kill } from './TradeRecords.ts'

/** Whether any of the kill switches covers an order or a trade. */
export function isKilled({ userId, strategyId }: Pick<Order, 'userId' | 'strategyId'>, kills: readonly Kill[]): boolean {
  return kills.some((kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId))
}
