import { ifClosedAt, type Result } from '../market/ifClosedAt.ts'
import type { OrderRates } from '../market/charges.ts'
import { fromRupees, paise } from '../money.ts'
import type { OrderSide } from './OrderSide.ts'

/** By what closing a leg would be reckoned, as the API shows it (schema/graphql/trades.ts IfClosed): rupees where nothing else is said. */
export interface ShownBooks extends OrderRates {
  readonly received: number
  readonly chargedPaise: number
  readonly orders: readonly number[]
}

/** What of a leg, as the API shows it, its result is made of; rupees. */
export interface ShownLeg {
  readonly option: string
  readonly side: OrderSide
  readonly profitLossRs: number | null
  readonly charges: number
  /** Null: it is closed. */
  readonly ifClosed: ShownBooks | null
}

/** The last price of a leg's option in rupees; null: not known. */
type PriceOf<Leg> = (leg: Leg) => number | null

/** A leg's result in paise: of a closed one what is booked, of an open one what closing it at its last price would leave. Null: not known. */
export function legResult<Leg extends ShownLeg>(leg: Leg, priceOf: PriceOf<Leg>): Result | null {
  const { side, profitLossRs, ifClosed } = leg
  if (ifClosed) {
    const price = priceOf(leg)
    if (price === null) return null
    const { received, chargedPaise, orders, brokerage, ...shares } = ifClosed
    return ifClosedAt({ side, received: fromRupees(received), charged: chargedPaise, orders }, fromRupees(price), {
      brokerage: brokerage * 100,
      ...shares,
    })
  }
  if (profitLossRs === null) return null
  const [gross, charges] = [fromRupees(profitLossRs), fromRupees(leg.charges)]
  return { gross, charges, net: paise(gross - charges) }
}

/** A running trade's result in paise: that of its legs, those that are closed and those that would be. Null while one is not known. */
export function tradeResult<Leg extends ShownLeg>(legs: readonly Leg[], priceOf: PriceOf<Leg>): Result | null {
  let [gross, charges] = [0, 0]
  for (const leg of legs) {
    const result = legResult(leg, priceOf)
    if (!result) return null
    gross += result.gross
    charges += result.charges
  }
  return { gross: paise(gross), charges: paise(charges), net: paise(gross - charges) }
}
