import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientOrderIdOf } from './orders.ts'

it('an order tag is 15 characters, tells entry from exit, and follows from the order id alone', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), (one, other) => {
      expect(clientOrderIdOf('ENTRY', one)).toMatch(/^E[0-9a-z]{14}$/)
      expect(clientOrderIdOf('EXIT', one)).toMatch(/^X[0-9a-z]{14}$/)
      const tail = (id: string) => id.replaceAll('-', '').slice(-18)
      expect(clientOrderIdOf('ENTRY', one) === clientOrderIdOf('ENTRY', other)).toBe(tail(one) === tail(other))
    }),
  )
})
