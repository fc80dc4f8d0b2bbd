import { RULE_LIMITS } from '../../../schema/limits.ts'
import type { Paise } from '../../../schema/money.ts'
import type { OptionContract } from '../../broker/port.ts'

/**
 * Strikes on each side of the money among which a leg is chosen by its premium or delta, live as in a backtest: as many as rules may count.
 * A delta of 0.9 lies some 12 strikes of Nifty into the money with a week to go, and some 30 with a month.
 */
export const REACH = RULE_LIMITS.strikes.max

/** Position of the strike nearest an index price, the higher one of two; −1 of none. `listed`: lowest strike first. */
export function atTheMoney(listed: readonly OptionContract[], indexPrice: Paise): number {
  let nearest = -1
  let least = Infinity
  for (const [i, { strike }] of listed.entries()) {
    const distance = Math.abs(strike - indexPrice)
    if (distance > least) break
    nearest = i
    least = distance
  }
  return nearest
}

/** Those among which a leg is chosen by its premium or delta. `listed`: of one expiry and type, lowest strike first. */
export function withinReach(listed: readonly OptionContract[], indexPrice: Paise): OptionContract[] {
  const middle = atTheMoney(listed, indexPrice)
  return listed.slice(Math.max(0, middle - REACH), middle + REACH + 1)
}
