import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../schema/time.ts'
import { addMonths, dayAfterKey, monthWeeks } from './calendarMonths.ts'

describe('the calendar’s months', () => {
  it('stand in weeks from Monday to Sunday', () => {
    const weeks = monthWeeks('2026-11')
    // 1 November 2026 is a Sunday, the 30th a Monday.
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
    // February 2027 begins on a Monday and fills four weeks.
    expect(monthWeeks('2027-02')).toHaveLength(4)
  })

  it('hold each of their days once, in order', () => {
    const month = fc.tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(month, ([year, number]) => {
        const name = `${year}-${String(number).padStart(2, '0')}`
        const days = monthWeeks(name)
          .flat()
          .filter((date) => date !== null)
        expect(days[0]).toBe(`${name}-01`)
        expect(days.every((date, i) => date === addDays(days[0] ?? '', i))).toBe(true)
        expect(addDays(days.at(-1) ?? '', 1)).toBe(`${addMonths(name, 1)}-01`)
      }),
    )
  })

  it('follow each other over years', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 12)]).toEqual(['2027-01', '2025-12', '2027-05'])
  })

  it.each([
    ['ArrowLeft', '2026-11-01', '2026-10-31'],
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowUp', '2026-11-11', '2026-11-04'],
    ['ArrowDown', '2026-11-11', '2026-11-18'],
    ['Home', '2026-11-15', '2026-11-09'],
    ['End', '2026-11-09', '2026-11-15'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['PageUp', '2026-11-15', '2026-10-15'],
    ['Enter', '2026-11-15', null],
  ])('lead by %s from %s to %s', (key, from, to) => {
    expect(dayAfterKey(key, from)).toBe(to)
  })
})
