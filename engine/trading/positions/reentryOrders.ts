import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { paise } from '../../../schema/money.ts'
import { clientOrderIdOf, type EntryOrder } from '../orders/orders.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import type { Reentry } from './OpenPositions.ts'

/**
 * The entries that reopen a stopped leg, under a new leg id: the same units, contract and terms. They reserve no funds: the position's
 * reservation lasts until it is over. `freezeFor`: the freeze quantity of an index.
 */
export function reentryOrders(
  { first, at }: Reentry,
  signalId: string,
  newId: () => string,
  freezeFor: (index: IndexSymbol) => number,
): EntryOrder[] {
  const { tradeId, userId, subscriptionId, strategyId, version, mode, contract, side, terms, quantity } = first
  const legId = newId()
  return slicesOf(quantity, largestOrder(freezeFor(contract.index), contract.lotSize)).map((units): EntryOrder => {
    const id = newId()
    return {
      ...{ id, clientOrderId: clientOrderIdOf('ENTRY', id), userId, subscriptionId, strategyId, version, signalId, tradeId, legId },
      ...{ mode, contract, side, terms, quantity: units, filledQuantity: 0, filledValue: paise(0), reserved: paise(0) },
      ...{ purpose: 'ENTRY', status: 'INTENT', intendedAt: at },
    }
  })
}
