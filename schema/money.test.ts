import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRupees, fromRupees, OPTION_TICK, paise, roundToTick, toRupees } from './money.ts'

test('every whole number of paise survives the way to rupees and back', () => {
  fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => fromRupees(toRupees(paise(value))) === value))
})

test('half a paisa goes away from zero even where binary falls short', () => {
  expect(fromRupees(1.005)).toBe(101)
  expect(fromRupees(-1.005)).toBe(-101)
})

test('a fraction of a paisa is refused', () => {
  expect(() => paise(0.5)).toThrow(/safe integer, got 0.5/)
  expect(() => fromRupees(Number.NaN)).toThrow(/finite/)
})

test('rounding to the tick never passes the price in its direction and moves by less than a tick', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e7, noNaN: true }), (value) => {
      const down = roundToTick(value, OPTION_TICK, 'down')
      const up = roundToTick(value, OPTION_TICK, 'up')
      const tolerance = 1e-6
      return down % 5 === 0 && up % 5 === 0 && down <= value + tolerance && up >= value - tolerance && up - down <= 5
    }),
  )
})

test('a price on the tick stays where it is in every direction', () => {
  for (const direction of ['up', 'down', 'nearest'] as const) expect(roundToTick(10_015, OPTION_TICK, direction)).toBe(10_015)
})

test('an amount is written the Indian way, with paise only where there are some', () => {
  const written = [0, 5, 64_13, 100_50, 1_000_00, 1_00_000_00, 1_23_45_678_90, -64_13].map((value) => formatRupees(paise(value)))
  expect(written).toEqual(['₹0', '₹0.05', '₹64.13', '₹100.50', '₹1,000', '₹1,00,000', '₹1,23,45,678.90', '-₹64.13'])
})
