import { addDays, weekday, type IsoDate } from '../../../schema/time.ts'

/** A month, `YYYY-MM`. */
export type Month = string

export const monthOf = (date: IsoDate): Month => date.slice(0, 7)

/** The month `count` months later (or earlier, when negative). */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The days of a month in rows from Monday to Sunday; null before its first day and after its last. */
export function monthWeeks(month: Month): (IsoDate | null)[][] {
  const first: IsoDate = `${month}-01`
  const monday = addDays(first, -((weekday(first) + 6) % 7))
  const weeks: (IsoDate | null)[][] = []
  for (let start = monday; weeks.length === 0 || monthOf(start) === month; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(start, i)).map((date) => (monthOf(date) === month ? date : null)))
  return weeks
}

/** Where a key leads from a day: by arrows a day or a week on, to the ends of the week, a month back or on; null: nowhere. */
export function dayAfterKey(key: string, date: IsoDate): IsoDate | null {
  const sinceMonday = (weekday(date) + 6) % 7
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
    ...{ Home: -sinceMonday, End: 6 - sinceMonday },
  }
  const step = steps[key]
  if (step !== undefined) return addDays(date, step)
  if (key === 'PageUp' || key === 'PageDown') return sameDay(addMonths(monthOf(date), key === 'PageUp' ? -1 : 1), date)
  return null
}

/** The day of another month with the same number, or its last one. */
function sameDay(month: Month, date: IsoDate): IsoDate {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${date.slice(8)}`
  return same > last ? last : same
}
