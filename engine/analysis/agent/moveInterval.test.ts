import { expect, it } from 'vitest'
import { adaptAlpha, moveInterval } from './moveInterval.ts'

const moves = Float64Array.from({ length: 50 }, (_, i) => 50 - i)

it('leaves out alpha of the moves, half on each side, and never all or none', () => {
  expect(moveInterval(moves, 0.2)).toEqual({ low: 5, high: 46 })
  expect(moveInterval(moves.subarray(1), 0.2)).toEqual({ low: 5, high: 45 })
  expect(moveInterval(moves, 0.04)).toEqual({ low: 1, high: 50 })
  expect(moveInterval(moves, 0.5)).toEqual({ low: 12, high: 39 })
  expect(moveInterval(Float64Array.of(3), 0.2)).toEqual({ low: 3, high: 3 })
})

it('widens after a miss four times as much as it narrows after a hit, within its bounds', () => {
  expect(adaptAlpha(0.2, true)).toBeCloseTo(0.196, 12)
  expect(adaptAlpha(0.2, false)).toBeCloseTo(0.201, 12)
  expect([adaptAlpha(0.04, true), adaptAlpha(0.5, false)]).toEqual([0.04, 0.5])
})
