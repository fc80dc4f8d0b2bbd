import type { Instrument } from '../../../schema/graphql/market.ts'
import { INDICES, shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { TodaysPremiums } from './todaysPremiums.ts'
import type { Weekday } from '../../../schema/market/MarketTables.ts'
import { istDate, type Instant } from '../../../schema/time.ts'

/** An index with its lot and expiry in force at a market time, beside those of the product's specification. */
export function describeInstrument(index: IndexSymbol, marketTime: Instant, rules: MarketRules): Omit<Instrument, keyof TodaysPremiums> {
  const today = istDate(marketTime)
  const [next, later] = rules.expiriesFrom(index, today, 2)
  const nextExpiry = next === today && marketTime >= rules.sessionHours(today).close ? later! : next!
  const { weekly, monthly } = rules.expiryDaysOf(index, nextExpiry)
  const { label, exchange, shown } = INDICES[index]
  return {
    symbol: shownIndex(index),
    name: label,
    exchange,
    lot: rules.lotFor(index, nextExpiry),
    expiryRule: weekly === null ? `monthly, last ${dayName(monthly)}` : `weekly, ${dayName(weekly)}`,
    nextExpiry,
    specified: { lot: shown.lot, expiryRule: `${shown.cycle}, ${shown.expiryDay}` },
  }
}

function dayName(day: Weekday): string {
  return day.charAt(0) + day.slice(1).toLowerCase()
}
