import { expect, it } from 'vitest'
import { busyMachine } from './busyMachine.ts'

it.each([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Invalid `prisma.$transaction` invocation:\n\n\nTransaction API error: Unable to start a transaction in the given time.',
])('a start that failed with "%s" says that the machine is busy', (message) => {
  expect(busyMachine(new Error(message))).toMatch(
    /^The database did not answer in time \(.+\): this machine, or the database's, has too much else to do\./,
  )
})

it('a start that failed for another reason is not blamed on the machine', () => {
  expect(busyMachine(new Error('password authentication failed for user "sakha_runtime"'))).toBeNull()
  expect(busyMachine('connect ECONNREFUSED 127.0.0.1:4300')).toBeNull()
})
