import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { passwordStrength } from './passwordStrength.ts'
import { passwordWeakness } from './passwordWeakness.ts'

const OWNER = { name: 'Asha Rao', email: 'asha@example.in' }
const LEVELS = ['weak', 'fair', 'good', 'strong']

test.each([
  ['abc', 'weak'],
  ['Password1!', 'weak'],
  ['123456789012345', 'weak'],
  ['aaaabbbbcccc', 'weak'],
  ['tgbvfr42', 'fair'],
  ['kite-river-42', 'strong'],
  ['kite-river', 'good'],
  ['correct horse battery', 'strong'],
])('%s is %s', (password, level) => {
  expect(passwordStrength(password, OWNER).level).toBe(level)
})

test('what the server refuses is weak, with the server’s reason', () => {
  fc.assert(
    fc.property(fc.constantFrom('password', 'qwerty1', 'asha@example.in', 'Sakha2026', 'ababababab'), (password) => {
      expect(passwordStrength(password, OWNER)).toEqual({ level: 'weak', text: passwordWeakness(password, OWNER) })
    }),
  )
})

test('a longer password is never weaker, unless the server knows it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: LIMITS.password.min }), fc.string(), (password, more) => {
      fc.pre(passwordWeakness(password + more, OWNER) === null)
      const [before, after] = [password, password + more].map((each) => LEVELS.indexOf(passwordStrength(each, OWNER).level))
      expect(after).toBeGreaterThanOrEqual(before!)
    }),
  )
})
