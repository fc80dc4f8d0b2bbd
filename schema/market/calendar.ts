import { addDays, istInstant, weekday, type Instant, type IsoDate } from '../time.ts'

/** Weekday closures of the equity and derivatives segments; NSE and BSE close on the same days. */
const HOLIDAYS: ReadonlySet<IsoDate> = new Set([
  // 2024; Jan 22, May 20 and Nov 20 were announced during the year.
  ...['2024-01-22', '2024-01-26', '2024-03-08', '2024-03-25', '2024-03-29', '2024-04-11', '2024-04-17', '2024-05-01', '2024-05-20'],
  ...['2024-06-17', '2024-07-17', '2024-08-15', '2024-10-02', '2024-11-01', '2024-11-15', '2024-11-20', '2024-12-25'],
  // 2025
  ...['2025-02-26', '2025-03-14', '2025-03-31', '2025-04-10', '2025-04-14', '2025-04-18', '2025-05-01', '2025-08-15', '2025-08-27'],
  ...['2025-10-02', '2025-10-21', '2025-10-22', '2025-11-05', '2025-12-25'],
  // 2026; Jan 15 was announced during the year.
  ...['2026-01-15', '2026-01-26', '2026-03-03', '2026-03-26', '2026-03-31', '2026-04-03', '2026-04-14', '2026-05-01', '2026-05-28'],
  ...['2026-06-26', '2026-09-14', '2026-10-02', '2026-10-20', '2026-11-10', '2026-11-24', '2026-12-25'],
])

/** Full sessions held on a weekend. Short ones (Muhurat, disaster-recovery drills) are not traded by Sakha and not listed. */
const WEEKEND_SESSIONS: ReadonlySet<IsoDate> = new Set(['2024-01-20', '2025-02-01', '2026-02-01'])

const OPEN_MINUTE = 9 * 60 + 15
const CLOSE_MINUTE = 15 * 60 + 30

/** One trading session: `open` is its first instant, `close` the first instant after it. */
export interface Session {
  readonly open: Instant
  readonly close: Instant
}

/**
 * Whether the exchanges hold a full session on a date in India.
 * The holidays of 2024–2026 are known. In any other year every weekday counts as a trading day: that keeps the sandbox's
 * endless future going, but is no statement about the real exchange.
 */
export function isTradingDay(date: IsoDate): boolean {
  const day = weekday(date)
  if (day === 0 || day === 6) return WEEKEND_SESSIONS.has(date)
  return !HOLIDAYS.has(date)
}

/** 09:15 to 15:30 IST of a date, whether or not it is a trading day. */
export function sessionHours(date: IsoDate): Session {
  return { open: istInstant(date, OPEN_MINUTE), close: istInstant(date, CLOSE_MINUTE) }
}

/** The session of a date in India, 09:15 to 15:30 IST; null when the exchanges are closed all day. */
export function sessionOf(date: IsoDate): Session | null {
  return isTradingDay(date) ? sessionHours(date) : null
}

/** The first trading day after a date. */
export function nextTradingDay(date: IsoDate): IsoDate {
  let day = addDays(date, 1)
  while (!isTradingDay(day)) day = addDays(day, 1)
  return day
}

/** The last trading day before a date. */
export function previousTradingDay(date: IsoDate): IsoDate {
  let day = addDays(date, -1)
  while (!isTradingDay(day)) day = addDays(day, -1)
  return day
}
