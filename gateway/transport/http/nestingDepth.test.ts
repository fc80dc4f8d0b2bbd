import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestingDepth } from './nestingDepth.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('the depth of a text is the depth of the value it stands for', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(nestingDepth(JSON.stringify(value))).toBe(depthOf(value))
    }),
  )
})

test('brackets in texts do not count, and a text that never ends is no harm', () => {
  expect(nestingDepth('{"a":"[[[[\\"[[["}')).toBe(1)
  expect(nestingDepth('["[[[')).toBe(1)
  expect(nestingDepth('['.repeat(50_000))).toBe(50_000)
})
