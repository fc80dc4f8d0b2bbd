import { expect, it } from 'vitest'
import { fittedTo, percentOfLast } from './percentOfLast.ts'

it('prices are told by how far they are from the last one', () => {
  expect(percentOfLast([99, 102, 100])).toEqual([expect.closeTo(-1), expect.closeTo(2), 0])
  expect(percentOfLast([])).toEqual([])
})

it('a window in the place of another one keeps its shape, and takes the other’s middle and size, of another length too', () => {
  expect(fittedTo([-1, 0, 1], [10, 20, 30])).toEqual([expect.closeTo(10), expect.closeTo(20), expect.closeTo(30)])
  expect(fittedTo([0, 2], [4, 6, 4, 6])).toEqual([expect.closeTo(4), expect.closeTo(6)])
  expect(fittedTo([3, 3], [1, 2])).toEqual([])
})
