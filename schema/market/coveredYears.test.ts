import { expect, it } from 'vitest'
import { describeUncovered, uncoveredYears } from './coveredYears.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'

it('years without known rules are named once each, earliest first', () => {
  const years = uncoveredYears(SHIPPED_MARKET_RULES, ['2023-12-29', '2022-04-14', '2023-01-02', '2024-01-01'])
  expect(years).toEqual([2022, 2023])
  expect(describeUncovered(years)).toMatch(/^The years 2022 and 2023 are not covered: lots, /)
  expect(describeUncovered([2022])).toMatch(/^The year 2022 is not covered: /)
  expect(describeUncovered(uncoveredYears(SHIPPED_MARKET_RULES, ['2024-01-01', '2026-11-20']))).toBeNull()
})
