import { MINUTE, type Instant } from '../../schema/time.ts'
import { UNKNOWN } from './formatMoney.ts'

const IST = 'Asia/Kolkata'
const time = new Intl.DateTimeFormat('en-IN', { timeZone: IST, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat('en-IN', { timeZone: IST, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat('en-IN', { timeZone: IST, day: '2-digit', month: 'short', year: 'numeric' })
const day = new Intl.DateTimeFormat('en-IN', { timeZone: IST, weekday: 'short', day: 'numeric', month: 'short' })
const month = new Intl.DateTimeFormat('en-IN', { timeZone: IST, month: 'short', year: 'numeric' })
const dayMonth = new Intl.DateTimeFormat('en-IN', { timeZone: IST, day: 'numeric', month: 'short' })

/** An instant, or the API's ISO text of one. */
type Moment = Instant | string

const orUnknown = (format: Intl.DateTimeFormat, at: Moment | null) => (at === null ? UNKNOWN : format.format(new Date(at)))

/** `10:32` in India; null is "—". */
export const formatTime = (at: Moment | null): string => orUnknown(time, at)

/** `10:32:05` in India. */
export const formatClock = (at: Moment): string => orUnknown(clock, at)

/** `20 Nov 2026` in India; null is "—". */
export const formatDate = (at: Moment | null): string => orUnknown(date, at)

/** `20 Nov 2026 to 24 Nov 2026` in India; of a single day `20 Nov 2026`. */
export function formatDates(first: Moment | null, last: Moment | null): string {
  const [from, to] = [formatDate(first), formatDate(last)]
  return from === to ? from : `${from} to ${to}`
}

/** The same as part of a sentence: `from 20 Nov 2026 to 24 Nov 2026`, `on 20 Nov 2026`. */
export function formatDatesWithin(first: Moment | null, last: Moment | null): string {
  const days = formatDates(first, last)
  return `${days === formatDate(first) ? 'on' : 'from'} ${days}`
}

/** `Fri, 20 Nov` in India. */
export const formatDay = (at: Moment): string => orUnknown(day, at)

/** `20 Nov` in India. */
export const formatDayMonth = (at: Moment): string => orUnknown(dayMonth, at)

/** `Nov 2026` in India. */
export const formatMonth = (at: Moment): string => orUnknown(month, at)

/** How long it is until something happens: `5h 8m`, `8m`, and `Now` in its last minute; null is "—". Milliseconds. */
export function formatCountdown(ms: number | null): string {
  if (ms === null) return UNKNOWN
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'Now'
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** `20 Nov 2026, 10:32` in India. */
export const formatDateTime = (at: Moment): string => `${formatDate(at)}, ${formatTime(at)}`

/** `20 Nov 2026, 10:32 to 21 Nov 2026, 09:00` in India; within a day `20 Nov 2026, 10:32 to 11:00`. */
export function formatDateTimes(from: Moment, to: Moment): string {
  return `${formatDateTime(from)} to ${formatDate(from) === formatDate(to) ? formatTime(to) : formatDateTime(to)}`
}
