import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sealer } from './Sealer.ts'

const sealer = new Sealer(randomBytes(32))
const secret = new Uint8Array(randomBytes(20))

test('what is sealed opens for its owner, and looks different each time', () => {
  const [one, two] = [sealer.seal(secret, 'asha'), sealer.seal(secret, 'asha')]
  expect(sealer.open(one, 'asha')).toEqual(secret)
  expect(one).not.toEqual(two)
})

test('item 34: another owner, another key or one flipped bit keep it shut', () => {
  const sealed = sealer.seal(secret, 'asha')
  expect(() => sealer.open(sealed, 'ravi')).toThrow()
  expect(() => new Sealer(randomBytes(32)).open(sealed, 'asha')).toThrow()
  for (const at of [0, 15, sealed.length - 1]) {
    const bent = sealed.slice()
    bent[at] = bent[at]! ^ 1
    expect(() => sealer.open(bent, 'asha')).toThrow()
  }
})
