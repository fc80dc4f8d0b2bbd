import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSubscribeMessage } from './subscribeMessage.ts'

const good = { correlationID: 'abcde12345', action: 1, params: { mode: 3, tokenList: [{ exchangeType: 2, tokens: ['1', '2'] }] } }

describe('a subscribe message', () => {
  it('names the mode and every instrument', () => {
    expect(parseSubscribeMessage(JSON.stringify(good))).toEqual({
      ok: true,
      value: {
        correlationID: 'abcde12345',
        action: 'subscribe',
        mode: 3,
        instruments: [
          { exchange: 'NFO', token: '1' },
          { exchange: 'NFO', token: '2' },
        ],
      },
    })
  })

  it('leaves out exchanges that are not traded here', () => {
    const mixed = {
      ...good,
      params: {
        mode: 1,
        tokenList: [
          { exchangeType: 5, tokens: ['7'] },
          { exchangeType: 1, tokens: ['99926000'] },
        ],
      },
    }
    const parsed = parseSubscribeMessage(JSON.stringify(mixed))
    expect(parsed.ok && parsed.value.instruments).toEqual([{ exchange: 'NSE', token: '99926000' }])
  })

  it.each([
    ['cut short', JSON.stringify(good).slice(0, 40), ''],
    ['with an unknown action', JSON.stringify({ ...good, action: 2 }), 'abcde12345'],
    ['of twenty-level depth', JSON.stringify({ ...good, params: { ...good.params, mode: 4 } }), 'abcde12345'],
    ['without tokens', JSON.stringify({ ...good, params: { mode: 1 } }), 'abcde12345'],
    ['that is only a number', '7', ''],
  ])('%s is refused as E1001 with its correlation id', (_what, text, correlationID) => {
    const parsed = parseSubscribeMessage(text)
    expect(!parsed.ok && parsed.error).toMatchObject({ errorCode: 'E1001', correlationID })
  })

  it('of any text is read or refused, never an exception', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof parseSubscribeMessage(text).ok === 'boolean'))
  })
})
