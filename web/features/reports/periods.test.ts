import { expect, test } from 'vitest'
import { ALL_TIME, periods } from './periods.ts'

test('periods end on the day they are counted from; the financial year begins on 1 April', () => {
  const bounds = (today: string) => periods(today).map(({ label, from, to }) => `${label}: ${from} to ${to}`)
  expect(bounds('2026-11-20')).toEqual([
    'All time:  to ',
    'Last 7 days: 2026-11-14 to 2026-11-20',
    'Last 30 days: 2026-10-22 to 2026-11-20',
    'This month: 2026-11-01 to 2026-11-20',
    'This year: 2026-01-01 to 2026-11-20',
    'Financial year: 2026-04-01 to 2026-11-20',
  ])
  expect(bounds('2027-03-31').at(-1)).toBe('Financial year: 2026-04-01 to 2027-03-31')
  expect(bounds('2027-04-01').at(-1)).toBe('Financial year: 2027-04-01 to 2027-04-01')
})

test('of an unknown day there is all time alone', () => {
  expect(periods(null)).toEqual([ALL_TIME])
})
