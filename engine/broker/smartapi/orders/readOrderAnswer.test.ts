import { describe, expect, it } from 'vitest'
import { readOrderAnswer, type OrderAnswer } from './readOrderAnswer.ts'

const taken = { status: true, message: 'SUCCESS', errorcode: '', data: { script: 'X', orderid: '261120000000001', uniqueorderid: 'u' } }
const no = (errorcode: string, message: string) => ({ status: false, message, errorcode, data: null })
const gateway = (errorCode: string, message: string) => ({ success: false, message, errorCode, data: '' })
const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const TOO_FAST = 'Access denied because of exceeding access rate'

/** Every shape in which an answer has come or could: what, HTTP status, body, what it proves. */
const SHAPES: readonly (readonly [string, number, unknown, OrderAnswer['kind']])[] = [
  ['a success', 200, taken, 'taken'],
  ['a success flagged by text', 200, { ...taken, status: 'true' }, 'taken'],
  ['a success with its id as a number', 200, { ...taken, data: { orderid: 261120000000001 } }, 'taken'],
  ['a success in the gateway’s envelope', 200, { success: true, message: '', errorCode: '', data: { orderid: '1' } }, 'taken'],
  ['a success with data null', 200, { ...taken, data: null }, 'unknown'],
  ['a success with data null as text', 200, { ...taken, data: 'null' }, 'unknown'],
  ['a success without data', 200, { status: true, message: 'SUCCESS', errorcode: '' }, 'unknown'],
  ['a success with an empty id', 200, { ...taken, data: { orderid: ' ' } }, 'unknown'],
  ['a success with a list', 200, { ...taken, data: ['261120000000001'] }, 'unknown'],
  ['a success whose id is an object', 200, { ...taken, data: { orderid: {} } }, 'unknown'],
  ['an empty body', 200, '', 'unknown'],
  ['blanks', 200, ' \n', 'unknown'],
  ['JSON cut short', 200, JSON.stringify(taken).slice(0, 40), 'unknown'],
  ['a refusal cut short', 200, JSON.stringify(no('AB1009', 'Symbol Not Found')).slice(0, 30), 'unknown'],
  ['a list', 200, [taken], 'unknown'],
  ['null', 200, 'null', 'unknown'],
  ['a number', 200, '1', 'unknown'],
  ['an object without a flag', 200, { orderid: '1' }, 'unknown'],
  ['a flag that is neither', 200, { status: 200, message: 'Invalid price', errorcode: 'AB1009', data: null }, 'unknown'],
  ['a web page', 200, PAGE, 'unknown'],
  ['a web page at 502', 502, PAGE, 'unknown'],
  ['a web page at 403', 403, PAGE, 'unknown'],
  ['an empty 500', 500, '', 'unknown'],
  ['an empty 504', 504, '', 'unknown'],
  ['an empty 401', 401, '', 'unknown'],
  ['an empty 400', 400, '', 'unknown'],
  ['a redirect', 302, '', 'unknown'],
  ['an error envelope at 500', 500, no('AB2001', 'Internal Error, Please try after sometime'), 'unknown'],
  ['unspecified error', 200, no('AB2000', 'Error not specified'), 'unknown'],
  ['something went wrong', 200, no('AB1004', 'Something Went Wrong, Please Try After Sometime'), 'unknown'],
  ['AMX error', 200, no('AB1007', 'AMX Error'), 'unknown'],
  ['a code nobody knows', 200, no('AB7777', 'Please contact support'), 'unknown'],
  ['no code and no reason', 200, no('', ''), 'unknown'],
  ['a failure with words of a check, on the way', 200, no('AB1004', 'Insufficient response, request timed out'), 'unknown'],
  ['the rate text at 403', 403, TOO_FAST, 'busy'],
  ['the rate text at 200', 200, TOO_FAST, 'busy'],
  ['429 without a body', 429, '', 'busy'],
  ['429 as a web page', 429, PAGE, 'busy'],
  ['throttling in JSON', 200, no('AB1021', 'Too many requests'), 'busy'],
  ['throttling in JSON without a code', 403, no('', TOO_FAST), 'busy'],
  ['an invalid token', 200, gateway('AG8001', 'Invalid Token'), 'signedOut'],
  ['an invalid token at 401', 401, gateway('AG8001', 'Invalid Token'), 'signedOut'],
  ['an expired token', 403, gateway('AG8002', 'Token Expired'), 'signedOut'],
  ['no token', 200, gateway('AG8003', 'Token missing'), 'signedOut'],
  ['an expired session', 200, no('AB1010', 'AMX Session Expired'), 'signedOut'],
  ['not logged in', 200, no('AB1011', 'Client not login'), 'signedOut'],
  ['an address that is not registered', 200, gateway('AG7002', 'Unregistered IP address 1.2.3.4'), 'refused'],
  ['a wrong API key', 200, gateway('AG8004', 'Invalid API Key'), 'refused'],
  ['a blocked client', 200, no('AB1006', 'Client is blocked for trading'), 'refused'],
  ['a wrong variety', 200, no('AB1008', 'Invalid Order Variety'), 'refused'],
  ['an unknown symbol', 200, no('AB1009', 'Symbol Not Found'), 'refused'],
  ['a refusal flagged by text', 200, { ...no('AB1012', 'Invalid Product Type'), status: 'false' }, 'refused'],
  ['an unknown order', 200, no('AB1013', 'Order not found'), 'refused'],
  ['a tag that is too long', 200, no('AB4008', 'ordertag'), 'refused'],
  ['the cautionary list', 200, no('AB4036', 'The exchange has put it on its cautionary list'), 'refused'],
  [
    'a price out of range, under the code of everything',
    200,
    no('AB1004', 'Price 9.00 is outside the limit price protection range'),
    'refused',
  ],
  ['a lack of funds without a code', 200, no('', 'Insufficient funds'), 'refused'],
  ['a market order', 200, no('AB1004', 'MARKET orders are not allowed through the API'), 'refused'],
]

describe('an answer to a call on an order', () => {
  it.each(SHAPES)('%s (HTTP %i)', (_, status, body, kind) => {
    expect(readOrderAnswer({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }).kind).toBe(kind)
  })

  it('that is cut anywhere is never a refusal, nor is it busy or taken', () => {
    for (const [, status, body] of SHAPES) {
      if (typeof body === 'string') continue
      const whole = JSON.stringify(body)
      for (let length = 0; length < whole.length; length++)
        expect([length, readOrderAnswer({ status, body: whole.slice(0, length) }).kind]).toEqual([
          length,
          // Of the rate text itself, the remainder is enough.
          /too many requests|exceeding access rate/i.test(whole.slice(0, length)) ? 'busy' : 'unknown',
        ])
    }
  })

  it('says in plain words what to do about an address that is not registered', () => {
    expect(readOrderAnswer({ status: 200, body: JSON.stringify(gateway('AG7002', 'Unregistered IP address 1.2.3.4')) })).toEqual({
      kind: 'refused',
      code: 'AG7002',
      message: expect.stringMatching(/register this server’s address.*1\.2\.3\.4/),
    })
  })
})
