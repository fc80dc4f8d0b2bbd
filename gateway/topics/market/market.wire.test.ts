import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { changeMarketTables } from '../../../prisma/marketTables.ts'
import { foldColumns, toColumns, type Candle } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { DAY, HOUR, istDate, MINUTE, type Instant } from '../../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const NODE = randomUUID()
const TODAY = Date.parse('2026-11-20T03:45:00Z') // 09:15 in India
const YESTERDAY = TODAY - DAY

/** Minutes from an instant on, drifting up a rupee each. */
function minutes(from: Instant, count: number, firstOpen: number): Candle[] {
  return Array.from({ length: count }, (_, i) => {
    const open = firstOpen + i * 100
    return {
      time: from + i * MINUTE,
      open: paise(open),
      high: paise(open + 250),
      low: paise(open - 155),
      close: paise(open + 100),
      volume: 10 + i,
    }
  })
}

async function store(market: string, symbol: string, candles: readonly Candle[]): Promise<void> {
  const data = candles.map(({ time, open, high, low, close, volume }) => ({
    ...{ market, symbol, time: new Date(time), volume: BigInt(volume) },
    ...{ open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(close) },
  }))
  await app.db.candle.createMany({ data })
}

async function heartbeat(
  changes: { readonly market?: string; readonly feed?: string; readonly ageMs?: number; readonly open?: boolean } = {},
): Promise<void> {
  const { market = 'sandbox', feed = 'connected', ageMs = 0, open = true } = changes
  const now = Date.now()
  const segment = {
    realStart: now - (open ? 60_000 : 3_600_000),
    marketStart: TODAY,
    sessionOpen: TODAY,
    sessionClose: TODAY + 375 * MINUTE,
  }
  const clock = { kind: 'sandbox', speed: 10, segments: [segment] }
  const row = { market, feed, clock, sandbox: true, heartbeatAt: new Date(now - ageMs), lastTickAt: new Date(now - ageMs) }
  await app.db.engineState.upsert({ where: { nodeId: NODE }, create: { nodeId: NODE, ...row }, update: row })
}

interface MarketStatusAnswer {
  readonly data: { readonly marketStatus: { readonly isOpen?: boolean; readonly nextChangeAt?: string | null } }
}

let app: TestGateway
let token: string
const get = async (path: string) =>
  (await app.rest('GET', path, { token })).body as { data: Record<string, unknown> & Record<string, unknown>[] }
const ready = async () => {
  const response = await fetch(`${app.url}/readyz`)
  return { status: response.status, body: await response.json() }
}
beforeAll(async () => {
  app = await startTestGateway()
  token = (await app.user('Asha')).token
})
afterAll(() => app.close())

describe('before any engine ran', () => {
  test('there are no candles, an empty chart, and a status that says so', async () => {
    expect((await get('/candles/latest?symbol=NIFTY')).data).toEqual([])
    expect((await get('/dashboard/chart/NIFTY')).data).toEqual({
      ...{ symbol: 'NIFTY', interval: '1min', currentPrice: null, change: null, changePercent: null, chartData: [], lastUpdated: null },
    })
    const { body } = await app.graphql(
      '{ marketStatus { sandbox pattern segments { realStart } engineRunning feedConnected lastTickAt } }',
      {
        token,
      },
    )
    expect(body).toEqual({
      data: { marketStatus: { sandbox: false, pattern: null, segments: [], engineRunning: false, feedConnected: false, lastTickAt: null } },
    })
    expect(await ready()).toEqual({ status: 503, body: { ready: false, database: 'ok', engine: 'never started', feed: 'unknown' } })
  })

  test('the real market is open when an edited calendar says so, without a restart', async () => {
    const isOpen = async () =>
      ((await app.graphql('{ marketStatus { isOpen } }', { token })).body as MarketStatusAnswer).data.marketStatus.isOpen
    const nextChangeAt = async () =>
      ((await app.graphql('{ marketStatus { nextChangeAt } }', { token })).body as MarketStatusAnswer).data.marketStatus.nextChangeAt
    const now = Date.now()
    // Both dates, should midnight come between; and hours that are not now.
    const dates = [istDate(now), istDate(now + DAY)]
    const morning = istDate(now) === istDate(now + 12 * HOUR)
    const always = ['00:00', '23:59'] as const
    const notNow = morning ? (['23:00', '23:01'] as const) : (['01:00', '01:01'] as const)
    const hold = ([open, close]: readonly [string, string]) =>
      changeMarketTables(app.db, 'command line', () => ({
        ...SHIPPED_MARKET_TABLES,
        specialSessions: dates.map((date) => ({ date, open, close, note: 'Test' })),
      }))
    await hold(notNow)
    await eventually(isOpen).toBe(false)
    const opens = new Date(`${dates[morning ? 0 : 1]}T${notNow[0]}:00+05:30`)
    await eventually(nextChangeAt).toBe(opens.toISOString())
    await hold(always)
    await eventually(isOpen).toBe(true)
    await hold(notNow)
    await eventually(isOpen).toBe(false)
  })
})

describe('with an engine', () => {
  const yesterday = minutes(YESTERDAY, 375, 2_400_000)
  const today = minutes(TODAY, 98, 2_450_000)
  beforeAll(async () => {
    await store('sandbox', 'NIFTY', [...yesterday, ...today])
    await store('another', 'NIFTY', minutes(TODAY + DAY, 5, 100_000))
  })
  beforeEach(() => heartbeat())

  test('candles are the latest of the current market only, oldest first, in rupees', async () => {
    const { data } = await get('/candles/latest?symbol=NIFTY&limit=2')
    expect(data).toEqual([
      { time: '2026-11-20T05:21:00.000Z', open: 24596, high: 24598.5, low: 24594.45, close: 24597, volume: 106 },
      { time: '2026-11-20T05:22:00.000Z', open: 24597, high: 24599.5, low: 24595.45, close: 24598, volume: 107 },
    ])
    expect((await get('/candles/latest?symbol=NIFTY')).data).toHaveLength(100)
  })

  test.each([
    ['5min', 'FIVE_MINUTES', 5],
    ['15min', 'FIFTEEN_MINUTES', 15],
  ])('%s candles are whole folds, also the oldest shown; GraphQL gives the same', async (interval, name, length) => {
    const { data } = await get(`/candles/latest?symbol=NIFTY&interval=${interval}&limit=7`)
    const folded = foldColumns(toColumns([...yesterday, ...today]), length)
    const expected = Array.from(folded.time, (time, i) => ({
      time: new Date(time).toISOString(),
      ...{ open: folded.open[i], high: folded.high[i], low: folded.low[i], close: folded.close[i], volume: folded.volume[i] },
    })).slice(-7)
    expect(data).toEqual(expected)
    const { body } = await app.graphql(`{ candles(symbol: "NIFTY", interval: ${name}, limit: 7) { time open high low close volume } }`, {
      token,
    })
    expect(body).toEqual({ data: { candles: expected } })
  })

  test('MIDCAP is the name of the index in calls and answers; the exchange’s own is understood', async () => {
    await store('sandbox', 'MIDCPNIFTY', minutes(TODAY, 2, 1_270_000))
    const candles = (await get('/candles/latest?symbol=MIDCAP')).data
    expect(candles).toMatchObject([{ open: 12_700 }, { open: 12_701 }])
    expect((await get('/candles/latest?symbol=MIDCPNIFTY')).data).toEqual(candles)
    for (const symbol of ['MIDCAP', 'MIDCPNIFTY'])
      expect((await get(`/dashboard/chart/${symbol}`)).data).toMatchObject({ symbol: 'MIDCAP', currentPrice: 12_702 })
    const query = '{ chart(symbol: "MIDCAP") { symbol chartData { open } } candles(symbol: "MIDCAP") { open } }'
    expect((await app.graphql(query, { token })).body).toMatchObject({
      data: { chart: { symbol: 'MIDCAP' }, candles: [{ open: 12_700 }, { open: 12_701 }] },
    })
  })

  test('candles before a time end with the last that begins before it, whole ones only; GraphQL gives the same', async () => {
    const before = '2026-11-20T03:52:00.000Z' // 09:22: the bar of 09:20 begins before it
    const folded = foldColumns(toColumns([...yesterday, ...today]), 5)
    const starts = Array.from(folded.time, (time) => new Date(time).toISOString()).filter((time) => time < before)
    const { data } = await get(`/candles/latest?symbol=NIFTY&interval=5min&limit=4&before=${before}`)
    expect(data.map(({ time }) => time)).toEqual(starts.slice(-4))
    expect(data.at(-1)).toMatchObject({ time: '2026-11-20T03:50:00.000Z', close: folded.close[starts.length - 1] })
    const query =
      'query ($before: DateTimeISO) { candles(symbol: "NIFTY", interval: FIVE_MINUTES, limit: 4, before: $before) { time open high low close volume } }'
    expect((await app.graphql(query, { token, variables: { before } })).body).toEqual({ data: { candles: data } })
    expect((await get(`/candles/latest?symbol=NIFTY&before=${new Date(YESTERDAY).toISOString()}`)).data).toEqual([])
  })

  test('candles of some dates are theirs alone, the last ones of them where they are more; GraphQL gives the same', async () => {
    const timesOf = async (query: string) =>
      (await get(`/candles/latest?symbol=NIFTY${query.includes('limit') ? '' : '&limit=1000'}${query}`)).data.map(({ time }) => time)
    const starts = (candles: readonly Candle[]) => candles.map(({ time }) => new Date(time).toISOString())
    expect(await timesOf('&from=2026-11-20')).toEqual(starts(today))
    expect(await timesOf('&to=2026-11-19')).toEqual(starts(yesterday))
    expect(await timesOf('&from=2026-11-19&to=2026-11-19&limit=3')).toEqual(starts(yesterday.slice(-3)))
    expect(await timesOf(`&from=2026-11-20&before=${new Date(TODAY + 2 * MINUTE).toISOString()}`)).toEqual(starts(today.slice(0, 2)))
    expect(await timesOf(`&to=2026-11-19&before=${new Date(TODAY + 2 * MINUTE).toISOString()}`)).toEqual(starts(yesterday))
    expect(await timesOf('&from=2026-11-21')).toEqual([])
    const query = '{ candles(symbol: "NIFTY", interval: FIVE_MINUTES, from: "2026-11-19", to: "2026-11-19", limit: 1000) { time } }'
    expect((await app.graphql(query, { token })).body).toEqual({
      data: {
        candles: (await get('/candles/latest?symbol=NIFTY&interval=5min&to=2026-11-19&limit=1000')).data.map(({ time }) => ({ time })),
      },
    })
    expect((await app.rest('GET', '/candles/latest?symbol=NIFTY&from=2026-11-20&to=2026-11-19', { token })).body).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', message: 'to must not be before from' },
    })
  })

  test('the chart compares the last close with the close of the session before', async () => {
    expect((await get('/dashboard/chart/NIFTY?interval=5min')).data).toMatchObject({
      ...{ symbol: 'NIFTY', interval: '5min', currentPrice: 24598, change: 223, changePercent: 0.91 },
      lastUpdated: '2026-11-20T05:23:00.000Z',
    })
  })

  test('the chart takes a live price over the last close and ends with the forming minute, until the market changes', async () => {
    const changeMarket = async (market: string) => {
      await heartbeat({ market })
      await app.tell({ type: 'market.changed' })
    }
    await changeMarket('another')
    await changeMarket('sandbox')
    await tellPrices(app.db, { prices: [['NIFTY', paise(2_460_005), TODAY + 98 * MINUTE + 4_000]], leftAt: 0 })
    const shown = async () => (await get('/dashboard/chart/NIFTY')).data
    await eventually(shown).toMatchObject({ currentPrice: 24600.05, change: 225.05, lastUpdated: '2026-11-20T05:23:04.000Z' })
    const newest = async () => ((await shown())['chartData'] as unknown[]).at(-1)
    expect(await newest()).toMatchObject({ time: '2026-11-20T05:22:00.000Z' })
    // Of this minute the gateway has seen the beginning.
    await tellPrices(app.db, { prices: [['NIFTY', paise(2_460_000), TODAY + 99 * MINUTE]], leftAt: 0 })
    await tellPrices(app.db, { prices: [['NIFTY', paise(2_459_000), TODAY + 99 * MINUTE + 250]], leftAt: 0 })
    await eventually(newest).toEqual({ time: '2026-11-20T05:24:00.000Z', open: 24600, high: 24600, low: 24590, close: 24590, volume: 0 })
    await changeMarket('another')
    expect(await shown()).toMatchObject({ currentPrice: 1005, change: null })
  })

  test.each([
    ['/candles/latest?symbol=DOW', 'symbol must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got DOW'],
    ['/candles/latest?symbol=NIFTY&interval=2min', 'interval must be one of 1min, 5min, 15min, got 2min'],
    ['/candles/latest?symbol=NIFTY&limit=1001', 'limit must be a whole number from 1 to 1000, got 1001'],
    ['/candles/latest?symbol=NIFTY&before=noon', 'before must be a time like 2026-11-20T05:15:00.000Z, got noon'],
    ['/candles/latest', 'symbol must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got undefined'],
    ['/dashboard/chart/DOW', 'symbol must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got DOW'],
  ])('%s is refused', async (path, message) => {
    const { status, body } = await app.rest('GET', path, { token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message })
  })

  test('the status carries the clock, which says whether the session is on, and what is planted into the prices', async () => {
    await heartbeat({ market: 'sandbox-seed-1-pattern-w' })
    const query =
      '{ marketStatus { sandbox pattern speed segments { sessionOpen sessionClose } marketTime isOpen nextChangeAt engineRunning feedConnected } }'
    const { body } = await app.graphql(query, { token })
    expect(body).toMatchObject({
      data: {
        marketStatus: {
          ...{ sandbox: true, pattern: 'W', speed: 10, isOpen: true, engineRunning: true, feedConnected: true },
          segments: [{ sessionOpen: '2026-11-20T03:45:00.000Z', sessionClose: '2026-11-20T10:00:00.000Z' }],
          marketTime: expect.stringMatching(/^2026-11-20T03:5[56]/),
          nextChangeAt: '2026-11-20T10:00:00.000Z',
        },
      },
    })
    await heartbeat({ open: false })
    expect((await app.graphql(query, { token })).body).toMatchObject({
      data: { marketStatus: { pattern: null, isOpen: false, nextChangeAt: null, marketTime: '2026-11-20T10:00:00.000Z' } },
    })
  })

  test('each index has its lot and expiry of the market day, beside what was specified; a holiday moves the expiry', async () => {
    const query = '{ instruments { symbol name exchange lot expiryRule nextExpiry specified { lot expiryRule } } }'
    const { body } = await app.graphql(query, { token })
    const instrument = (
      symbol: string,
      name: string,
      exchange: string,
      lot: number,
      expiryRule: string,
      nextExpiry: string,
      as: object,
    ) => ({
      ...{ symbol, name, exchange, lot, expiryRule, nextExpiry, specified: as },
    })
    // 24 November 2026, the last Tuesday, is a holiday.
    expect(body).toEqual({
      data: {
        instruments: [
          instrument('NIFTY', 'Nifty 50', 'NSE', 65, 'weekly, Tuesday', '2026-11-23', { lot: 75, expiryRule: 'weekly, Thursday' }),
          instrument('BANKNIFTY', 'Bank Nifty', 'NSE', 30, 'monthly, last Tuesday', '2026-11-23', {
            ...{ lot: 35, expiryRule: 'monthly, last Tuesday' },
          }),
          instrument('SENSEX', 'Sensex', 'BSE', 20, 'weekly, Thursday', '2026-11-26', { lot: 20, expiryRule: 'weekly, Thursday' }),
          instrument('MIDCAP', 'Midcap', 'NSE', 120, 'monthly, last Tuesday', '2026-11-23', {
            ...{ lot: 140, expiryRule: 'monthly, last Tuesday' },
          }),
        ],
      },
    })
    expect((await app.graphql(query)).body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  test('each index has what the call and the put at the money trade at on the market day, of the expiry after it', async () => {
    const ask = async () => {
      const { body } = await app.graphql('{ instruments { symbol callPremium putPremium } }', { token })
      return (body as { data: { instruments: { symbol: string }[] } }).data.instruments.filter(({ symbol }) => symbol === 'SENSEX')
    }
    // The index is at 80,050: between two strikes the higher one is the money.
    await store('sandbox', 'SENSEX', minutes(TODAY - MINUTE, 1, 80_049_00))
    await store('sandbox', 'SENSEX26NOV80100CE', minutes(YESTERDAY, 5, 390_00))
    expect(await ask()).toEqual([{ symbol: 'SENSEX', callPremium: null, putPremium: null }])
    await store('sandbox', 'SENSEX26NOV80100CE', minutes(TODAY, 3, 400_00))
    await store('sandbox', 'SENSEX26NOV80000PE', minutes(TODAY, 3, 300_00))
    expect(await ask()).toEqual([{ symbol: 'SENSEX', callPremium: 403, putPremium: null }])
    await store('sandbox', 'SENSEX26NOV80100PE', minutes(TODAY, 2, 350_00))
    expect(await ask()).toEqual([{ symbol: 'SENSEX', callPremium: 403, putPremium: 352 }])
  })

  test('/readyz is 200 only while heartbeat and feed are well, and says which is not', async () => {
    expect(await ready()).toEqual({ status: 200, body: { ready: true, database: 'ok', engine: 'ok', feed: 'ok' } })
    await app.db.engineState.updateMany({ data: { feedFaults: 2 } })
    const degraded = ['some prices do not come although others do: the engine’s /readyz names them']
    expect(await ready()).toEqual({ status: 200, body: { ready: true, database: 'ok', engine: 'ok', feed: 'ok', degraded } })
    await heartbeat({ feed: 'reconnecting' })
    expect(await ready()).toEqual({ status: 503, body: { ready: false, database: 'ok', engine: 'ok', feed: 'not connected' } })
    await heartbeat({ ageMs: 6_000 })
    expect(await ready()).toEqual({ status: 503, body: { ready: false, database: 'ok', engine: 'heartbeat is stale', feed: 'unknown' } })
  })
})
