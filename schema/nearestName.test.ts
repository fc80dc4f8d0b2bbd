import { expect, test } from 'vitest'
import { nearestName } from './nearestName.ts'

const KNOWN = ['timeWindow', 'maxTrades', 'riskPerTrade', 'stopLoss', 'takeProfit', 'quantity']

test.each([
  ['maxtrades', 'maxTrades'],
  ['MAX_TRADES', 'maxTrades'],
  ['stoplos', 'stopLoss'],
  ['riskPertrades', 'riskPerTrade'],
  ['quantitiy', 'quantity'],
])('%s was meant to be %s', (written, meant) => {
  expect(nearestName(written, KNOWN)).toBe(meant)
})

test.each(['', 'lots', 'role', '__proto__', 'x'.repeat(41), 'maxTrades'.repeat(10_000)])('%.20s is near to none', (written) => {
  expect(nearestName(written, KNOWN)).toBeNull()
})
