import type { IsoDate } from '../time.ts'
import type { MarketRules } from './MarketRules.ts'

/** The years of some dates whose market rules are not all known, earliest first. */
export function uncoveredYears(rules: MarketRules, dates: readonly IsoDate[]): number[] {
  const years = new Map(dates.map((date) => [Number(date.slice(0, 4)), date]))
  return [...years].flatMap(([year, date]) => (rules.covers(date) ? [] : [year])).sort((a, b) => a - b)
}

/** A warning for readers of figures of such years; null when there are none. */
export function describeUncovered(years: readonly number[]): string | null {
  if (years.length === 0) return null
  const named = years.length === 1 ? `The year ${years[0]} is` : `The years ${years.slice(0, -1).join(', ')} and ${years.at(-1)} are`
  return `${named} not covered: lots, expiries, holidays and charges may have been others, and rupees are wrong by as much.`
}
