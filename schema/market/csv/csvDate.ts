import { err, ok, type Result } from '../../errors.ts'
import { MONTHS } from '../../months.ts'
import { isDay, type IsoDate } from '../../time.ts'
import { quoteField } from './CsvLines.ts'

/** Which of the first two numbers of 02/01/2024 is the day. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const ISO = /^(\d{4})[-/](\d\d)[-/](\d\d)$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/
const NAMED = /^(\d\d?)[- ]?([A-Za-z]{3})[- ]?(\d{4}|\d\d)$/
const NUMBERED = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4})$/

/**
 * Makes a reader of a file's dates: 2024-01-31, 2024/01/31, 20240131, 31-JAN-2024, 31JAN24, 31/01/2024. Where neither number of the last
 * form can be a month alone, all rows before leave it open and no order is given, the date is refused with both readings. The error is a
 * sentence about the date as it is written, which is named by `what`.
 */
export function csvDateReader(order: DateOrder | null = null): (text: string, what: string) => Result<IsoDate, string> {
  let known = order
  return (text, what) => {
    const ymd = ISO.exec(text) ?? COMPACT.exec(text)
    if (ymd) return existing(text, what, Number(ymd[1]), Number(ymd[2]), Number(ymd[3]))
    const named = NAMED.exec(text)
    if (named) return existing(text, what, fullYear(named[3]!), MONTHS.indexOf(named[2]!.toUpperCase()) + 1, Number(named[1]))
    const numbered = NUMBERED.exec(text)
    if (!numbered) return err(`${what} ${quoteField(text)} is not a date like 2024-01-31`)
    const [first, second, year] = [Number(numbered[1]), Number(numbered[2]), Number(numbered[3])]
    if (known === null && first !== second) {
      if (first <= 12 && second <= 12)
        return err(
          `${what} ${quoteField(text)} may be ${inWords(first, second, year)} or ${inWords(second, first, year)}: say which (--dates dmy or --dates mdy), or write it like ${isoOf(year, second, first)}`,
        )
      known = first > 12 ? 'dmy' : 'mdy'
    }
    const [day, month] = known === 'mdy' ? [second, first] : [first, second]
    return existing(text, what, year, month, day)
  }
}

function existing(text: string, what: string, year: number, month: number, day: number): Result<IsoDate, string> {
  const date = isoOf(year, month, day)
  return isDay(date) ? ok(date) : err(`${what} ${quoteField(text)} does not exist`)
}

function isoOf(year: number, month: number, day: number): IsoDate {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function fullYear(text: string): number {
  return text.length === 4 ? Number(text) : 2000 + Number(text)
}

/** 2 January 2024. */
function inWords(day: number, month: number, year: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
