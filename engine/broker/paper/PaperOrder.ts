import { paise, type Paise } from '../../../schema/money.ts'
import { totalCharges } from '../../../schema/market/charges.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, OrderPricing, OrderRequest, Tick } from '../port.ts'

/** An order of the paper broker, from when it was sent until the day is over. */
export interface PaperOrder {
  readonly request: OrderRequest
  pricing: OrderPricing
  /** Units in all. */
  quantity: number
  /** Units filled so far, in earlier processes too. */
  filled: number
  /** When it was sent. */
  sentAt: Instant
  /** The first quote that may fill it comes no sooner. */
  quotesFrom: Instant
  state: BrokerOrder['state']
  reason: string | null
  /** Of this process. */
  readonly fills: BrokerFill[]
}

/** Whether the order still waits to be filled. */
export function isWaiting({ state }: PaperOrder): boolean {
  return state === 'PENDING' || state === 'TRIGGER_PENDING' || state === 'OPEN'
}

/** Whether a stop order's trigger has been reached; an order without one needs none. */
export function isTriggered({ pricing, request: { side } }: PaperOrder, { lastPrice }: Pick<Tick, 'lastPrice'>): boolean {
  if (pricing.kind === 'LIMIT') return true
  return side === 'BUY' ? lastPrice >= pricing.trigger : lastPrice <= pricing.trigger
}

/** Whether a price is the limit or better. */
export function isWithinLimit({ pricing, request: { side } }: PaperOrder, price: Paise): boolean {
  return side === 'BUY' ? price <= pricing.limit : price >= pricing.limit
}

/** The order as a broker's book shows it. */
export function bookedOrder({ request, pricing, quantity, filled, state, reason }: PaperOrder): BrokerOrder {
  const { clientOrderId, side, product } = request
  const { exchange, token } = request.contract
  const ids = { clientOrderId, brokerOrderId: clientOrderId, exchangeOrderId: null }
  return { ...ids, contract: { exchange, token }, side, product, quantity, filledQuantity: filled, pricing, state, reason }
}

/** What the fills of this process have brought in less what they and their charges have cost. */
export function cashOf({ request, fills }: PaperOrder, rules: MarketRules): Paise {
  const [first] = fills
  if (!first) return paise(0)
  const value = paise(fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
  const charges = chargesOn(request, value, first.at, rules)
  return paise((request.side === 'SELL' ? value : -value) - charges)
}

/** What an order sets aside: a purchase its limit for every unit and its charges, a sale of what is held nothing. */
export function blockedBy(
  { side, contract, quantity, pricing }: Pick<OrderRequest, 'side' | 'contract' | 'quantity' | 'pricing'>,
  now: Instant,
  rules: MarketRules,
): Paise {
  if (side === 'SELL' || quantity === 0) return paise(0)
  const value = paise(pricing.limit * quantity)
  return paise(value + chargesOn({ side, contract }, value, now, rules))
}

function chargesOn({ side, contract }: Pick<OrderRequest, 'side' | 'contract'>, value: Paise, at: Instant, rules: MarketRules): Paise {
  return totalCharges(
    rules.chargesFor({ side: rules.billedSide(side, contract.expiry, at), exchange: contract.exchange, value, date: istDate(at) }),
  )
}
