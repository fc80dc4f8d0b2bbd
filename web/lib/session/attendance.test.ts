import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { isAttended, watchAttendance } from './attendance.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.advanceTimersByTime(MINUTE)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  localStorage.clear()
})

it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'click'])('a %s shows for fifteen minutes that somebody is there', (sign) => {
  stop = watchAttendance()
  vi.advanceTimersByTime(20 * MINUTE)
  expect(isAttended()).toBe(false)
  document.body.dispatchEvent(new Event(sign, { bubbles: true }))
  expect(isAttended()).toBe(true)
  vi.advanceTimersByTime(15 * MINUTE)
  expect(isAttended()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isAttended()).toBe(false)
})

it('opening a page is such a sign, and so is what another tab noted; nothing at all is none', () => {
  expect(isAttended()).toBe(false)
  stop = watchAttendance()
  expect(isAttended()).toBe(true)
  vi.advanceTimersByTime(20 * MINUTE)
  localStorage.setItem('last-active', String(Date.now()))
  expect(isAttended()).toBe(true)
})
