import { expect, it } from 'vitest'
import { errorText } from './errorText.ts'

it('an error is one line: the last of what Prisma says, each of several once, and what is no error as it is', () => {
  expect(errorText(new Error('Invalid `prisma.x()` invocation:\n\n\nsorry, too many clients already\n'))).toBe(
    'sorry, too many clients already',
  )
  const [four, six] = [new Error('connect ECONNREFUSED 127.0.0.1:1'), new Error('connect ECONNREFUSED ::1:1')]
  expect(errorText(new AggregateError([four, six, four]))).toBe('connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED ::1:1')
  expect(errorText('gone')).toBe('gone')
})
