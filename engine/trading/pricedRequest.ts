import { err, ok, type Result } from '../../schema/errors.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { AccountKey, OrderRequest, Tick } from '../broker/port.ts'
import { checkOrder, type OrderFault } from './checkOrder.ts'
import type { Order } from './orders.ts'
import { priceRangeOf, protectedLimit } from './protectedLimit.ts'

/**
 * An order as it is sent at a quote, or why an exchange would refuse it. `quote`: null for the sale of what has expired, which goes at any
 * price. `now`: market time.
 */
export function pricedRequest(order: Order, quote: Tick | null, rules: MarketRules, now: Instant): Result<OrderRequest, OrderFault> {
  const { clientOrderId, contract, quantity, filledQuantity } = order
  const side = sideOf(order)
  const limit = quote ? protectedLimit({ side, contract }, quote, rules) : contract.tick
  const freeze = rules.freezeFor(contract.index, istDate(now))
  const fault = checkOrder({ contract, quantity, limit }, { freeze, range: quote && priceRangeOf(contract, quote.lastPrice) })
  if (fault) return err(fault)
  return ok({
    ...{ account: accountOf(order), clientOrderId, contract, side, quantity, filledQuantity, pricing: { kind: 'LIMIT', limit } },
    ...{ product: 'INTRADAY', validity: 'DAY', algoId: null },
  })
}

/** Whose order it is. */
export function accountOf({ userId, mode }: Order): AccountKey {
  return { userId, mode }
}

export function sideOf({ purpose }: Order): OrderRequest['side'] {
  return purpose === 'ENTRY' ? 'BUY' : 'SELL'
}
