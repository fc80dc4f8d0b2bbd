import { DAY, istInstant, type IsoDate } from '../time.ts'
import type { MarketRules } from './MarketRules.ts'

/** Days from a date on, itself among them, until the first one of a year whose holidays, expiries, lots and charges are not all known; 0: it is of such a year. */
export function daysCovered(rules: MarketRules, from: IsoDate): number {
  return Math.round((istInstant(firstUncovered(rules, from), 0) - istInstant(from, 0)) / DAY)
}

/** The date itself, or the first of January after the covered years that follow. */
export function firstUncovered(rules: MarketRules, from: IsoDate): IsoDate {
  let date = from
  while (rules.covers(date)) date = `${Number(date.slice(0, 4)) + 1}-01-01`
  return date
}
