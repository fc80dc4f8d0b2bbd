import { expect, test } from 'vitest'
import { databaseIsFull } from './databaseIsFull.ts'

const full = Object.assign(new Error('could not extend file'), { code: '53100' })

test.each([
  ['the driver’s error', full],
  ['one that has it as its cause', new Error('failed', { cause: full })],
  ['Prisma’s', { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '53100' } } } }],
])('%s says that there is no room', (_what, error) => expect(databaseIsFull(error)).toBe(true))

test.each([[null], ['53100'], [new Error('53100')], [Object.assign(new Error('down'), { code: '57P01' })], [{ code: 'P2010', meta: {} }]])(
  '%s says nothing of the kind',
  (error) => expect(databaseIsFull(error)).toBe(false),
)
