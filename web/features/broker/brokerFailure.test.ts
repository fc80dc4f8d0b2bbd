import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client'
import { describe, expect, it } from 'vitest'
import { brokerFailure } from './brokerFailure.ts'

const answer = (status: number, bodyText: string) => new ServerError('refused', { response: new Response(null, { status }), bodyText })

describe('brokerFailure', () => {
  it('knows an answer that is none of a broker status', () => {
    const html = new ServerParseError(new SyntaxError('<'), { response: new Response(), bodyText: '<html>' })
    expect(brokerFailure('check', html)).toBe('Malformed broker status payload')
    expect(brokerFailure('check', answer(200, '{}'))).toBe('Malformed broker status payload')
  })

  it("puts the server's words first", () => {
    expect(brokerFailure('check', new CombinedGraphQLErrors({ errors: [{ message: 'Not now.' }] }))).toBe('Not now.')
    expect(brokerFailure('refresh', answer(429, '{"message":"Too many requests"}'))).toBe('Too many requests')
    expect(brokerFailure('autoRefresh', answer(502, ''))).toBe('HTTP error! status: 502')
  })
})
