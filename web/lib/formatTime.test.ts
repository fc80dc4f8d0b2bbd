import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatCountdown,
  formatDate,
  formatDates,
  formatDatesWithin,
  formatDateTime,
  formatDateTimes,
  formatDay,
  formatTime,
} from './formatTime.ts'

describe('times on screens', () => {
  const lastMinuteOfTheDayInIndia = Date.parse('2026-11-20T18:29:59Z')

  it('are those of India wherever the browser is', () => {
    expect(formatTime('2026-11-20T05:02:05.000Z')).toBe('10:32')
    expect(formatClock(lastMinuteOfTheDayInIndia)).toBe('23:59:59')
    expect(formatDate(lastMinuteOfTheDayInIndia)).toBe('20 Nov 2026')
    expect(formatDate(lastMinuteOfTheDayInIndia + 1_000)).toBe('21 Nov 2026')
    expect(formatDateTime(lastMinuteOfTheDayInIndia)).toBe('20 Nov 2026, 23:59')
    expect(formatDay(lastMinuteOfTheDayInIndia)).toBe('Fri, 20 Nov')
  })

  it.each([
    ['2026-11-20', '2026-11-24', '20 Nov 2026 to 24 Nov 2026', 'from 20 Nov 2026 to 24 Nov 2026'],
    ['2026-11-20T03:45:00Z', '2026-11-20T10:00:00Z', '20 Nov 2026', 'on 20 Nov 2026'],
    // Of two days of UTC, and of one in India.
    ['2026-11-19T18:31:00Z', '2026-11-20T10:00:00Z', '20 Nov 2026', 'on 20 Nov 2026'],
    [null, null, '—', 'on —'],
  ])('name each day once: %s, %s', (first, last, days, within) => {
    expect([formatDates(first, last), formatDatesWithin(first, last)]).toEqual([days, within])
  })

  it('name the day of two times within it once', () => {
    const from = '2026-11-20T05:02:05.000Z'
    expect(formatDateTimes(from, '2026-11-20T06:00:00Z')).toBe('20 Nov 2026, 10:32 to 11:30')
    expect(formatDateTimes(from, '2026-11-21T06:00:00Z')).toBe('20 Nov 2026, 10:32 to 21 Nov 2026, 11:30')
  })

  it('count down in hours and minutes', () => {
    const minute = 60_000
    expect([375 * minute, 60 * minute, 59 * minute, minute, 59_999, 0, -minute, null].map(formatCountdown)).toEqual([
      '6h 15m',
      '1h 0m',
      '59m',
      '1m',
      'Now',
      'Now',
      'Now',
      '—',
    ])
  })

  it('show midnight as 00, not 24', () => {
    expect(formatTime(lastMinuteOfTheDayInIndia + 1_000)).toBe('00:00')
  })

  it('are a dash when unknown', () => {
    expect(formatTime(null)).toBe('—')
    expect(formatDate(null)).toBe('—')
  })
})
