import fc from 'fast-check'
import { expect, test } from 'vitest'
import { istDate, istInstant, MINUTE } from '../time.ts'
import { describeTooLarge, lastDayWithin, tightest, type TooLarge } from './TooLarge.ts'

const MISTAKE: TooLarge = { reason: 'At most 2 fit.', advice: 'take fewer variants', fitting: 2 }

test.each([
  ['2024-01-02', null, 'At most 2 fit. The last day can be 2024-01-02; or take fewer variants.'],
  ['2024-01-02', '2024-01-02', 'At most 2 fit. The last day can be 2024-01-02; or take fewer variants.'],
  ['2024-01-02', '2024-01-03', 'At most 2 fit. Not even 2024-01-03 fits, with the days before it that warm up: take fewer variants.'],
  [null, null, 'At most 2 fit. Not even the first day fits: take fewer variants.'],
])('up to %s, from %s: %s', (lastDay, from, text) => {
  expect(describeTooLarge(MISTAKE, lastDay, from)).toBe(text)
})

test('of several mistakes the one that leaves the fewest minutes counts', () => {
  const more = { ...MISTAKE, fitting: 3 }
  expect(tightest([null, more, MISTAKE, more, null])).toBe(MISTAKE)
  expect(tightest([null, null])).toBeNull()
})

test('the history up to the last day that is named fits, and up to the next day it does not', () => {
  const days = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(days, fc.nat({ max: 200 }), (counts, fitting) => {
      const times = counts.flatMap((count, day) =>
        Array.from({ length: count }, (_, i) => istInstant(`2024-01-${10 + day}`, 555) + i * MINUTE),
      )
      fc.pre(times.length > fitting)
      const last = lastDayWithin(times, fitting)
      const upTo = (day: string) => times.filter((time) => istDate(time) <= day).length
      const dates = [...new Set(times.map(istDate))]
      if (last !== null) expect(upTo(last)).toBeLessThanOrEqual(fitting)
      expect(upTo(dates[last === null ? 0 : dates.indexOf(last) + 1]!)).toBeGreaterThan(fitting)
    }),
  )
})
