import { expect, it } from 'vitest'
import { istInstant, SECOND } from '../time.ts'
import { nextCheck } from './nextCheck.ts'

const WINDOW = { start: '09:30', end: '15:00' }
const at = (hours: number, minutes: number) => istInstant('2026-11-20', hours * 60 + minutes)

it.each([
  ['the next close while its window is open', 5, at(12, 32), at(12, 35)],
  ['the one after, at a close itself', 5, at(12, 35), at(12, 40)],
  ['every minute where its candles are as long', 1, at(12, 35) + 20 * SECOND, at(12, 36)],
  ['the first close of its window before that', 15, at(9, 16), at(9, 30)],
  ['none where the next close is the end of its window', 15, at(14, 46), null],
  ['none once its window is over', 5, at(15, 20), null],
])('is %s', (_, minutes, now, expected) => {
  expect(nextCheck(WINDOW, minutes, now)).toBe(expected)
})
