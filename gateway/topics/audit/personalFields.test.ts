import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { markOf, openPersonalFields, sealPersonalFields } from './personalFields.ts'

const { publicKey, privateKey } = generateKeyPairSync('x25519')
const shown = publicKey.export({ type: 'spki', format: 'der' })
const fields = { address: '192.0.2.1', userAgent: 'Firefox', details: { from: 'a@example.com', count: 2, on: true, none: null } }
const secret = randomBytes(32)

test('item 48: what is sealed with the public key opens with the private one and the secret of its person, and looks different each time', () => {
  const [one, two] = [sealPersonalFields(fields, shown, secret, 'entry 1'), sealPersonalFields(fields, shown, secret, 'entry 1')]
  expect(openPersonalFields(one, privateKey, secret, 'entry 1')).toEqual(fields)
  expect(one).not.toEqual(two)
  expect(Buffer.from(one).toString('latin1')).not.toContain('192.0.2.1')
})

test('another person, another entry, another log or one flipped bit keep it shut', () => {
  const sealed = sealPersonalFields(fields, shown, secret, 'entry 1')
  expect(() => openPersonalFields(sealed, privateKey, randomBytes(32), 'entry 1')).toThrow()
  expect(() => openPersonalFields(sealed, privateKey, secret, 'entry 2')).toThrow()
  expect(() => openPersonalFields(sealed, generateKeyPairSync('x25519').privateKey, secret, 'entry 1')).toThrow()
  for (const at of [20, 50, sealed.length - 1]) {
    const bent = sealed.slice()
    bent[at] = bent[at]! ^ 1
    expect(() => openPersonalFields(bent, privateKey, secret, 'entry 1')).toThrow()
  }
})

test('a device is known again by its mark, and by nobody without the secret', () => {
  expect(markOf('Firefox', secret)).toEqual(markOf('Firefox', secret))
  expect(markOf('Firefox', secret)).not.toEqual(markOf('Chrome', secret))
  expect(markOf('Firefox', secret)).not.toEqual(markOf('Firefox', randomBytes(32)))
})
