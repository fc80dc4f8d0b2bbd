import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, formatTimeOfDay, istInstant, istMinuteOfDay, MINUTE } from '../../../schema/time.ts'
import { isQuiet } from './isQuiet.ts'

const minute = fc.integer({ min: 0, max: 1_439 })
const instant = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') })
const hours = (from: number, until: number) => ({ quietFrom: formatTimeOfDay(from), quietUntil: formatTimeOfDay(until) })

describe('quiet hours', () => {
  test('over midnight hold in the evening and in the morning in India, and not at noon', () => {
    const night = { quietFrom: '22:00', quietUntil: '07:30' }
    const at = (minutes: number) => isQuiet(night, istInstant('2026-11-20', minutes))
    expect([22 * 60, 23 * 60 + 59, 0, 7 * 60 + 29].map(at)).toEqual([true, true, true, true])
    expect([7 * 60 + 30, 12 * 60, 21 * 60 + 59].map(at)).toEqual([false, false, false])
  })

  test('begin with their first minute and are over with their last, wherever midnight lies', () => {
    fc.assert(
      fc.property(minute, minute, (from, until) => {
        fc.pre(from !== until)
        const at = (minutes: number) => isQuiet(hours(from, until), istInstant('2026-11-20', minutes))
        expect([at(from), at(until)]).toEqual([true, false])
      }),
    )
  })

  test('and those from their end to their beginning share the day between them', () => {
    fc.assert(
      fc.property(minute, minute, instant, (from, until, at) => {
        fc.pre(from !== until)
        expect(isQuiet(hours(from, until), at)).toBe(!isQuiet(hours(until, from), at))
      }),
    )
  })

  test('last as many minutes of a day as lie between their ends', () => {
    fc.assert(
      fc.property(minute, minute, instant, (from, until, start) => {
        fc.pre(from !== until)
        const quiet = Array.from({ length: DAY / MINUTE }, (_, i) => isQuiet(hours(from, until), start + i * MINUTE)).filter(Boolean)
        expect(quiet).toHaveLength((until - from + 1_440) % 1_440)
      }),
      { numRuns: 20 },
    )
  })

  test('depend on the time of day in India alone, and are never when there are none', () => {
    fc.assert(
      fc.property(minute, minute, instant, fc.integer({ min: -500, max: 500 }), (from, until, at, days) => {
        expect(istMinuteOfDay(at + days * DAY)).toBe(istMinuteOfDay(at))
        expect(isQuiet(hours(from, until), at + days * DAY)).toBe(isQuiet(hours(from, until), at))
        expect(isQuiet({ quietFrom: null, quietUntil: null }, at)).toBe(false)
      }),
    )
  })
})
