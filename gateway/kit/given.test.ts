import { expect, test } from 'vitest'
import { given } from './given.ts'

test.each([
  ['all', 'all'],
  [5e-324, '5e-324'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ toString: 1 }, 'an object'],
  [JSON.parse('{"__proto__":null}') as unknown, 'an object'],
  [[{ toString: 1 }], 'a list'],
])('%# is told without running anything of it', (input, text) => expect(given(input)).toBe(text))
