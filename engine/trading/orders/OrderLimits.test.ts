import { expect, it } from 'vitest'
import { MarketRules } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { DAY, istInstant } from '../../../schema/time.ts'
import { OrderLimits } from './OrderLimits.ts'
import { contractOf } from '../testing/contracts.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const contract = contractOf('NIFTY', 24_500, 'CE')

const rulesWith = (percent: number, from: string) =>
  new MarketRules({
    ...SHIPPED_MARKET_TABLES,
    priceProtections: [...SHIPPED_MARKET_TABLES.priceProtections, { exchange: 'NFO', from, nearPaise: 30_00, amountPaise: 10_00, percent }],
  })

it('the limits of a contract are those in force on the market day, and an admin’s change is in force at once', () => {
  let rules = rulesWith(25, '2026-07-02')
  const limits = new OrderLimits(() => rules)
  const percentAt = (now: number) => limits.of(contract, now).protection?.percent
  expect([percentAt(NOW), percentAt(NOW + DAY), percentAt(NOW)]).toEqual([40, 25, 40])
  rules = rulesWith(20, '2026-07-01')
  expect(percentAt(NOW)).toBe(20)
  expect(limits.of(contract, NOW)).toMatchObject({ freeze: 1_800, protection: { nearPaise: 30_00, amountPaise: 10_00 } })
})

it('an exchange whose rule is not known protects nothing', () => {
  const limits = new OrderLimits(() => rulesWith(25, '2026-07-02'))
  expect(limits.of(contractOf('SENSEX', 80_000, 'CE'), NOW)).toEqual({ freeze: 1_000, protection: null })
})
