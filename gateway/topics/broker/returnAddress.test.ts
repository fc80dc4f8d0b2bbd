import { expect, it } from 'vitest'
import { returnAddress } from './returnAddress.ts'

const HOME = 'http://127.0.0.1:4000'

it('is this machine by the other name that it was opened with', () => {
  expect(returnAddress('localhost:4000', HOME)).toBe('http://localhost:4000/auth/smartapi/callback')
  expect(returnAddress('127.0.0.1:4000', 'http://localhost:4000/')).toBe('http://127.0.0.1:4000/auth/smartapi/callback')
  expect(returnAddress('localhost', 'http://127.0.0.1')).toBe('http://localhost/auth/smartapi/callback')
})

it.each([
  ['the public address itself', '127.0.0.1:4000', HOME],
  ['another port', 'localhost:4001', HOME],
  ['another machine', 'evil.test:4000', HOME],
  ['a name that only looks like it', 'localhost.evil.test:4000', HOME],
  ['a user in the address', 'localhost:4000@evil.test', HOME],
  ['a path in the address', 'localhost:4000/x', HOME],
  ['nothing', undefined, HOME],
  ['an empty text', '', HOME],
  ['this machine, when people open another one', 'localhost:443', 'https://sakha.test'],
  ['this machine behind TLS', 'localhost:4000', 'https://127.0.0.1:4000'],
])('is as registered for %s', (_what, host, publicUrl) => {
  expect(returnAddress(host, publicUrl)).toBeNull()
})
