import { expect, it } from 'vitest'
import { serverMistake } from './serverMistake.ts'

it('a server older than the migrations’ syntax is refused with both versions; any newer one is taken', () => {
  expect(serverMistake('15.14 (Debian 15.14-0+deb12u1)', 150_014)).toBe('PostgreSQL 18 or newer is needed, and this is 15.14.')
  expect(serverMistake('17.9', 170_009)).toBe('PostgreSQL 18 or newer is needed, and this is 17.9.')
  expect(serverMistake('18.0', 180_000)).toBeNull()
  expect(serverMistake('19beta1', 190_000)).toBeNull()
})
