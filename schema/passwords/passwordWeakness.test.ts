import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './commonPasswords.ts'
import { passwordWeakness } from './passwordWeakness.ts'

const OWNER = { name: 'Asha Rao-Kulkarni', email: 'asha.kulkarni@example.com' }

test('the list has 3,000 passwords, all of six characters and more, in lower case', () => {
  expect(COMMON_PASSWORDS.size).toBe(3_000)
  for (const password of COMMON_PASSWORDS) expect(password).toMatch(/^[^A-Z\s]{6,}$/)
})

test.each(['123456', 'password', 'Password1!', 'QWERTY', 'letmein', 'dragon123', 'aaaaaaaa', 'ababababab', 'Sakha2026', 'tradingbuddy1'])(
  'item 3: %s is refused with a reason',
  (password) => {
    expect(passwordWeakness(password, OWNER)).toMatch(/^(This|The) password /)
  },
)

test.each(['kulkarni', 'Kulkarni1990', 'asha.kulkarni', 'asha.kulkarni@example.com'])(
  'item 3: %s is the owner, and refused',
  (password) => {
    expect(passwordWeakness(password, OWNER)).toContain('name')
  },
)

test.each(['correct horse', 'tgbvfr-42', 'Rao went home', 'ஆஷாவின் பூனை'])('%s is taken', (password) => {
  expect(passwordWeakness(password, OWNER)).toBeNull()
})
