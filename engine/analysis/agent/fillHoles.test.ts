import { expect, it } from 'vitest'
import { fillHoles, finishedSession } from './fillHoles.ts'

it('carries the last close over missing minutes, and the first one back, and says how long the longest hole was', () => {
  expect(fillHoles(Float64Array.of(NaN, 1, NaN, NaN, 2, NaN))).toEqual({ closes: Float64Array.of(1, 1, 1, 1, 2, 2), longest: 2 })
  expect(fillHoles(Float64Array.of(NaN, NaN))).toEqual({ closes: Float64Array.of(NaN, NaN), longest: 2 })
})

it('takes a session without holes of more than two minutes, cut to its day', () => {
  expect(finishedSession(Float64Array.of(1, NaN, NaN, 2, 3), 4)).toEqual(Float64Array.of(1, 1, 1, 2))
  expect(finishedSession(Float64Array.of(1, NaN, NaN, NaN, 2), 5)).toBeNull()
  expect(finishedSession(Float64Array.of(1, 2, 3), 4)).toBeNull()
})
