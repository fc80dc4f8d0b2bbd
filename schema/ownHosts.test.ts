import { describe, expect, test } from 'vitest'
import { ownHosts } from './ownHosts.ts'

const OTHERS = ['evil.example', 'evil.example:4000', 'localhost.evil.example', '127.0.0.1.evil.example', 'sakha.example.evil', '']
const MALFORMED = [
  '127.0.0.1@evil.example',
  'evil.example/127.0.0.1',
  '127.0.0.1 evil.example',
  'evil.example\\127.0.0.1',
  ':4000',
  '[::1',
  '::1',
]

describe('a server that listens on 127.0.0.1', () => {
  const isOwn = ownHosts('127.0.0.1')
  test.each(['127.0.0.1', '127.0.0.1:4100', 'localhost', 'localhost:1', 'LocalHost', 'localhost.', '[::1]', '[::1]:80', undefined])(
    'is %s',
    (host) => {
      expect(isOwn(host)).toBe(true)
    },
  )
  test.each([...OTHERS, ...MALFORMED, '127.0.0.2', '10.0.0.1', '[::2]', '0.0.0.0', '0x7f.1', '2130706433', 'sakha.example'])(
    'is not %s',
    (host) => {
      expect(isOwn(host)).toBe(false)
    },
  )
})

describe.each(['0.0.0.0', '::'])('a server that listens on every address (%s), with a public name', (listensOn) => {
  const isOwn = ownHosts(listensOn, ['Sakha.example', '[2001:db8::1]'])
  test.each(['sakha.example', 'SAKHA.example:443', '192.168.1.5:4000', '[fe80::1]:4000', 'localhost'])('is %s', (host) => {
    expect(isOwn(host)).toBe(true)
  })
  test.each([...OTHERS, ...MALFORMED])('is not %s', (host) => {
    expect(isOwn(host)).toBe(false)
  })
})

test('a server that listens on one address of a network is that address', () => {
  expect([ownHosts('192.168.1.5')('192.168.1.5:4000'), ownHosts('192.168.1.5')('192.168.1.6:4000')]).toEqual([true, false])
  expect([ownHosts('fd00::5')('[fd00::5]:4000'), ownHosts('fd00::5')('[fd00::6]')]).toEqual([true, false])
})
