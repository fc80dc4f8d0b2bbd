import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTime } from './dateTime.ts'

test('a point in time is written as JavaScript does, whatever was written before', () => {
  const day = fc.constantFrom(Date.parse('2026-11-20'), Date.parse('1969-12-31'), Date.parse('+010000-01-01'))
  const near = fc.tuple(day, fc.integer({ min: -90_000_000, max: 90_000_000 })).map(([at, by]) => new Date(at + by))
  fc.assert(
    fc.property(fc.oneof(near, fc.date({ noInvalidDate: true })), (date) => {
      expect(dateTime.serialize(date)).toBe(date.toISOString())
    }),
  )
})

test('what is no point in time is refused', () => {
  expect(() => dateTime.serialize(new Date(NaN))).toThrow()
  expect(() => dateTime.serialize('yesterday')).toThrow()
})
