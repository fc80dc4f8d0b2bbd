import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { paperFill } from '../../broker/paper/paperFill.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { Order } from '../../trading/orders/orders.ts'

/** An order that history fills. */
export interface FilledByHistory {
  readonly side: OrderSide
  readonly order: Pick<Order, 'contract' | 'quantity'>
  readonly lastPrice: Paise
  /** Market time. */
  readonly at: Instant
  /** Multiple of paper trading's costs over the last price. */
  readonly slippage: number
}

/** The price at which a quote without depth, all that history has, fills an order whole on paper. */
export function lastPriceFill({ side, order, lastPrice, at, slippage }: FilledByHistory, rules: MarketRules): Paise {
  const { contract, quantity } = order
  const { exchange, token, tick } = contract
  const quote = { exchange, token, at, lastPrice, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
  const fill = paperFill({ side, contract }, quantity, quote, rules)
  if (!fill) throw new RangeError(`a quote without depth did not fill ${quantity} of ${contract.tradingSymbol}`)
  if (slippage === 1) return fill.price
  const price = roundToTick(lastPrice + (fill.price - lastPrice) * slippage, tick, side === 'BUY' ? 'up' : 'down')
  return paise(Math.max(tick, price))
}
