import { expect, test } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { describeInstrument } from './describeInstrument.ts'

test.each([
  // Thursday until September 2025: the specification's day and lot.
  ['NIFTY', '2025-06-03T04:00:00Z', { lot: 75, expiryRule: 'weekly, Thursday', nextExpiry: '2025-06-05' }],
  ['NIFTY', '2026-11-17T09:59:00Z', { lot: 65, expiryRule: 'weekly, Tuesday', nextExpiry: '2026-11-17' }],
  ['NIFTY', '2026-11-17T10:00:00Z', { lot: 65, expiryRule: 'weekly, Tuesday', nextExpiry: '2026-11-23' }],
  // The lot is the next contract's, not the day's.
  ['BANKNIFTY', '2025-12-30T10:30:00Z', { lot: 30, expiryRule: 'monthly, last Tuesday', nextExpiry: '2026-01-27' }],
] as const)('%s at %s is told by the rules of its next expiry', (index, at, expected) => {
  expect(describeInstrument(index, Date.parse(at), SHIPPED_MARKET_RULES)).toMatchObject(expected)
})
