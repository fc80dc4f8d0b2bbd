import { addDays, istDate, istInstant, type Instant } from '../../schema/time.ts'

/** The day in India that a market time falls on, as the database compares it: `from` is its first instant, `to` the first after it. */
export function marketDay(now: Instant): { readonly from: Date; readonly to: Date } {
  const today = istDate(now)
  return { from: new Date(istInstant(today, 0)), to: new Date(istInstant(addDays(today, 1), 0)) }
}
