import { paise, type Paise } from '../../../schema/money.ts'
import { openQuantityOf, signOf, type Leg } from './legs.ts'

/** What a leg has lost while its open units are worth a last price, with what its orders cost so far; negative is a gain. */
export function openLossAt(leg: Leg, lastPrice: Paise): Paise {
  return paise(signOf(leg.side) * (leg.entryValue - leg.exitValue - lastPrice * openQuantityOf(leg)) + leg.charges)
}
