import { paise, type Paise } from '../../../schema/money.ts'
import { openQuantityOf, signOf, type Leg } from './legs.ts'

/** A leg's loss with its open units at a last price, including order costs so far; negative is a gain. */
export function openLossAt(leg: Leg, lastPrice: Paise): Paise {
  return paise(signOf(leg.side) * (leg.entryValue - leg.exitValue - lastPrice * openQuantityOf(leg)) + leg.charges)
}
