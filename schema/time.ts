/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number
/** A trading day in India, `YYYY-MM-DD`. */
export type IsoDate = string

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** India has no daylight saving: IST is UTC+05:30 on every date. */
export const IST_OFFSET = 5 * HOUR + 30 * MINUTE

/** The day last written and the date last read: most requests repeat the last one, and a backtest makes millions. */
let written = { day: NaN, date: '' }
let read = { date: '', midnight: NaN }

/** The date in India at an instant. */
export function istDate(at: Instant): IsoDate {
  const day = Math.floor((at + IST_OFFSET) / DAY)
  if (day !== written.day) written = { day, date: new Date(day * DAY).toISOString().slice(0, 10) }
  return written.date
}

/** Minutes since midnight in India at an instant, 0–1439. */
export function istMinuteOfDay(at: Instant): number {
  const local = at + IST_OFFSET
  // Not by %: the remainder of such large numbers takes many times longer.
  return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE)
}

/** The instant of a wall-clock time in India; minutes since midnight. */
export function istInstant(date: IsoDate, minuteOfDay: number): Instant {
  if (date !== read.date) read = { date, midnight: Date.parse(`${date}T00:00:00Z`) - IST_OFFSET }
  return read.midnight + minuteOfDay * MINUTE
}

/** The day in India that an instant falls on: `from` is its first instant, `to` the first after it. */
export function istDay(at: Instant): { readonly from: Instant; readonly to: Instant } {
  const date = istDate(at)
  return { from: istInstant(date, 0), to: istInstant(addDays(date, 1), 0) }
}

/** Whether a text is a day that there is, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`)
  // Date.parse takes 31 February for 2 March.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** Day of the week in India: 0 Sunday … 6 Saturday. */
export function weekday(date: IsoDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The calendar date `days` later (or earlier, when negative). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** `HH:MM` to minutes since midnight; null when it is not a time of day. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** Minutes since midnight to `HH:MM`: what parseTimeOfDay reads. */
export function formatTimeOfDay(minuteOfDay: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`
}

/** An instant as candle files and the broker write it: `YYYY-MM-DDTHH:MM:SS+05:30`. */
export function istIso(at: Instant): string {
  return `${new Date(at + IST_OFFSET).toISOString().slice(0, 19)}+05:30`
}
