import { paise, type Paise } from '../money.ts'
import { addCharges, orderLines, type OrderRates } from './charges.ts'
import { slicesOf } from './orderSlices.ts'

/** The books of a leg of which units are open. */
export interface OpenBooks {
  /** The side that opened it; the other one closes it. */
  readonly side: 'BUY' | 'SELL'
  /** What its orders have brought in less what they have cost so far, before charges. */
  readonly received: Paise
  /** Charges of its orders so far, not yet rounded: in paise, with fractions. */
  readonly charged: number
  /** Units of each order that would close it. */
  readonly orders: readonly number[]
}

/** What a leg comes to once it is closed. */
export interface Result {
  /** Sold less bought. */
  readonly gross: Paise
  /** Of all its orders. */
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
}

/** What is booked of a leg. */
interface BookedLeg extends Pick<OpenBooks, 'side' | 'charged'> {
  readonly quantity: number
  readonly entryValue: Paise
  readonly exitQuantity: number
  readonly exitValue: Paise
}

/** The books of a leg, its open units in orders of at most `largest` units. What is left of an exit under way counts as orders of its own. */
export function openBooksOf({ side, charged, quantity, entryValue, exitQuantity, exitValue }: BookedLeg, largest: number): OpenBooks {
  const received = side === 'BUY' ? exitValue - entryValue : entryValue - exitValue
  return { side, received: paise(received), charged, orders: slicesOf(quantity - exitQuantity, largest) }
}

/**
 * What a leg leaves if all that is open of it were closed at a price by orders at these rates: the one definition of an open trade's result.
 * Brokerage, taxes and fees of both sides are in it; the way from the last price to the one a buyer pays is not.
 */
export function ifClosedAt({ side, received, charged, orders }: OpenBooks, price: Paise, rates: OrderRates): Result {
  let gross = received as number
  let unrounded = charged
  for (const units of orders) {
    const value = units * price
    gross += side === 'BUY' ? value : -value
    unrounded = addCharges(unrounded, orderLines({ side: side === 'BUY' ? 'SELL' : 'BUY', value }, rates))
  }
  const charges = Math.round(unrounded)
  return { gross: paise(gross), charges: paise(charges), net: paise(gross - charges) }
}
