import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEngineConfig } from './config.ts'

const DATABASE_URL = 'postgresql://someone:secret@127.0.0.1/sakha'

describe('engine settings', () => {
  it('have defaults for all but the database', () => {
    const common = {
      databaseUrl: DATABASE_URL,
      port: 4100,
      metricsHost: '127.0.0.1',
      staticIp: null,
      algoId: null,
      sandboxPort: 4200,
      home: path.resolve('.data'),
      tracesTo: null,
    }
    const expected = { ...common, broker: { kind: 'sandbox' }, allowLive: 'NOBODY' }
    expect(readEngineConfig({ DATABASE_URL })).toEqual({ ok: true, value: expected })
    expect(readEngineConfig({ DATABASE_URL, ENGINE_PORT: '', SAKHA_HOME: '' })).toEqual({ ok: true, value: expected })
  })

  it('that are wrong are all named at once, without the password', () => {
    const result = readEngineConfig({ DATABASE_URL: 'mysql://secret@host', ENGINE_PORT: '70000', SANDBOX_PORT: 'x' })
    expect(result).toEqual({
      ok: false,
      error: [
        'DATABASE_URL: must be the address of a PostgreSQL database, postgresql://…',
        'ENGINE_PORT: must be a whole number, 0 to 65535, found "70000"',
        'SANDBOX_PORT: must be a whole number, 1 to 65535, found "x"',
      ],
    })
    expect(readEngineConfig({})).toEqual({ ok: false, error: ['DATABASE_URL: is not set'] })
    expect(readEngineConfig({ DATABASE_URL, BROKER: 'other' })).toEqual({ ok: false, error: ['BROKER: must be sandbox or smartapi'] })
  })

  it('take the registered address only if it is one', () => {
    expect(readEngineConfig({ DATABASE_URL, SMARTAPI_STATIC_IP: '203.0.113.7' })).toMatchObject({ value: { staticIp: '203.0.113.7' } })
    expect(readEngineConfig({ DATABASE_URL, SMARTAPI_STATIC_IP: 'home' })).toEqual({
      ok: false,
      error: ['SMARTAPI_STATIC_IP: must be an IP address'],
    })
  })

  it('take the id of the algorithm only if it is one word', () => {
    expect(readEngineConfig({ DATABASE_URL, ALGO_ID: 'NSE-1234' })).toMatchObject({ value: { algoId: 'NSE-1234' } })
    expect(readEngineConfig({ DATABASE_URL, ALGO_ID: 'my algo' })).toEqual({
      ok: false,
      error: ['ALGO_ID: must be 1 to 40 characters without spaces'],
    })
  })

  it('name Angel One as the broker only together with the key of the app', () => {
    expect(readEngineConfig({ DATABASE_URL, BROKER: 'smartapi', SMARTAPI_API_KEY: '' })).toEqual({
      ok: false,
      error: ['SMARTAPI_API_KEY: is not set, and BROKER=smartapi needs it'],
    })
    const broker = { kind: 'smartapi', apiKey: 'key' }
    expect(readEngineConfig({ DATABASE_URL, BROKER: 'smartapi', SMARTAPI_API_KEY: 'key' })).toMatchObject({ ok: true, value: { broker } })
  })

  it('let nobody trade live who is not named as the broker wants it', () => {
    expect(readEngineConfig({ DATABASE_URL, ALLOW_LIVE: 'yes' })).toMatchObject({ ok: true, value: { allowLive: 'EVERYBODY' } })
    expect(readEngineConfig({ DATABASE_URL, BROKER: 'smartapi', SMARTAPI_API_KEY: 'key', ALLOW_LIVE: 'yes' })).toEqual({
      ok: false,
      error: ['ALLOW_LIVE: with BROKER=smartapi it must be the e-mail address of the one account that trades live, found "yes"'],
    })
  })
})
