import { expect, test } from 'vitest'
import { mayRiskMore } from './mayRiskMore.ts'

const TERMS = {
  maxTrades: 5,
  quantity: 2,
  riskPerTrade: 2_000,
  sizeByRisk: true,
  stopLoss: { unit: 'PERCENT', value: 20 },
  legs: ['Buy.'],
} as const

test.each([
  { maxTrades: 6 },
  { quantity: 3 },
  { riskPerTrade: 2_000.01 },
  { sizeByRisk: false },
  { stopLoss: { unit: 'PERCENT', value: 20.1 } },
  { stopLoss: { unit: 'RUPEES', value: 100 } },
  { maxTrades: 6, quantity: 1 },
  { legs: ['Sell.'] },
  { legs: ['Buy.', 'Sell.'] },
] as const)('%j risks more', (change) => {
  expect(mayRiskMore(TERMS, { ...TERMS, ...change })).toBe(true)
})

test.each([
  {},
  { legs: [] },
  { maxTrades: 4 },
  { quantity: 1 },
  { riskPerTrade: 100 },
  { stopLoss: { unit: 'PERCENT', value: 5 } },
] as const)('%j does not risk more', (change) => {
  expect(mayRiskMore(TERMS, { ...TERMS, ...change })).toBe(false)
})
