import { MINUTE, SECOND } from '../../../schema/time.ts'
import { browserStorage } from '../browserStorage.ts'

/** The time of the last key, pointer or return to the page, in whichever tab. */
const KEY = 'last-active'
const NOTED_EVERY_MS = 10 * SECOND
/** As long as an access token lasts: any activity since the last renewal counts. */
const PRESENT_MS = 15 * MINUTE
// A screen reader clicks without a pointer or a key.
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click'] as const

/** Starts recording, for all tabs, that somebody uses the page. Returns a function that stops it. */
export function watchAttendance(): () => void {
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const sign of SIGNS) window.addEventListener(sign, note, options)
  document.addEventListener('visibilitychange', noteReturn, options)
  noteReturn()
  return () => controller.abort()
}

/** Whether somebody has used a page of this browser lately. Requests that pages send by themselves do not count. */
export function isAttended(): boolean {
  return sinceLast() <= PRESENT_MS
}

function note(): void {
  if (sinceLast() >= NOTED_EVERY_MS) browserStorage.setItem(KEY, String(Date.now()))
}

function noteReturn(): void {
  if (document.visibilityState === 'visible') note()
}

/** A future time, from before the clock was set right, counts as none. */
function sinceLast(): number {
  return Math.abs(Date.now() - Number(browserStorage.getItem(KEY)))
}
