import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstAtOrAfter } from './firstAtOrAfter.ts'

it('finds what looking at every position finds', () => {
  const ascending = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 }).map((values) => Float64Array.from(values).sort())
  fc.assert(
    fc.property(ascending, fc.integer({ min: -60, max: 60 }), fc.nat(60), (column, value, start) => {
      const from = Math.min(start, column.length)
      const position = [...column.keys()].find((i) => i >= from && column[i]! >= value) ?? column.length
      expect(firstAtOrAfter(column, value, from)).toBe(position)
    }),
  )
})
