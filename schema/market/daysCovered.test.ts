import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'
import { daysCovered, firstUncovered } from './daysCovered.ts'

it('the calendar ends with the first of January after the covered years that follow a date', () => {
  expect([firstUncovered(SHIPPED_MARKET_RULES, '2024-05-06'), firstUncovered(SHIPPED_MARKET_RULES, '2027-03-01')]).toEqual([
    '2027-01-01',
    '2027-03-01',
  ])
  const days = ['2026-11-02', '2026-12-02', '2026-12-25', '2026-12-31', '2027-01-01'].map((date) => daysCovered(SHIPPED_MARKET_RULES, date))
  expect(days).toEqual([60, 30, 7, 1, 0])
})
