import { expect, it } from 'vitest'
import { clockAhead } from './clockAhead.ts'

const DATE = Date.UTC(2026, 10, 23, 3, 5)

it('compares the middle of the call with the middle of the second that the broker said', () => {
  // Asked 300 ms ago, answered 100 ms ago: the middle of the call was 200 ms ago.
  expect(clockAhead({ date: DATE, askedAt: 1_000, answeredAt: 1_200 }, DATE + 700, 1_300)).toEqual({ aheadMs: 0, withinMs: 600 })
})

it('sees a clock that was set after the answer', () => {
  const dated = { date: DATE, askedAt: 1_000, answeredAt: 1_200 }
  expect(clockAhead(dated, DATE + 700 + 60_000 + 5_000, 61_300).aheadMs).toBe(5_000)
  expect(clockAhead(dated, DATE + 700 + 60_000 - 5_000, 61_300).aheadMs).toBe(-5_000)
})
