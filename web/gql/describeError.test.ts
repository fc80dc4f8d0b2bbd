import { CombinedGraphQLErrors, ServerError } from '@apollo/client'
import { expect, test } from 'vitest'
import { describeError } from './describeError.ts'

const answer = (status: number, bodyText: string) =>
  new ServerError(`Response not successful: Received status code ${status}`, { response: new Response(bodyText, { status }), bodyText })

test('an answer from before GraphQL is told in the server’s words, with its request id', () => {
  const envelope = { success: false, data: null, message: 'Too many requests.', error: 'The same.', requestId: 'r1' }
  expect(describeError(answer(429, JSON.stringify(envelope)))).toEqual({ message: 'Too many requests.', requestId: 'r1', fieldErrors: {} })
  expect(describeError(answer(503, '{"error":"Closing."}')).message).toBe('Closing.')
})

test.each(['', '<html>Bad gateway</html>', '"text"', 'null', '{"message":7}'])('without words (%j) it is told by its status', (body) => {
  expect(describeError(answer(502, body))).toEqual({ message: 'HTTP error! status: 502', requestId: null, fieldErrors: {} })
})

test('a refusal without words is told in those of the screen, else as an error', () => {
  const silent = new CombinedGraphQLErrors({ errors: [{ message: '' }] })
  expect(describeError(silent).message).toBe('An error occurred')
  expect(describeError(silent, 'Failed to fetch dashboard data').message).toBe('Failed to fetch dashboard data')
})
