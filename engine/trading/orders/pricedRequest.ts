import { err, ok, type Result } from '../../../schema/errors.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { AccountKey, OrderRequest, Tick } from '../../broker/port.ts'
import { checkOrder, type OrderFault } from './checkOrder.ts'
import type { ContractLimits } from './OrderLimits.ts'
import { PRODUCT, type SentOrder } from './orders.ts'
import { priceRangeOf, protectedLimit } from './protectedLimit.ts'

/**
 * The request for an order at a quote, or why an exchange would refuse it. `quote`: null for the exit of an expired contract, which goes at
 * any price. Written out, not spread: this runs ten thousand times at once.
 */
export function pricedRequest(
  order: SentOrder,
  quote: Tick | null,
  rules: Pick<MarketRules, 'sessionHours'>,
  { freeze, protection }: ContractLimits,
): Result<OrderRequest, OrderFault> {
  const { contract, side, purpose, quantity } = order
  const limit = quote ? protectedLimit({ side, contract }, quote, rules, protection) : contract.tick
  const fault = checkOrder({ contract, quantity, limit }, { freeze, range: quote && priceRangeOf(contract, protection, quote.lastPrice) })
  if (fault) return err(fault)
  return ok({
    account: accountOf(order),
    clientOrderId: order.clientOrderId,
    contract,
    side,
    purpose,
    quantity,
    filledQuantity: order.filledQuantity,
    pricing: { kind: 'LIMIT', limit },
    product: PRODUCT,
    validity: 'DAY',
    algoId: null,
  })
}

/** The order's owner. */
export function accountOf({ userId, mode }: SentOrder): AccountKey {
  return { userId, mode }
}
