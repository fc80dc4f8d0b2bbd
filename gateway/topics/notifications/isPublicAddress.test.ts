import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './isPublicAddress.ts'
import { webhookUrlMistake } from './webhookUrlMistake.ts'

const byte = fc.integer({ min: 0, max: 255 })

describe('item 45: a webhook', () => {
  // RFC 6890 and the IANA special-purpose address registries.
  const special = [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1'],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '100::1', 'localhost', '', '1.2.3', '::ffff:7f00:1'],
  ]
  test.each(special)('never goes to %j', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '192.167.255.255', '2606:4700::1111', '2a00:1450::1'])(
    'may go to %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('never goes to an address of a private network, however it is written', () => {
    fc.assert(
      fc.property(byte, byte, byte, (b, c, d) => {
        for (const address of [`10.${b}.${c}.${d}`, `192.168.${c}.${d}`, `127.${b}.${c}.${d}`]) {
          expect(isPublicAddress(address)).toBe(false)
          expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
          expect(webhookUrlMistake(`https://${address}/hook`, false)).toContain('not an address of the public internet')
        }
      }),
    )
  })

  test.each([
    ['http://example.com/hook', 'The address must begin with https://'],
    ['ftp://example.com/hook', 'The address must begin with https://'],
    ['file:///etc/passwd', 'The address must begin with https://'],
    ['https://user:secret@example.com/', 'The address must have no user name or password in it'],
    ['example.com', 'The address must be one like https://example.com/hook'],
    ['https://[::1]/hook', '::1 is not an address of the public internet'],
    // Browsers and Node read these as 127.0.0.1.
    ['https://2130706433/hook', '127.0.0.1 is not an address of the public internet'],
    ['https://0x7f.1/hook', '127.0.0.1 is not an address of the public internet'],
    [`https://example.com/${'x'.repeat(500)}`, 'The address must have at most 500 characters'],
  ])('refuses %s', (url, mistake) => {
    expect(webhookUrlMistake(url, false)).toBe(mistake)
  })

  test('takes https, and http to private hosts only where that is allowed', () => {
    expect(webhookUrlMistake('https://example.com:8443/hook?key=1', false)).toBeNull()
    expect(webhookUrlMistake('http://127.0.0.1:3000/hook', true)).toBeNull()
    expect(webhookUrlMistake('gopher://127.0.0.1/', true)).not.toBeNull()
  })
})
