import { SECOND } from '../../schema/time.ts'

/** How long something still lasts, `1:05`; begun seconds count whole. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
