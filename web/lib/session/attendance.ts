import { MINUTE, SECOND } from '../../../schema/time.ts'

/** The time of the last key, pointer or return to the page, in whichever tab. */
const KEY = 'last-active'
const NOTED_EVERY_MS = 10 * SECOND
/** As long as an access token lasts: who did anything since the last renewal was there. */
const PRESENT_MS = 15 * MINUTE
// A screen reader clicks without a pointer or a key.
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click'] as const

/** Notes from now on, for all tabs, that somebody uses the page. Returns what stops it. */
export function watchAttendance(): () => void {
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const sign of SIGNS) window.addEventListener(sign, note, options)
  document.addEventListener('visibilitychange', noteReturn, options)
  noteReturn()
  return () => controller.abort()
}

/** Whether somebody has used a page of this browser lately. Pages ask the server by themselves, which is no sign of anybody. */
export function isAttended(): boolean {
  return sinceLast() <= PRESENT_MS
}

function note(): void {
  if (sinceLast() >= NOTED_EVERY_MS) localStorage.setItem(KEY, String(Date.now()))
}

function noteReturn(): void {
  if (document.visibilityState === 'visible') note()
}

/** A time to come, from before the clock was put right, is as good as none. */
function sinceLast(): number {
  return Math.abs(Date.now() - Number(localStorage.getItem(KEY)))
}
