import { expect, it } from 'vitest'
import { describeUncovered, uncoveredYears } from './coveredYears.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'

it('years without known rules are named once each, earliest first', () => {
  const years = uncoveredYears(SHIPPED_MARKET_RULES, ['2020-12-29', '2019-04-14', '2020-01-02', '2021-01-01'])
  expect(years).toEqual([2019, 2020])
  expect(describeUncovered(years)).toMatch(/^The years 2019 and 2020 are not covered: lots, /)
  expect(describeUncovered([2019])).toMatch(/^The year 2019 is not covered: /)
  expect(describeUncovered(uncoveredYears(SHIPPED_MARKET_RULES, ['2021-01-01', '2026-11-20']))).toBeNull()
})
