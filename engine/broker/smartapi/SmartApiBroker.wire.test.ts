import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { BrokerError, type FeedState, type Tick } from '../port.ts'
import { SmartApiBroker } from './SmartApiBroker.ts'
import type { SmartApiConfig } from './SmartApiConfig.ts'
import { startTestMarket, type TestMarket, type TestMarketOptions } from './testing/startTestMarket.ts'

const OPEN = istInstant('2026-07-01', 9 * 60 + 15)
const NIFTY = { exchange: INDICES.NIFTY.exchange, token: INDICES.NIFTY.token }
const SENSEX = { exchange: INDICES.SENSEX.exchange, token: INDICES.SENSEX.token }

describe('SmartApiBroker against the sandbox', () => {
  const toStop: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of toStop.splice(0).reverse()) await stop()
  })

  async function market(options: TestMarketOptions): Promise<TestMarket> {
    const started = await startTestMarket(options)
    toStop.push(() => started.stop())
    return started
  }

  function brokerAt(config: SmartApiConfig, now = Date.now) {
    let log = ''
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk)
        done()
      },
    })
    const broker = new SmartApiBroker(config, config, now, pino({ level: 'trace' }, sink))
    toStop.push(() => broker.close())
    const ticks: Tick[] = []
    const states: FeedState['kind'][] = []
    broker.feed.onTick((tick) => ticks.push(tick))
    broker.feed.onState((state) => states.push(state.kind))
    return { broker, ticks, states, log: () => log }
  }

  it('signs in, and lists, quotes, streams and remembers the same market', async () => {
    const { config, marketId } = await market({ speed: 60, start: OPEN + 100 * MINUTE })
    const { broker, ticks } = brokerAt(config)
    await broker.connect()
    expect(broker.marketId).toBe(marketId)
    expect(await broker.clock()).toMatchObject({ kind: 'sandbox', speed: 60 })

    const contracts = await broker.contracts()
    for (const symbol of INDEX_SYMBOLS) expect(contracts.filter(({ index }) => index === symbol).length).toBeGreaterThan(100)

    const candles = await broker.minuteCandles(NIFTY, OPEN - 3 * 24 * 60 * MINUTE, OPEN + 500 * MINUTE)
    const today = candles.filter(({ time }) => time >= OPEN)
    expect(today.length).toBeGreaterThanOrEqual(100)
    expect(candles.length - today.length).toBeGreaterThanOrEqual(375)
    candles.slice(1).forEach(({ time }, i) => expect(time).toBeGreaterThan(candles[i]!.time))

    const last = today.at(-1)!
    const nearest = contracts
      .filter(({ index }) => index === 'NIFTY')
      .sort((a, b) => Math.abs(a.strike - last.close) - Math.abs(b.strike - last.close))
    const option = nearest[0]!

    broker.feed.subscribe([NIFTY, SENSEX], 'ltp')
    broker.feed.subscribe([option], 'snap')
    await vi.waitFor(() => {
      for (const { token } of [NIFTY, SENSEX, option]) expect(ticks.filter((tick) => tick.token === token).length).toBeGreaterThan(3)
    }, 60_000)
    expect(ticks.find(({ token }) => token === option.token)).toMatchObject({
      exchange: 'NFO',
      bid: expect.any(Number),
      ask: expect.any(Number),
    })
    expect(Object.values(broker.feed.faults).every((count) => count === 0)).toBe(true)

    broker.feed.unsubscribe([SENSEX])
    const after = ticks.length
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(after + 20), 60_000)
    expect(ticks.slice(after + 10).every(({ token }) => token !== SENSEX.token)).toBe(true)
  })

  it('quotes more options than one call takes, with the best bid and ask, as its feed does; what has no price is left out', async () => {
    const { config } = await market({ speed: 1, start: OPEN + 100 * MINUTE })
    const { broker, ticks } = brokerAt(config)
    await broker.connect()
    const options = (await broker.contracts()).filter(({ index }) => index === 'NIFTY').slice(0, 51)
    const quotes = await broker.quotes([...options, NIFTY, { exchange: 'NFO', token: '1' }])
    expect(quotes.map(({ token }) => token).sort()).toEqual([...options, NIFTY].map(({ token }) => token).sort())
    const [option] = options
    broker.feed.subscribe([option!], 'snap')
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(0), 60_000)
    const quoted = (await broker.quotes([option!]))[0]!
    const ticked = ticks.at(-1)!
    expect(Object.keys(quoted).sort()).toEqual([...Object.keys(ticked), 'symbol'].sort())
    expect(Math.abs(quoted.at - ticked.at)).toBeLessThan(5 * SECOND)
    for (const price of [quoted.lastPrice, quoted.bid, quoted.ask]) expect(Math.abs(price! / ticked.lastPrice - 1)).toBeLessThan(0.1)
    expect(quoted.bid).toBeLessThan(quoted.ask!)
    expect([quoted.bidQuantity, quoted.askQuantity].every((units) => units > 0)).toBe(true)
    expect(quotes.find(({ token }) => token === NIFTY.token)).toMatchObject({ exchange: 'NSE', bid: null, ask: null, bidQuantity: 0 })
  })

  it('a cut feed comes back by itself, with all its subscriptions', async () => {
    const cutMarket = await market({ speed: 60, start: OPEN })
    const { broker, ticks, states } = brokerAt(cutMarket.config)
    await broker.connect()
    broker.feed.subscribe([NIFTY], 'ltp')
    broker.feed.subscribe([SENSEX], 'snap')
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(4), 60_000)
    for (let round = 1; round <= 3; round++) {
      const before = ticks.length
      cutMarket.cutFeed()
      await vi.waitFor(() => {
        const since = ticks.slice(before + 8)
        expect(since.some(({ token }) => token === NIFTY.token)).toBe(true)
        expect(since.some(({ token }) => token === SENSEX.token)).toBe(true)
      }, 60_000)
      expect(cutMarket.feedConnections).toBe(1 + round)
    }
    expect(states).toEqual(['connected', ...Array.from({ length: 3 }, () => ['reconnecting', 'connected']).flat()])
  })

  it('a feed told to restart comes back with fresh tokens', async () => {
    const { config } = await market({ speed: 60, start: OPEN })
    const { broker, ticks, states } = brokerAt(config)
    await broker.connect()
    broker.feed.subscribe([NIFTY], 'ltp')
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(2), 60_000)
    broker.feed.restart('a test says so')
    const before = ticks.length
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(before + 2), 60_000)
    expect(states).toEqual(['connected', 'reconnecting', 'connected'])
  })

  it('tokens that ended with the market day are replaced without the caller noticing', async () => {
    const { config } = await market({ speed: 600, start: OPEN + 370 * MINUTE })
    let ahead = 0
    const { broker } = brokerAt(config, () => Date.now() + ahead)
    await broker.connect()
    // The next one-time code need not be waited for.
    ahead = 30_000
    const tomorrow = OPEN + 24 * 60 * MINUTE
    await vi.waitFor(async () => {
      const clock = await broker.clock()
      expect(clock.kind === 'sandbox' && clock.segments[0]?.sessionOpen).toBe(tomorrow)
    }, 60_000)
    const [first, second] = await Promise.all([
      broker.minuteCandles(NIFTY, OPEN, OPEN + 375 * MINUTE),
      broker.minuteCandles(SENSEX, OPEN, OPEN + 375 * MINUTE),
    ])
    expect([first.length, second.length]).toEqual([375, 375])
  })

  it('a sign-in that was throttled has used up no one-time code', async () => {
    const { config } = await market({ speed: 60, start: OPEN })
    const standingAt = Date.now()
    const sign = () => {
      // For this one the next code never comes.
      const broker = new SmartApiBroker(config, config, () => standingAt, pino({ level: 'silent' }))
      toStop.push(() => broker.close())
      return broker
    }
    const [first, second] = [sign(), sign()]
    await first.connect()
    await expect(second.connect()).rejects.toMatchObject({ kind: 'throttled' })
    await expect.poll(() => second.connect().then(() => 'connected', String)).toBe('connected')
  })

  it('a wrong PIN is tried once, said plainly, and never tried again', async () => {
    const { config } = await market({ speed: 60, start: OPEN })
    const { broker } = brokerAt({ ...config, pin: config.pin === '0000' ? '1111' : '0000' })
    const first = await broker.connect().catch((error: unknown) => error)
    expect(first).toBeInstanceOf(BrokerError)
    expect(first).toMatchObject({ kind: 'auth', brokerCode: 'AB1007' })
    const began = performance.now()
    await expect(broker.connect()).rejects.toBe(first)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('a wrong API key is an auth failure, and no secret is in the error or the log', async () => {
    const { config } = await market({ speed: 60, start: OPEN })
    const good = brokerAt(config)
    await good.broker.connect()
    await good.broker.minuteCandles(NIFTY, OPEN - 24 * 60 * MINUTE, OPEN)
    good.broker.feed.restart('a test says so')
    await vi.waitFor(() => expect(good.states.at(-1)).toBe('connected'), 60_000)

    const bad = brokerAt({ ...config, apiKey: `${config.apiKey}-not` })
    const error = await bad.broker.connect().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'auth', brokerCode: 'AG8004' })
    const told = `${good.log()}${bad.log()}${String(error)}${JSON.stringify(error)}`
    expect(told).toContain('a test says so')
    for (const secret of [config.apiKey, config.totpSecret, 'eyJ']) expect(told).not.toContain(secret)
    expect(told).not.toMatch(new RegExp(`\\b${config.pin}\\b`))
  })

  it('a market that is not there is unreachable, by name', async () => {
    const gone = await startTestMarket({ speed: 60, start: OPEN })
    await gone.stop()
    const { broker } = brokerAt(gone.config)
    const error = await broker.connect().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'unreachable' })
    expect(String(error)).toContain('ECONNREFUSED')
  })

  it('closing ends what is under way at once', async () => {
    const { config } = await market({ speed: 60, start: OPEN })
    const { broker } = brokerAt(config)
    await broker.connect()
    const waiting = Array.from({ length: 6 }, () => broker.minuteCandles(NIFTY, OPEN - 24 * 60 * MINUTE, OPEN))
    const settled = Promise.allSettled(waiting)
    const began = performance.now()
    await broker.close()
    expect((await settled).some(({ status }) => status === 'rejected')).toBe(true)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(broker.feed.state).toEqual({ kind: 'closed' })
  })
})
