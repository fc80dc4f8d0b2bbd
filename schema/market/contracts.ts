import { addDays, weekday, type IsoDate } from '../time.ts'
import { isTradingDay, previousTradingDay } from './calendar.ts'
import type { IndexSymbol } from './indices.ts'

const MONDAY = 1
const TUESDAY = 2
const WEDNESDAY = 3
const THURSDAY = 4
const FRIDAY = 5

/** On which weekday options of an index expire, for expiries on or after `from`. Monthly is the last such weekday of the month. */
interface ExpiryRule {
  readonly from: IsoDate
  readonly weekly: number | null
  readonly monthly: number
}

/** Oldest first; the first rule also holds before its date. */
const EXPIRY_RULES: Readonly<Record<IndexSymbol, readonly ExpiryRule[]>> = {
  NIFTY: [
    { from: '2000-01-01', weekly: THURSDAY, monthly: THURSDAY },
    { from: '2025-09-01', weekly: TUESDAY, monthly: TUESDAY },
  ],
  BANKNIFTY: [
    { from: '2000-01-01', weekly: THURSDAY, monthly: THURSDAY },
    { from: '2023-09-04', weekly: WEDNESDAY, monthly: THURSDAY },
    { from: '2024-03-01', weekly: WEDNESDAY, monthly: WEDNESDAY },
    { from: '2024-11-14', weekly: null, monthly: WEDNESDAY },
    { from: '2025-01-01', weekly: null, monthly: THURSDAY },
    { from: '2025-09-01', weekly: null, monthly: TUESDAY },
  ],
  SENSEX: [
    { from: '2000-01-01', weekly: FRIDAY, monthly: FRIDAY },
    { from: '2025-01-01', weekly: TUESDAY, monthly: TUESDAY },
    { from: '2025-09-01', weekly: THURSDAY, monthly: THURSDAY },
  ],
  MIDCPNIFTY: [
    { from: '2000-01-01', weekly: MONDAY, monthly: MONDAY },
    { from: '2024-11-19', weekly: null, monthly: MONDAY },
    { from: '2025-01-01', weekly: null, monthly: THURSDAY },
    { from: '2025-09-01', weekly: null, monthly: TUESDAY },
  ],
}

/** Units per lot of contracts that expire on or after `from`, except those listed earlier, which keep the lot they were listed with. */
interface LotRule {
  readonly from: IsoDate
  readonly lot: number
  readonly keptOldLot?: readonly IsoDate[]
}

/** Oldest first. The rule of 20 Nov 2024 applied to contracts listed after that day, so the January 2025 monthlies kept the old lot. */
const LOT_RULES: Readonly<Record<IndexSymbol, readonly LotRule[]>> = {
  NIFTY: [
    { from: '2000-01-01', lot: 50 },
    { from: '2024-05-02', lot: 25 },
    { from: '2025-01-02', lot: 75, keptOldLot: ['2025-01-30'] },
    { from: '2026-01-01', lot: 65 },
  ],
  BANKNIFTY: [
    { from: '2000-01-01', lot: 15 },
    { from: '2025-02-01', lot: 30 },
    { from: '2025-07-31', lot: 35 },
    { from: '2026-01-01', lot: 30 },
  ],
  SENSEX: [
    { from: '2000-01-01', lot: 10 },
    { from: '2025-01-01', lot: 20, keptOldLot: ['2025-01-28'] },
  ],
  MIDCPNIFTY: [
    { from: '2000-01-01', lot: 75 },
    { from: '2024-07-29', lot: 50 },
    { from: '2025-02-01', lot: 120 },
    { from: '2025-07-31', lot: 140 },
    { from: '2026-01-01', lot: 120 },
  ],
}

/**
 * The next `count` expiry dates of an index's options on or after a date, soonest first, weekly and monthly together.
 * An expiry that falls on a holiday moves to the trading day before it.
 */
export function expiriesFrom(index: IndexSymbol, date: IsoDate, count: number): IsoDate[] {
  const expiries: IsoDate[] = []
  for (let monday = mondayOf(date); expiries.length < count; monday = addDays(monday, 7)) {
    const expiry = expiryOfWeek(index, monday)
    if (expiry !== null && expiry >= date) expiries.push(expiry)
  }
  return expiries
}

/** Whether an expiry date of an index is the last one of its month; decides how a BSE contract is named. */
export function isMonthlyExpiry(index: IndexSymbol, expiry: IsoDate): boolean {
  const monday = mondayOf(expiry)
  // A holiday on a Monday moves the expiry into the week before.
  return [monday, addDays(monday, 7)].some((week) => monthlyWeekday(index, week) !== null && expiryOfWeek(index, week) === expiry)
}

/** Units per lot of the contract of an index that expires on a date. The lot belongs to the contract: it does not change while it lives. */
export function lotFor(index: IndexSymbol, expiry: IsoDate): number {
  const rules = LOT_RULES[index]
  const at = rules.findLastIndex((rule) => rule.from <= expiry)
  const rule = rules[at]!
  return rule.keptOldLot?.includes(expiry) ? rules[at - 1]!.lot : rule.lot
}

/** The one expiry of the week that starts on a Monday; in the week of the monthly expiry there is no other. */
function expiryOfWeek(index: IndexSymbol, monday: IsoDate): IsoDate | null {
  const monthly = monthlyWeekday(index, monday)
  if (monthly !== null) return onOrBeforeHoliday(monthly)
  for (let day = 0; day < 7; day++) {
    const date = addDays(monday, day)
    if (expiryRule(index, date).weekly === weekday(date)) return onOrBeforeHoliday(date)
  }
  return null
}

/** The date in the week on which the rule puts the monthly expiry, before any holiday moves it; null in the other weeks. */
function monthlyWeekday(index: IndexSymbol, monday: IsoDate): IsoDate | null {
  for (let day = 0; day < 7; day++) {
    const date = addDays(monday, day)
    if (expiryRule(index, date).monthly === weekday(date) && addDays(date, 7).slice(0, 7) !== date.slice(0, 7)) return date
  }
  return null
}

function expiryRule(index: IndexSymbol, date: IsoDate): ExpiryRule {
  return EXPIRY_RULES[index].findLast((rule) => rule.from <= date)!
}

function onOrBeforeHoliday(date: IsoDate): IsoDate {
  return isTradingDay(date) ? date : previousTradingDay(date)
}

function mondayOf(date: IsoDate): IsoDate {
  return addDays(date, -((weekday(date) + 6) % 7))
}
