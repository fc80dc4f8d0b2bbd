import type { Transaction } from '../../prisma/client.ts'
import { isIndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import type { Bookable } from '../trading/bookUpdates.ts'
import { orderOf } from './orders.ts'

export interface LockedBookables {
  /** By client order id; an order that does not exist is not in it. */
  readonly byClientOrderId: ReadonlyMap<string, Bookable>
  /** Ids of the fills these orders have already. */
  readonly knownFills: ReadonlySet<string>
}

/** Locks orders and gives what booking needs of them, of their signals, and of the trades they close. */
export async function lockBookables(tx: Transaction, clientOrderIds: readonly string[]): Promise<LockedBookables> {
  const locked = await tx.$queryRaw<{ id: string; tradeId: string }[]>`
    SELECT id, "tradeId" FROM "Order" WHERE "clientOrderId" = ANY(${[...clientOrderIds]}::text[]) ORDER BY id FOR UPDATE`
  const orders = await tx.order.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    include: { fills: { select: { id: true } }, signal: true },
  })
  const trades = await tx.trade.findMany({ where: { id: { in: locked.map(({ tradeId }) => tradeId) } } })
  const tradeById = new Map(trades.map((trade) => [trade.id, trade]))

  const byClientOrderId = new Map<string, Bookable>()
  for (const row of orders) {
    const order = orderOf(row)
    if (order.purpose === 'ENTRY') {
      const { signal } = row
      if (!signal || !isIndexSymbol(signal.symbol)) throw new TypeError(`order ${order.id} has no signal of a known index`)
      const { market, side, symbol: index, strategyId } = signal
      byClientOrderId.set(order.clientOrderId, { order, strategyId, market, index, side })
    } else {
      const trade = tradeById.get(order.tradeId)
      if (!trade) throw new TypeError(`exit order ${order.id} has no trade`)
      byClientOrderId.set(order.clientOrderId, {
        order,
        entryPrice: paise(Number(trade.entryPricePaise)),
        entryTime: trade.entryTime.getTime(),
        entryCharges: paise(Number(trade.chargesPaise)),
        running: trade.status === 'RUNNING',
      })
    }
  }
  return { byClientOrderId, knownFills: new Set(orders.flatMap(({ fills }) => fills.map(({ id }) => id))) }
}
