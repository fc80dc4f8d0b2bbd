import { describe, expect, it } from 'vitest'
import { readSignIn } from './readSignIn.ts'

const TYPED = { clientCode: 'A123456', pin: '0123', totpSecret: 'JBSWY3DPEHPK3PXP', keep: false }
const mistakesOf = (changes: Partial<typeof TYPED>) => {
  const read = readSignIn({ ...TYPED, ...changes })
  return read.ok ? {} : read.error
}

describe('readSignIn', () => {
  it('takes the secret as the broker shows it', () => {
    expect(readSignIn({ ...TYPED, clientCode: ' A123456 ', totpSecret: 'jbsw y3dp-ehpk 3pxp' })).toEqual({ ok: true, value: TYPED })
  })

  it.each([
    [{ clientCode: '' }, 'clientCode'],
    [{ clientCode: 'A 12' }, 'clientCode'],
    [{ clientCode: 'A'.repeat(21) }, 'clientCode'],
    [{ pin: '123' }, 'pin'],
    [{ pin: '12a4' }, 'pin'],
    [{ totpSecret: '' }, 'totpSecret'],
    [{ totpSecret: 'JBSWY3DPEHPK3PX' }, 'totpSecret'],
    [{ totpSecret: 'JBSWY3DPEHPK3PX1' }, 'totpSecret'],
    [{ totpSecret: 'A'.repeat(10_000) }, 'totpSecret'],
  ])('refuses %o', (changes, field) => {
    expect(Object.keys(mistakesOf(changes))).toEqual([field])
  })

  it('knows a code of the authenticator app from its secret', () => {
    expect(mistakesOf({ totpSecret: '123 456' })['totpSecret']).toMatch(/^This is a code from the authenticator app/)
  })
})
