import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../time.ts'
import { marketTimeAt, segmentAt, type MarketClock } from './MarketClock.ts'

const REAL = Date.parse('2026-11-21T06:00:00Z')
const MONDAY = Date.parse('2026-11-23T09:15:00+05:30')
const TUESDAY = Date.parse('2026-11-25T09:15:00+05:30')
const LENGTH = 375 * MINUTE
const BREAK = 3 * SECOND
const clock: MarketClock = {
  kind: 'sandbox',
  speed: 10,
  segments: [
    { realStart: REAL, marketStart: MONDAY, sessionOpen: MONDAY, sessionClose: MONDAY + LENGTH },
    { realStart: REAL + LENGTH / 10 + BREAK, marketStart: TUESDAY, sessionOpen: TUESDAY, sessionClose: TUESDAY + LENGTH },
  ],
}

test('a real market shows real time', () => {
  expect(marketTimeAt({ kind: 'real' }, REAL)).toBe(REAL)
})

test('a sandbox minute passes in six seconds at ten times the speed', () => {
  expect(marketTimeAt(clock, REAL + 6 * SECOND)).toBe(MONDAY + MINUTE)
})

test('the clock stands still at the close until the next session begins', () => {
  const close = REAL + LENGTH / 10
  expect(marketTimeAt(clock, close + BREAK - 1)).toBe(MONDAY + LENGTH)
  expect(marketTimeAt(clock, close + BREAK)).toBe(TUESDAY)
  expect(segmentAt(clock, close + BREAK)?.sessionOpen).toBe(TUESDAY)
})

test('before its first segment a sandbox stands at its beginning', () => {
  expect(segmentAt(clock, REAL - 1)).toBeNull()
  expect(marketTimeAt(clock, REAL - 1)).toBe(MONDAY)
})
