import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { formatCount, formatShare, UNKNOWN } from '../../lib/formatMoney.ts'

/** `850 ms`, `2.5 s`, `3 min`, `4 h`, `5 d`. */
export function spanText(ms: number): string {
  if (ms >= DAY) return `${formatCount(Math.floor(ms / DAY))} d`
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`
  if (ms >= MINUTE) return `${Math.floor(ms / MINUTE)} min`
  return ms >= SECOND ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms)} ms`
}

/** How long ago an instant was. */
export const agoText = (at: string, now: Instant): string => `${spanText(Math.max(0, now - Date.parse(at)))} ago`

/** `1.5 GB`. */
export function bytesText(bytes: number): string {
  const megabytes = bytes / 1_048_576
  return megabytes >= 1_024 ? `${Math.round(megabytes / 102.4) / 10} GB` : `${formatCount(Math.round(megabytes))} MB`
}

export const loadText = (share: number | null): string => (share === null ? UNKNOWN : formatShare(share))
