import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import { paperFill } from '../broker/paper/paperFill.ts'
import type { Order } from '../trading/orders.ts'

/** The price at which a quote without depth, all that history has, fills all of an order on paper. `at`: market time. */
export function lastPriceFill(
  side: 'BUY' | 'SELL',
  { contract, quantity }: Pick<Order, 'contract' | 'quantity'>,
  lastPrice: Paise,
  at: Instant,
  rules: MarketRules,
): Paise {
  const { exchange, token } = contract
  const quote = { exchange, token, at, lastPrice, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
  const fill = paperFill({ side, contract }, quantity, quote, rules)
  if (!fill) throw new RangeError(`a quote without depth did not fill ${quantity} of ${contract.tradingSymbol}`)
  return fill.price
}
