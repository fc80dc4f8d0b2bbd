import { HOUR, IST_OFFSET, MINUTE, SECOND, type Instant } from '../../time.ts'
import { csvDateReader, type DateOrder } from './csvDate.ts'
import { quoteField } from './CsvLines.ts'

const TIME = /^(.+?)[T ]+([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:(Z)|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/
/** Since 1970 in seconds, milli-, micro- or nanoseconds; the number of digits says which, for every instant from 2001 to 2286. */
const EPOCH = /^(\d{10})(\d{3}|\d{6}|\d{9})?(?:\.0+)?$/

/**
 * Makes a reader of a file's times, which are on whole minutes: a date (csvDate.ts) and a time of day, with an offset from UTC
 * (`2024-01-01T09:15:00+05:30`, `Z`) or without one, which is India's time then, or a number since 1970. The last second of a minute
 * (09:15:59) stands for that minute. Returns the instant, or what is wrong; so is a file of which some times have an offset and others
 * none. Remembers the last time, which the rows of many contracts share, and its date, which hundreds of minutes do.
 */
export function csvTimeReader(dates: DateOrder | null = null): (text: string) => Instant | string {
  const read = timeReader(dates)
  let last: string | null = null
  let answer: Instant | string = ''
  return (text) => {
    if (text !== last) answer = read((last = text))
    return answer
  }
}

function timeReader(dates: DateOrder | null): (text: string) => Instant | string {
  const readDate = csvDateReader(dates)
  let date = ''
  let midnight = NaN
  let hasOffset: boolean | null = null
  return (text) => {
    const match = TIME.exec(text)
    const isOffset = !match || match[6] !== undefined || match[7] !== undefined
    if (hasOffset !== null && hasOffset !== isOffset)
      return `time ${quoteField(text)} has ${isOffset ? 'an' : 'no'} offset from UTC, those before it have ${isOffset ? 'none' : 'one'}`
    if (!match) {
      const time = sinceEpoch(text)
      if (typeof time !== 'string') hasOffset = true
      return time
    }
    if (match[1] !== date) {
      const read = readDate(match[1]!, 'date')
      if (!read.ok) return read.error
      date = match[1]!
      midnight = Date.parse(`${read.value}T00:00:00Z`)
    }
    const [seconds, fraction] = [Number(match[4] ?? 0), match[5] ?? '']
    if (seconds !== 59 && (seconds !== 0 || /[1-9]/.test(fraction))) return notWhole(text)
    hasOffset = isOffset
    const written = midnight + Number(match[2]) * HOUR + Number(match[3]) * MINUTE
    if (match[6]) return written
    if (!match[7]) return written - IST_OFFSET
    const offset = Number(match[8]) * HOUR + Number(match[9]) * MINUTE
    return match[7] === '+' ? written - offset : written + offset
  }
}

function sinceEpoch(text: string): Instant | string {
  const match = EPOCH.exec(text)
  if (!match) return `time ${quoteField(text)} is not a date and time like 2024-01-01T09:15:00+05:30, nor a number since 1970`
  const seconds = Number(match[1])
  return seconds % 60 !== 0 || /[1-9]/.test(match[2] ?? '') ? notWhole(text) : seconds * SECOND
}

function notWhole(text: string): string {
  return `time ${quoteField(text)} is not on a whole minute`
}
