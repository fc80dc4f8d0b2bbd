import { istMinuteOfDay, parseTimeOfDay, type Instant } from '../../../schema/time.ts'

/** HH:MM in India; when `until` is earlier than `from`, they go over midnight. */
export interface QuietTimes {
  readonly quietFrom: string | null
  readonly quietUntil: string | null
}

/** Whether an instant lies in the quiet hours: from the first minute on, up to and without the last. Never when there are none. */
export function isQuiet({ quietFrom, quietUntil }: QuietTimes, at: Instant): boolean {
  const from = parseTimeOfDay(quietFrom ?? '')
  const until = parseTimeOfDay(quietUntil ?? '')
  if (from === null || until === null) return false
  const minute = istMinuteOfDay(at)
  return from < until ? from <= minute && minute < until : minute >= from || minute < until
}
