import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { BrokerError } from '../port.ts'
import { ENDPOINTS } from './endpoints.ts'
import { fetchMinuteCandles } from './fetchMinuteCandles.ts'
import { SmartApiHttp } from './SmartApiHttp.ts'
import { SmartApiRest } from './SmartApiRest.ts'
import { SmartApiSession } from './SmartApiSession.ts'
import { SmartApiSignOn } from './SmartApiSignOn.ts'

const NIFTY = { exchange: 'NSE', token: '99926000' } as const
const TEN = Date.UTC(2024, 0, 1, 4, 30)
const SECRETS = { apiKey: 'the-api-key', clientCode: 'A1', pin: '4711', totpSecret: 'JBSWY3DPEHPK3PXP' }

interface Answer {
  readonly status?: number
  readonly body: string
}
const json = (value: unknown): Answer => ({ body: JSON.stringify(value) })
const data = (value: unknown): Answer => json({ status: true, message: 'SUCCESS', errorcode: '', data: value })
const tokens = (name: string): Answer => data({ jwtToken: `jwt-${name}`, refreshToken: `refresh-${name}`, feedToken: `feed-${name}` })
const INVALID_TOKEN = json({ success: false, message: 'Invalid Token', errorCode: 'AG8001', data: '' })

/** Answers that a well-behaved market never gives, each from a server of its own on this machine. */
describe('REST answers that no market should give', () => {
  const toStop: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of toStop.splice(0)) await stop()
  })

  /** `answer` serves every call of the endpoint under test; signing in works unless it says otherwise. */
  async function marketThat(answer: (path: string, call: number) => Answer | null, now: () => number = Date.now) {
    const calls: { path: string; token: string | undefined }[] = []
    const bodies: string[] = []
    const handle = async (request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? ''
      calls.push({ path, token: request.headers.authorization })
      bodies.push(await text(request))
      const given = answer(path, calls.filter((call) => call.path === path).length) ?? tokens(String(calls.length))
      response.writeHead(given.status ?? 200).end(given.body)
    }
    const server = createServer((request, response) => void handle(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const config = { ...SECRETS, restUrl: root, feedUrl: root, updatesUrl: root, masterUrl: root, clockUrl: null }
    const http = new SmartApiHttp(config)
    const session = new SmartApiSession(config, new SmartApiSignOn(http, now), now)
    toStop.push(async () => {
      session.close()
      http.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const count = (path: string) => calls.filter((call) => call.path === path).length
    return { rest: new SmartApiRest(http, session), session, calls, bodies, count }
  }

  const onlyCandles = (answer: (call: number) => Answer) => (path: string, call: number) =>
    path === ENDPOINTS.candles.path ? answer(call) : null
  const row = (minute: string, ...rest: unknown[]) => [`2024-01-01T10:${minute}:00+05:30`, ...rest]

  it.each([
    ['an empty body', { body: '' }],
    ['a web page at 502', { status: 502, body: '<html></html>' }],
    ['text that throttles at 403', { status: 403, body: 'Access denied because of exceeding access rate' }],
    ['JSON cut short', { body: '{"status":tr' }],
  ])('%s is asked again, and the next good answer is used, without signing in again', async (_, bad) => {
    const { rest, count } = await marketThat(onlyCandles((call) => (call === 1 ? bad : data([row('00', 100, 102, 99, 101, 0)]))))
    const candles = await fetchMinuteCandles(rest, NIFTY, TEN, TEN + 300_000, TEN + 300_000)
    expect(candles).toEqual([{ time: TEN, open: 100_00, high: 102_00, low: 99_00, close: 101_00, volume: 0 }])
    expect([count(ENDPOINTS.candles.path), count(ENDPOINTS.login.path)]).toEqual([2, 1])
  })

  it('a refusal is not asked again', async () => {
    const { rest, count } = await marketThat(
      onlyCandles(() => json({ status: false, message: 'Symbol not found', errorcode: 'AB1009', data: null })),
    )
    await expect(fetchMinuteCandles(rest, NIFTY, TEN, TEN + 60_000, TEN + 60_000)).rejects.toMatchObject({
      kind: 'refused',
      brokerCode: 'AB1009',
    })
    expect(count(ENDPOINTS.candles.path)).toBe(1)
  })

  it('rows that are no candle are left out; the minute that still runs is, too', async () => {
    const bad = [
      row('01', 100, 99, 101, 100, 0),
      row('02', 0, 0, 0, 0, 0),
      row('03', 'NaN', 1, 1, 1, 0),
      ['no time', 1, 1, 1, 1, 0],
      row('04'),
      null,
      7,
    ]
    const { rest } = await marketThat(
      onlyCandles(() => data([...bad, row('05', 1, 1, 1, 1, 0), row('00', 1, 1, 1, 1, 0), row('06', 1, 1, 1, 1, 0)])),
    )
    const candles = await fetchMinuteCandles(rest, NIFTY, TEN, TEN + 600_000, TEN + 6.5 * 60_000)
    expect(candles.map(({ time }) => (time - TEN) / 60_000)).toEqual([0, 5])
  })

  it.each([[null], [[]], ['null']])('candle data %j is an empty history, an object is malformed', async (nothing) => {
    const { rest } = await marketThat(onlyCandles((call) => data(call === 1 ? nothing : { rows: [] })))
    expect(await fetchMinuteCandles(rest, NIFTY, TEN, TEN + 60_000, TEN + 60_000)).toEqual([])
    await expect(fetchMinuteCandles(rest, NIFTY, TEN, TEN + 60_000, TEN + 60_000)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('many calls that find the session ended share one renewal', async () => {
    const { rest, count, calls } = await marketThat(onlyCandles((call) => (call <= 3 ? INVALID_TOKEN : data([]))))
    await Promise.all([1, 2, 3].map(() => fetchMinuteCandles(rest, NIFTY, TEN, TEN + 60_000, TEN + 60_000)))
    expect([count(ENDPOINTS.login.path), count(ENDPOINTS.refresh.path)]).toEqual([1, 1])
    expect(new Set(calls.slice(-3).map(({ token }) => token)).size).toBe(1)
  })

  it('a market that refuses every token is not stormed with sign-ins', async () => {
    // Soon enough after one another for the renewal to be distrusted, and late enough for another one-time code.
    let at = TEN
    const { rest, count } = await marketThat(
      onlyCandles(() => INVALID_TOKEN),
      () => (at += 15_000),
    )
    const reading = fetchMinuteCandles(rest, NIFTY, TEN, TEN + 60_000, TEN + 60_000).catch((error: unknown) => error)
    expect(await reading).toMatchObject({ kind: 'auth', brokerCode: 'AG8001' })
    expect(count(ENDPOINTS.refresh.path)).toBe(1)
    expect(count(ENDPOINTS.login.path)).toBeLessThanOrEqual(2)
  })

  it('a refused one-time code is followed by that of the next step, three in all, and then the account is left alone', async () => {
    // Every step is read twice, close to its end: the second read waits for the next one.
    let looks = 0
    const closeToTheEnd = () => TEN + 29_900 + 30_000 * Math.floor(looks++ / 2)
    const wrong = json({ status: false, message: 'Invalid totp', errorcode: 'AB1050', data: null })
    const { session, bodies, count } = await marketThat((path) => (path === ENDPOINTS.login.path ? wrong : null), closeToTheEnd)
    await expect(session.tokens()).rejects.toMatchObject({ kind: 'auth', brokerCode: 'AB1050' })
    await expect(session.tokens()).rejects.toMatchObject({ kind: 'auth', brokerCode: 'AB1050' })
    expect(count(ENDPOINTS.login.path)).toBe(3)
    expect(new Set(bodies).size).toBe(3)
  })

  it('a broker that repeats what it was sent does not get it into the error', async () => {
    const echo = json({
      status: false,
      message: `bad pin 4711 for key the-api-key, eyJhbGciOi.eyJzdWIi.c2ln`,
      errorcode: 'AB1007',
      data: null,
    })
    const { session } = await marketThat((path) => (path === ENDPOINTS.login.path ? echo : null))
    const error = await session.tokens().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BrokerError)
    expect(String(error)).toContain('bad pin *** for key ***, ***')
  })
})
