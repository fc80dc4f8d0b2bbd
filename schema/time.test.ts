import { expect, test } from 'vitest'
import { addDays, formatTimeOfDay, istDate, istInstant, istIso, istMinuteOfDay, parseTimeOfDay, weekday } from './time.ts'

const OPEN = Date.parse('2024-01-01T09:15:00+05:30')

test('a wall-clock time in India is the same instant whatever zone the machine is in', () => {
  expect(istInstant('2024-01-01', 9 * 60 + 15)).toBe(OPEN)
  expect(istMinuteOfDay(OPEN)).toBe(9 * 60 + 15)
  expect(istIso(OPEN)).toBe('2024-01-01T09:15:00+05:30')
})

test('the date in India turns at 18:30 UTC', () => {
  expect(istDate(Date.parse('2024-01-01T18:29:59Z'))).toBe('2024-01-01')
  expect(istDate(Date.parse('2024-01-01T18:30:00Z'))).toBe('2024-01-02')
})

test('days are added over the ends of months and leap years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(weekday('2024-01-20')).toBe(6)
})

test('a time of day outside the clock is not one', () => {
  expect(parseTimeOfDay('09:15')).toBe(555)
  for (const text of ['24:00', '9:15', '09:60', '', '09:15:00']) expect(parseTimeOfDay(text)).toBeNull()
})

test('a time of day is written as it is read, at every minute', () => {
  for (let minute = 0; minute < 1440; minute++) expect(parseTimeOfDay(formatTimeOfDay(minute))).toBe(minute)
})
