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

test.each(['P@ssw0rd', 'p4$$w0rd123', 'Dr@g0n', '1loveyou', 'M1ch@el!', 'qw3rty99'])(
  'item 3: %s is a common word in disguise, and refused',
  (password) => {
    expect(passwordWeakness(password, OWNER)).toContain('most used')
  },
)

test.each([
  'trading',
  'Trader2026',
  'nifty50',
  'NiftyBank',
  'bank-nifty!',
  'tr4d1ng',
  '$ensex',
  'S@kha-1',
  'bullmarket',
  'options.trading',
  '2026trading',
])('item 3: %s is made of words of the product and its trade, and refused', (password) => {
  expect(passwordWeakness(password, OWNER)).toMatch(/this product|trading words/)
})

test.each(['kulkarni', 'Kulkarni1990', 'asha.kulkarni', 'asha.kulkarni@example.com'])(
  'item 3: %s is the owner, and refused',
  (password) => {
    expect(passwordWeakness(password, OWNER)).toContain('name')
  },
)

test.each([
  'correct horse',
  'kite-river-42',
  'nifty monsoon tea',
  'tgbvfr-42',
  '73029-41826',
  'trading ஆஷா',
  'trade'.repeat(39) + 'x',
  'Rao went home',
  'ஆஷாவின் பூனை',
])('%s is taken', (password) => {
  expect(passwordWeakness(password, OWNER)).toBeNull()
})
