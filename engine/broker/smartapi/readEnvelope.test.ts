import { describe, expect, it } from 'vitest'
import { BrokerError } from '../port.ts'
import { isSessionEnd } from './brokerCodes.ts'
import { readEnvelope } from './readEnvelope.ts'

function failure(status: number, body: unknown): BrokerError {
  try {
    readEnvelope(status, typeof body === 'string' ? body : JSON.stringify(body))
  } catch (error) {
    if (error instanceof BrokerError) return error
    throw error
  }
  throw new Error('the answer was taken for a success')
}

describe('readEnvelope', () => {
  it.each([
    [{ status: true, message: 'SUCCESS', errorcode: '', data: [1] }, [1]],
    [{ status: 'true', message: 'SUCCESS', errorcode: '', data: { a: 1 } }, { a: 1 }],
    [{ success: true, message: '', errorCode: '', data: '' }, ''],
    [{ status: true, message: 'SUCCESS', errorcode: '' }, null],
    [{ status: true, message: 'SUCCESS', errorcode: '', data: 'null' }, null],
  ])('%j is a success', (envelope, data) => {
    expect(readEnvelope(200, JSON.stringify(envelope))).toEqual(data)
  })

  it('a byte order mark before an answer is none of it', () => {
    expect(readEnvelope(200, '\uFEFF{"status":true,"data":[1]}')).toEqual([1])
  })

  it.each([
    [
      'an invalid token in the gateway envelope at 200',
      200,
      { success: false, message: 'Invalid Token', errorCode: 'AG8001', data: '' },
      'auth',
      'AG8001',
    ],
    ['an expired token at 401', 401, { success: false, message: 'Token Expired', errorCode: 'AG8002', data: '' }, 'auth', 'AG8002'],
    ['an expired session', 200, { status: false, message: 'AMX Session Expired', errorcode: 'AB1010', data: null }, 'auth', 'AB1010'],
    ['a wrong one-time code', 200, { status: false, message: 'Invalid totp', errorcode: 'AB1050', data: null }, 'auth', 'AB1050'],
    ['a wrong PIN', 200, { status: false, message: 'Invalid', errorcode: 'AB1007', data: null }, 'auth', 'AB1007'],
    ['a failure flagged by text', 200, { status: 'false', message: 'no', errorcode: 'AB1009', data: 'null' }, 'refused', 'AB1009'],
    ['throttling in JSON', 200, { status: false, message: 'Too many requests', errorcode: 'AB1021', data: null }, 'throttled', 'AB1021'],
    ['throttling in plain text at 403', 403, 'Access denied because of exceeding access rate', 'throttled', null],
    ['throttling in plain text at 200', 200, 'Access denied because of exceeding access rate', 'throttled', null],
    ['429', 429, '', 'throttled', null],
    ['try later', 200, { status: false, message: 'Something went wrong', errorcode: 'AB1004', data: null }, 'unreachable', 'AB1004'],
    ['a web page at 502', 502, '<html><body>Bad gateway</body></html>', 'unreachable', null],
    ['a web page at 200', 200, '<!doctype html><p>hello</p>', 'malformed', null],
    ['an empty body at 200', 200, '', 'malformed', null],
    ['JSON cut short', 200, '{"status":true,"data":[[', 'malformed', null],
    ['a bare array', 200, [1, 2], 'malformed', null],
    ['null', 200, 'null', 'malformed', null],
    ['an object without a status', 200, { hello: 1 }, 'malformed', null],
    ['a 401 without a code', 401, { message: 'Unauthorized' }, 'auth', null],
    ['a flag that is neither', 200, { status: 200, message: 'OK', data: [] }, 'refused', null],
  ])('%s', (_, status, body, kind, code) => {
    const error = failure(status, body)
    expect({ kind: error.kind, brokerCode: error.brokerCode }).toEqual({ kind, brokerCode: code })
  })

  it('only an ended session, not a refused account, is worth signing in again', () => {
    expect(isSessionEnd(failure(200, { success: false, errorCode: 'AG8001', message: 'Invalid Token', data: '' }))).toBe(true)
    expect(isSessionEnd(failure(401, { message: 'Unauthorized' }))).toBe(true)
    expect(isSessionEnd(failure(200, { status: false, errorcode: 'AB1007', message: 'Invalid', data: null }))).toBe(false)
    expect(isSessionEnd(failure(403, 'Access denied because of exceeding access rate'))).toBe(false)
  })
})
