import type { Session } from '../../../schema/market/MarketRules.ts'
import type { PriceProtection } from '../../../schema/market/MarketTables.ts'
import { OPTION_TICK, toRupees, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OrderTerms } from './Order.ts'

export interface OrderRules {
  readonly now: Instant
  readonly session: Session
  readonly lot: number
  /** The most units of one order. */
  readonly freeze: number
}

/** Why the exchange does not take an order, in its words; null when it does. Prices are looked at by `outsidePriceBand`. */
export function checkOrder({ quantity, price, triggerPrice, orderType, side }: OrderTerms, rules: OrderRules): string | null {
  const { now, session, lot, freeze } = rules
  if (now < session.open || now >= session.close) return 'The market is closed'
  if (quantity <= 0 || quantity % lot !== 0) return `Quantity ${quantity} is not a multiple of the market lot ${lot}`
  if (quantity > freeze) return `Quantity ${quantity} is above the freeze quantity ${freeze}`
  if (orderType === 'MARKET') return null
  if (price <= 0 || price % OPTION_TICK !== 0) return `Price ${rupees(price)} is not a multiple of the tick size ${rupees(OPTION_TICK)}`
  if (orderType === 'LIMIT') return null
  if (triggerPrice <= 0 || triggerPrice % OPTION_TICK !== 0)
    return `Trigger price ${rupees(triggerPrice)} is not a multiple of the tick size ${rupees(OPTION_TICK)}`
  const beyond = side === 'BUY' ? triggerPrice > price : triggerPrice < price
  return beyond ? `Trigger price ${rupees(triggerPrice)} is on the wrong side of the limit ${rupees(price)}` : null
}

export interface PriceBand {
  readonly reference: Paise
  readonly protection: Omit<PriceProtection, 'exchange' | 'from'> | null
  readonly lowerCircuit: Paise
  readonly upperCircuit: Paise
}

/** Why a limit lies outside what the exchange takes at the moment; null when it does not. */
export function outsidePriceBand(price: Paise, { reference, protection, lowerCircuit, upperCircuit }: PriceBand): string | null {
  if (price < lowerCircuit || price > upperCircuit)
    return `Price ${rupees(price)} is outside the day's range ${rupees(lowerCircuit)} to ${rupees(upperCircuit)}`
  if (!protection) return null
  const room = reference <= protection.nearPaise ? protection.amountPaise : (reference * protection.percent) / 100
  if (Math.abs(price - reference) <= room) return null
  return `Price ${rupees(price)} is outside the limit price protection range around ${rupees(reference)}`
}

function rupees(price: Paise): string {
  return toRupees(price).toFixed(2)
}
