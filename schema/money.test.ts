import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRupees, OPTION_TICK, paise, roundToTick, toRupees } from './money.ts'

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
