import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { OrderRequest, Tick } from '../port.ts'
import { touchOf } from '../touchOf.ts'

/**
 * What a quote fills of a paper order with `left` open units: as many whole lots as the other side's best price has, at that
 * price. A quote without depth on either side fills all of it at the last price plus (minus) half a modelled spread. Null when the other
 * side has no whole lot. Whether the price is within the order's limit is not checked.
 */
export function paperFill(
  order: Pick<OrderRequest, 'side' | 'contract'>,
  left: number,
  quote: Tick,
  rules: MarketRules,
): { readonly quantity: number; readonly price: Paise } | null {
  const price = touchOf(order, quote, rules)
  if (price === null) return null
  if (quote.bid === null && quote.ask === null) return { quantity: left, price }
  const offered = order.side === 'BUY' ? quote.askQuantity : quote.bidQuantity
  const quantity = Math.min(left, offered - (offered % order.contract.lotSize))
  return quantity > 0 ? { quantity, price } : null
}
