import fc from 'fast-check'
import { expect, test } from 'vitest'
import { winRate } from './winRate.ts'

test('is unknown without results, and per cent with one decimal else', () => {
  expect(winRate(0, 0)).toBeNull()
  expect(winRate(2, 3)).toBe(66.7)
  expect(winRate(3, 3)).toBe(100)
})

test('lies between 0 and 100 and within a twentieth of the true share', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (gained, lost) => {
      fc.pre(gained + lost > 0)
      const rate = winRate(gained, gained + lost) ?? NaN
      expect(rate).toBeGreaterThanOrEqual(0)
      expect(rate).toBeLessThanOrEqual(100)
      expect(Math.abs(rate - (gained / (gained + lost)) * 100)).toBeLessThanOrEqual(0.05 + 1e-9)
    }),
  )
})
