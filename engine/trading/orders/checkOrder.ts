import { formatRupees, type Paise } from '../../../schema/money.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { PriceRange } from './protectedLimit.ts'

/** Why an order is not sent: an exchange would refuse it. Carries the numbers compared. Quantities in units, prices in paise. */
export type OrderFault =
  | { readonly reason: 'WRONG_TICK'; readonly numbers: { readonly limit: Paise; readonly tick: Paise } }
  | { readonly reason: 'WRONG_LOT'; readonly numbers: { readonly quantity: number; readonly lotSize: number } }
  | { readonly reason: 'ABOVE_FREEZE'; readonly numbers: { readonly quantity: number; readonly freeze: number } }
  | { readonly reason: 'OUTSIDE_BAND'; readonly numbers: { readonly limit: Paise; readonly low: Paise; readonly high: Paise } }

/** What an order is checked against before it is sent; `range` is null when unknown. */
export interface OrderBounds {
  readonly freeze: number
  readonly range: PriceRange | null
}

/** The first reason against an order; null when it may be sent. */
export function checkOrder(
  {
    contract,
    quantity,
    limit,
  }: { readonly contract: Pick<OptionContract, 'tick' | 'lotSize'>; readonly quantity: number; readonly limit: Paise },
  { freeze, range }: OrderBounds,
): OrderFault | null {
  const { tick, lotSize } = contract
  if (limit <= 0 || limit % tick !== 0) return { reason: 'WRONG_TICK', numbers: { limit, tick } }
  if (quantity <= 0 || quantity % lotSize !== 0) return { reason: 'WRONG_LOT', numbers: { quantity, lotSize } }
  if (quantity > freeze) return { reason: 'ABOVE_FREEZE', numbers: { quantity, freeze } }
  if (range && (limit < range.low || limit > range.high)) return { reason: 'OUTSIDE_BAND', numbers: { limit, ...range } }
  return null
}

/** The same for a person to read. */
export function describeOrderFault({ reason, numbers }: OrderFault): string {
  switch (reason) {
    case 'WRONG_TICK':
      return `its limit of ${formatRupees(numbers.limit)} is not on the contract’s steps of ${formatRupees(numbers.tick)}`
    case 'WRONG_LOT':
      return `${numbers.quantity} units are not whole lots of ${numbers.lotSize}`
    case 'ABOVE_FREEZE':
      return `${numbers.quantity} units are more than the ${numbers.freeze} that the exchange takes in one order`
    case 'OUTSIDE_BAND':
      return `its limit of ${formatRupees(numbers.limit)} is outside of ${formatRupees(numbers.low)} to ${formatRupees(numbers.high)}, where the exchange takes orders`
  }
}
