import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'

/** How far something was at a moment: 0 to 1. */
export interface ProgressMark {
  readonly at: Instant
  readonly progress: number
}

/** Milliseconds left at the pace between two marks; null while that says nothing. */
export function timeLeft(first: ProgressMark, last: ProgressMark): number | null {
  const gained = last.progress - first.progress
  const taken = last.at - first.at
  return gained > 0 && taken > 0 ? ((1 - last.progress) / gained) * taken : null
}

/** "about 40 s left", "about 3 min left"; "" while unknown. */
export function timeLeftText(milliseconds: number | null): string {
  if (milliseconds === null) return ''
  if (milliseconds < 90 * SECOND) return `about ${Math.max(1, Math.round(milliseconds / SECOND))} s left`
  return `about ${Math.round(milliseconds / MINUTE)} min left`
}
