import { expect, it } from 'vitest'
import { readDate, writtenDate } from './readDate.ts'

it('reads a date as it is written in India, day first', () => {
  for (const typed of ['05/11/2026', '5/11/2026', '5-11-26', '05.11.2026', '05 11 2026', '05112026', ' 2026-11-05 ']) {
    expect([typed, readDate(typed)]).toEqual([typed, '2026-11-05'])
  }
})

it('takes nothing for a date that is none', () => {
  for (const typed of ['', '5', '11/2026', '31/11/2026', '11/21/2026', '29/02/2026', '01/01/1999', '1/1/2', 'today', '2026-13-01'])
    expect([typed, readDate(typed)]).toEqual([typed, null])
})

it('writes a date so that it is read again, and leaves other words alone', () => {
  expect(writtenDate('2026-11-05')).toBe('05/11/2026')
  expect(readDate(writtenDate('2024-02-29'))).toBe('2024-02-29')
  expect(writtenDate('31/02/2026')).toBe('31/02/2026')
  expect(writtenDate('')).toBe('')
})
