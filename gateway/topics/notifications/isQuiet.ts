import { istMinuteOfDay, parseTimeOfDay, type Instant } from '../../../schema/time.ts'

/** HH:MM in India; an `until` before `from` means past midnight. */
export interface QuietTimes {
  readonly quietFrom: string | null
  readonly quietUntil: string | null
}

/** Whether an instant lies in the quiet hours, `until` excluded. Never without any. */
export function isQuiet({ quietFrom, quietUntil }: QuietTimes, at: Instant): boolean {
  const from = parseTimeOfDay(quietFrom ?? '')
  const until = parseTimeOfDay(quietUntil ?? '')
  if (from === null || until === null) return false
  const minute = istMinuteOfDay(at)
  return from < until ? from <= minute && minute < until : minute >= from || minute < until
}
