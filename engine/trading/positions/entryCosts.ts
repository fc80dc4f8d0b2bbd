import { ENTRY_LIMITS } from '../../../schema/limits.ts'
import { totalCharges } from '../../../schema/market/charges.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import type { ChosenLeg } from './chooseLegs.ts'

/**
 * A leg's entry costs without premium and margin, on a date: the charges of its orders (several above the freeze quantity, each
 * charged), and for a bought leg the part of the premium by which prices may rise until the fill.
 */
export function entryCosts({ rule: { side }, contract, quantity, premium }: ChosenLeg, date: IsoDate, rules: MarketRules): Paise {
  const { exchange, index, lotSize } = contract
  const allowance = side === 'BUY' ? ENTRY_LIMITS.reservePercent / 100 : 0
  let costs = 0
  for (const units of slicesOf(quantity, largestOrder(rules.freezeFor(index, date), lotSize))) {
    const value = paise(Math.ceil(premium * units * (1 + allowance)))
    costs += value - premium * units + totalCharges(rules.chargesFor({ side, exchange, value, date }))
  }
  return paise(costs)
}
