import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { optionContract } from '../options/optionContract.ts'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { SessionTokens } from '../accounts/Sessions.ts'
import { openSandbox, ROOT, type Answer, type OpenSandbox } from '../testing/openSandbox.ts'

const LOGIN = '/rest/auth/angelbroking/user/v1/loginByPassword'
const CANDLES = `${ROOT}/historical/v1/getCandleData`
const QUOTE = `${ROOT}/market/v1/quote`
const call = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')

let sandbox: OpenSandbox
let tokens: SessionTokens
let auth: Record<string, string>

beforeAll(async () => {
  sandbox = await openSandbox()
  tokens = await sandbox.signIn()
  auth = { Authorization: `Bearer ${tokens.jwtToken}` }
})
afterAll(() => sandbox.remove())

/** Asks again while the answer is "too fast": the limits hold for the tests, too. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  if (answer.status !== 403) return answer
  await setTimeout(50)
  return patiently(ask)
}

const login = (changes: Record<string, unknown>) => {
  const { clientCode, pin } = sandbox.account
  return patiently(() => sandbox.post(LOGIN, { clientcode: clientCode, password: pin, totp: sandbox.code(), ...changes }))
}
const candles = (changes: Record<string, unknown>) =>
  patiently(() =>
    sandbox.post(
      CANDLES,
      {
        exchange: 'NSE',
        symboltoken: '99926000',
        interval: 'ONE_MINUTE',
        fromdate: '2026-11-19 09:15',
        todate: '2026-11-19 15:30',
        ...changes,
      },
      auth,
    ),
  )

describe('another host', () => {
  it('is not answered for, by request or by socket: a page that was led here reads no clock and signs nobody in', async () => {
    const as = async (path: string, headers: Record<string, string>) => {
      const asked = request(sandbox.url + path, { headers }).end()
      const [response] = (await Promise.race([once(asked, 'response'), once(asked, 'upgrade')])) as [IncomingMessage]
      response.resume()
      asked.destroy()
      return response.statusCode
    }
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    for (const host of ['evil.example:4200', 'localhost.evil.example', '10.0.0.1']) {
      for (const path of ['/sandbox/clock', LOGIN, '/publisher-login', '/nothing']) expect(await as(path, { host }), path).toBe(421)
      for (const path of ['/smart-stream', '/nothing']) expect(await as(path, { host, ...upgrade }), path).toBe(421)
    }
    for (const host of ['localhost:4200', '127.0.0.1', '[::1]']) expect(await as('/sandbox/clock', { host })).toBe(200)
  })

  it('and an upgrade to what is no socket is passed over', async () => {
    const asked = request(`${sandbox.url}/sandbox/clock`, { headers: { connection: 'Upgrade', upgrade: 'h2c' } }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(200)
  })
})

describe('signing in', () => {
  it('echoes the state it was given', async () => {
    expect((await login({ state: 'abc' })).body['data']).toMatchObject({ state: 'abc' })
  })

  it('is refused with AB1007 for a wrong PIN or client, AB1050 for a wrong code', async () => {
    expect((await login({ password: 'wrong' })).body).toEqual({
      status: false,
      message: 'Invalid login id or password',
      errorcode: 'AB1007',
      data: null,
    })
    expect((await login({ clientcode: 'nobody' })).body['errorcode']).toBe('AB1007')
    const wrong = String((Number(sandbox.code()) + 1) % 1_000_000).padStart(6, '0')
    expect((await login({ totp: wrong })).body).toEqual({ status: false, message: 'Invalid totp', errorcode: 'AB1050', data: null })
  })

  it('is refused with 400 when a field is missing or the body is no JSON', async () => {
    expect((await login({ totp: undefined })).status).toBe(400)
    expect((await patiently(() => sandbox.post(LOGIN, '{"clientcode":'))).body).toMatchObject({ status: false, errorcode: 'AB1004' })
  })

  it('is taken once a second; the rest is 403 in plain text', async () => {
    await login({})
    const again = await sandbox.post(LOGIN, {})
    expect([again.status, again.text]).toEqual([403, 'Access denied because of exceeding access rate'])
  })
})

describe('several clients', () => {
  it('are signed in at once, each for itself, within limits of its own', async () => {
    const users = await Promise.all(sandbox.users.slice(0, 3).map((user) => sandbox.signIn(user)))
    const profiles = await Promise.all(
      users.flatMap(({ jwtToken }) =>
        Array.from({ length: 3 }, () => sandbox.get(`${ROOT}/user/v1/getProfile`, { Authorization: `Bearer ${jwtToken}` })),
      ),
    )
    expect(profiles.map(({ status, body }) => [status, (body['data'] as { clientcode: string }).clientcode])).toEqual(
      sandbox.users.slice(0, 3).flatMap(({ clientCode }) => Array.from({ length: 3 }, () => [200, clientCode])),
    )
  })

  it('cannot sign in with the PIN or the code of another, nor renew another’s session', async () => {
    const [one, two] = sandbox.users as [SandboxAccount, SandboxAccount]
    const mixed = await login({ clientcode: one.clientCode, password: one.pin, totp: sandbox.code(two) })
    expect(mixed.body['errorcode']).toBe('AB1050')
    const foreign = await sandbox.signIn(two)
    const renewed = await sandbox.post('/rest/auth/angelbroking/jwt/v1/generateTokens', { refreshToken: foreign.refreshToken }, auth)
    expect(renewed.body['errorcode']).toBe('AB8050')
  })
})

describe('a secure call', () => {
  const profile = (headers: Record<string, string>) => patiently(() => sandbox.get(`${ROOT}/user/v1/getProfile`, headers))

  it('without a token is AG8003, with a forged one AG8001, at HTTP 200 in the gateway’s envelope', async () => {
    expect((await profile({})).body).toEqual({ success: false, message: 'Token missing', errorCode: 'AG8003', data: '' })
    const forged = await profile({ Authorization: `Bearer ${tokens.jwtToken}x` })
    expect([forged.status, forged.body['errorCode']]).toEqual([200, 'AG8001'])
    expect((await profile({ Authorization: `Bearer Bearer ${tokens.jwtToken}` })).body['errorCode']).toBe('AG8001')
    expect((await profile({ Authorization: `Bearer ${tokens.feedToken}` })).body['errorCode']).toBe('AG8001')
  })

  it('with a wrong API key is AG8004, as another user type AB1005, without a describing header 400', async () => {
    expect((await profile({ ...auth, 'X-PrivateKey': 'wrong' })).body['errorCode']).toBe('AG8004')
    expect((await profile({ ...auth, 'X-UserType': 'ADMIN' })).body['errorcode']).toBe('AB1005')
    const bare = await fetch(`${sandbox.url}${ROOT}/user/v1/getProfile`, {
      headers: { ...auth, 'X-PrivateKey': sandbox.account.apiKey, 'X-UserType': 'USER' },
    })
    expect(bare.status).toBe(400)
  })

  it('may be a GET with a body', async () => {
    const headers = {
      ...auth,
      'X-PrivateKey': sandbox.account.apiKey,
      'X-UserType': 'USER',
      'X-SourceID': 'WEB',
      'X-ClientLocalIP': 'x',
      'X-ClientPublicIP': 'null',
      'X-MACAddress': 'x',
    }
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${sandbox.url}${ROOT}/user/v1/getProfile`, {
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': 4 },
      })
      sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
      sent.on('error', reject)
      sent.end('null')
    })
    expect(status).toBe(200)
  })

  it('is found under doubled and trailing slashes and the order-service prefix', async () => {
    const request = { exchange: 'NFO', tradingsymbol: call.tradingSymbol, symboltoken: call.token }
    const ltp = await sandbox.post('/order-service/rest/secure/angelbroking/order/v1/getLtpData', request, auth)
    expect(ltp.body).toMatchObject({ status: true, data: { exchange: 'NFO', tradingsymbol: call.tradingSymbol, symboltoken: call.token } })
    expect((await sandbox.post(`${ROOT}//market/v1/quote/`, { mode: 'LTP', exchangeTokens: {} }, auth)).body['status']).toBe(true)
  })

  it('to a path that is not served is 404', async () => {
    expect((await sandbox.post(`${ROOT}/brokerage/v1/estimateCharges`, {}, auth)).status).toBe(404)
  })

  it('renews its tokens with a good refresh token and is AB8050 with a bad one', async () => {
    const renew = (refreshToken: string) =>
      patiently(() => sandbox.post('/rest/auth/angelbroking/jwt/v1/generateTokens', { refreshToken }, auth))
    expect((await renew(tokens.refreshToken)).body).toMatchObject({ status: true, data: { jwtToken: expect.any(String) as unknown } })
    expect((await renew(tokens.jwtToken)).body['errorcode']).toBe('AB8050')
  })
})

describe('candles', () => {
  it('are told in rupees with India’s offset', async () => {
    const rows = (await candles({ todate: '2026-11-19 09:16' })).body['data'] as unknown[][]
    expect(rows.map((row) => row[0])).toEqual(['2026-11-19T09:15:00+05:30', '2026-11-19T09:16:00+05:30'])
    expect(
      rows.every((row) => row.length === 6 && row.slice(1, 5).every((price) => Number(price) > 20_000 && Number(price) < 30_000)),
    ).toBe(true)
  })

  it('of an option are given while it is listed', async () => {
    const rows = (await candles({ exchange: 'NFO', symboltoken: call.token })).body['data']
    expect(rows).toHaveLength(375)
  })

  it('with bad dates, too many days or a time to come are AB1004', async () => {
    const codes = []
    for (const change of [
      { fromdate: '2026-11-20 09:15' },
      { fromdate: '19-11-2026' },
      { fromdate: '2026-02-30 09:15' },
      { fromdate: '2026-10-01 09:15' },
      { todate: '2026-11-20 15:30' },
    ])
      codes.push((await candles(change)).body['errorcode'])
    expect(codes).toEqual(['AB1004', 'AB1004', 'AB1004', 'AB1004', 'AB1004'])
  })

  it('of an unknown token are null', async () => {
    expect((await candles({ symboltoken: '26000' })).body).toMatchObject({ status: true, data: null })
  })

  it('are given three times a second', async () => {
    await setTimeout(1_000)
    const body = { exchange: 'NSE', symboltoken: '99926000', interval: 'ONE_DAY', fromdate: '2026-11-19 09:15', todate: '2026-11-19 15:30' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => sandbox.post(CANDLES, body, auth)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 403, 403])
  })
})

describe('quotes', () => {
  const quote = (mode: string, exchangeTokens: unknown) => patiently(() => sandbox.post(QUOTE, { mode, exchangeTokens }, auth))

  it('come in three depths, with the unknown tokens apart', async () => {
    const full = await quote('FULL', { NSE: ['99926000', '26000', ''], NFO: [call.token] })
    expect(full.body['data']).toMatchObject({
      fetched: [{ tradingSymbol: 'Nifty 50' }, { tradingSymbol: call.tradingSymbol, depth: { sell: { length: 5 } } }],
      unfetched: [
        { exchange: 'NSE', symbolToken: '26000', errorCode: 'AB1009' },
        { exchange: 'NSE', symbolToken: '', errorCode: 'AB4018' },
      ],
    })
    const keys = async (mode: string) => {
      const { fetched } = (await quote(mode, { NSE: ['99926000'] })).body['data'] as { fetched: object[] }
      return Object.keys(fetched[0]!)
    }
    expect(await keys('LTP')).toEqual(['exchange', 'tradingSymbol', 'symbolToken', 'ltp'])
    expect(await keys('OHLC')).toEqual(['exchange', 'tradingSymbol', 'symbolToken', 'ltp', 'open', 'high', 'low', 'close'])
  })

  it('of more than fifty tokens, or of a mode nobody knows, are refused', async () => {
    expect((await quote('LTP', { NFO: Array.from({ length: 51 }, String) })).body['status']).toBe(false)
    expect((await quote('ALL', { NSE: ['99926000'] })).status).toBe(400)
  })
})

describe('the instrument master', () => {
  it('lists the indices and their options as text, without a login', async () => {
    const response = await fetch(`${sandbox.url}/OpenAPI_File/files/OpenAPIScripMaster.json`)
    const rows = (await response.json()) as Record<string, string>[]
    expect(rows).toHaveLength(4 + 4 * 2 * 91 * 2)
    expect(rows.find((row) => row['token'] === '99919000')).toMatchObject({ symbol: 'SENSEX', instrumenttype: 'AMXIDX', exch_seg: 'BSE' })
    expect(rows.find((row) => row['token'] === call.token)).toEqual({
      token: call.token,
      symbol: 'NIFTY23NOV2624500CE',
      name: 'NIFTY',
      expiry: '23NOV2026',
      strike: '2450000.000000',
      lotsize: '65',
      instrumenttype: 'OPTIDX',
      exch_seg: 'NFO',
      tick_size: '5.000000',
    })
  })
})

describe('the market’s clock', () => {
  it('is told to anyone', async () => {
    const response = await fetch(`${sandbox.url}/sandbox/clock`)
    expect(await response.json()).toMatchObject({ marketId: 'sandbox-seed-1', state: 'running', clock: { kind: 'sandbox', speed: 60 } })
  })
})

describe('midnight on the market', () => {
  it('ends every session: calls are AG8002 until the next login, also after a weekend', async () => {
    const evening = await openSandbox({ speed: 600, start: istInstant('2026-11-20', 15 * 60 + 20) })
    try {
      const { jwtToken } = await evening.signIn()
      const deadline = Date.now() + 15_000
      const profile = (token: string) => patiently(() => evening.get(`${ROOT}/user/v1/getProfile`, { Authorization: `Bearer ${token}` }))
      let answer = await profile(jwtToken)
      expect(answer.body['status']).toBe(true)
      while (answer.body['status'] === true && Date.now() < deadline) {
        await setTimeout(400)
        answer = await profile(jwtToken)
      }
      expect(answer.body).toEqual({ success: false, message: 'Token Expired', errorCode: 'AG8002', data: '' })
      expect((await profile((await evening.signIn()).jwtToken)).body['status']).toBe(true)
    } finally {
      await evening.remove()
    }
  })
})
