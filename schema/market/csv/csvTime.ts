import { HOUR, IST_OFFSET, MINUTE, SECOND, type Instant } from '../../time.ts'
import { quoteField } from './CsvLines.ts'

const TIME = /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:(Z)|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/
/** Since 1970 in seconds, milli-, micro- or nanoseconds; the number of digits says which, for every instant from 2001 to 2286. */
const EPOCH = /^(\d{10})(\d{3}|\d{6}|\d{9})?(?:\.0+)?$/

/**
 * Reads times on whole minutes: ISO 8601 with an offset (`2024-01-01T09:15:00+05:30`, `Z`), with a space for the T as pandas writes it,
 * without an offset, which is India's time then, or a number since 1970. Returns the instant, or what is wrong. Remembers the last
 * time, which the rows of many contracts share, and its date, which hundreds of minutes do.
 */
export function csvTimeReader(): (text: string) => Instant | string {
  const read = timeReader()
  let last = ''
  let answer: Instant | string = read(last)
  return (text) => {
    if (text !== last) answer = read((last = text))
    return answer
  }
}

function timeReader(): (text: string) => Instant | string {
  let date = ''
  let midnight = NaN
  return (text) => {
    const match = TIME.exec(text)
    if (!match) return sinceEpoch(text)
    if (match[1] !== date) {
      date = match[1]!
      midnight = Date.parse(`${date}T00:00:00Z`)
      // Date.parse takes 31 February for 2 March.
      if (!Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) !== date) midnight = NaN
    }
    if (Number.isNaN(midnight)) return `time ${quoteField(text)} is on a day that does not exist`
    if (Number(match[4] ?? 0) !== 0 || /[1-9]/.test(match[5] ?? '')) return notWhole(text)
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
