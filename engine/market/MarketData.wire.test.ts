import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { parseCandleCsv } from '../../schema/market/candleCsv.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { Candle } from '../../schema/market/candles.ts'
import { INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istDate, istInstant, MINUTE, type Instant, type IsoDate } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { SmartApiBroker } from '../broker/smartapi/SmartApiBroker.ts'
import { startTestMarket, type TestMarket, type TestMarketOptions } from '../broker/smartapi/testing/startTestMarket.ts'
import { MarketData } from './MarketData.ts'

const DAYS = ['2024-01-01', '2024-01-02'] as const satisfies readonly IsoDate[]
/** A feed that is back delivers ticks of all subscriptions within this time (reliability.md T1). */
const RESUBSCRIBED_WITHIN = { timeout: 5_000, interval: 20 }
const REAL_FILE = join(process.env['SAKHA_REAL_DATA'] ?? '../shared/data', 'NIFTY-1min-2024Q1.csv.gz')

interface Given {
  readonly symbol: IndexSymbol
  readonly candle: Candle
  /** Market time since its close. */
  readonly age: number
}

const printed = (candle: Candle) => JSON.stringify(Object.entries(candle).sort())

/** Two whole sessions of a random walk; the same for the same seed. */
function walk(seed: number): readonly Candle[] {
  let state = seed
  const random = (span: number) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * span)
  }
  let price = 21_700_00
  return DAYS.flatMap((date) =>
    Array.from({ length: 375 }, (_, i) => {
      const open = price
      price += (random(801) - 400) * 5
      const high = Math.max(open, price) + random(100) * 5
      const low = Math.min(open, price) - random(100) * 5
      return {
        time: istInstant(date, 9 * 60 + 15 + i),
        open: paise(open),
        high: paise(high),
        low: paise(low),
        close: paise(price),
        volume: 0,
      }
    }),
  )
}

// Concurrent: each test has its own market and mostly waits for its time to pass.
describe.concurrent('MarketData over the sandbox', () => {
  const toStop: (() => Promise<void> | void)[] = []
  afterAll(async () => {
    for (const stop of toStop.reverse()) await stop()
  })

  async function market(options: TestMarketOptions): Promise<TestMarket> {
    const started = await startTestMarket(options)
    toStop.push(() => started.stop())
    return started
  }

  async function follow(
    { config }: TestMarket,
    symbols: readonly IndexSymbol[],
    lastStored: ReadonlyMap<IndexSymbol, Instant> = new Map(),
  ) {
    const log = pino({ level: 'silent' })
    const broker = new SmartApiBroker(config, config, Date.now, log)
    const history = vi.spyOn(broker, 'minuteCandles')
    const data = new MarketData({ broker, symbols, now: Date.now, rules: () => SHIPPED_MARKET_RULES, log })
    const given: Given[] = []
    const ticks: Tick[] = []
    data.onCandle((symbol, candle) => given.push({ symbol, candle, age: data.marketNow() - (candle.time + MINUTE) }))
    data.onTick((tick) => ticks.push(tick))
    const stop = async () => {
      data.stop()
      await broker.close()
    }
    toStop.push(stop)
    await broker.connect()
    await data.start(lastStored)
    const candlesOf = (symbol: IndexSymbol) => given.filter((one) => one.symbol === symbol).map(({ candle }) => candle)
    /** Without the synthetic days before a recording. */
    const recordedOf = (symbol: IndexSymbol) => candlesOf(symbol).filter(({ time }) => istDate(time) >= DAYS[0])
    return { broker, data, given, history, ticks, candlesOf, recordedOf, stop }
  }

  it('the candles of two replayed sessions equal the files, all 375 of each, many of them straight from the stream', async () => {
    const files = new Map<IndexSymbol, readonly Candle[]>([
      ['NIFTY', walk(1)],
      ['SENSEX', walk(2)],
    ])
    const { recordedOf, given, history } = await follow(await market({ speed: 1_500, start: null, replay: files }), ['NIFTY', 'SENSEX'])
    for (const [symbol, file] of files) {
      await vi.waitFor(() => expect(recordedOf(symbol).length).toBeGreaterThanOrEqual(750), 180_000)
      expect(recordedOf(symbol)).toEqual(file)
    }
    const answers = await Promise.allSettled(history.mock.results.map(({ value }): Promise<Candle[]> => value))
    const recorded = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map(printed))
    expect(given.filter(({ candle }) => !recorded.has(printed(candle))).length).toBeGreaterThan(200)
  })

  it('a feed that is lost twenty times, for a market minute or for ten, costs no candle and doubles none, and ticks again in time', async () => {
    const files = new Map<IndexSymbol, readonly Candle[]>([
      ['NIFTY', walk(3).slice(0, 375)],
      ['SENSEX', walk(5).slice(0, 375)],
    ])
    const lossy = await market({ speed: 600, start: null, replay: files })
    const { recordedOf, ticks } = await follow(lossy, ['NIFTY', 'SENSEX'])
    const random = new SeededRandom('lost feeds')
    for (let loss = 0; loss < 20; loss++) {
      await sleep(random.integer(50, 300))
      lossy.loseFeed(true)
      await sleep(random.integer(100, 1_000))
      lossy.loseFeed(false)
      const seen = ticks.length
      const again = () => new Set(ticks.slice(seen).map(({ token }) => token)).size
      await vi.waitFor(() => expect(again()).toBe(2), RESUBSCRIBED_WITHIN)
    }
    for (const [symbol, file] of files) {
      await vi.waitFor(() => expect(recordedOf(symbol).length).toBeGreaterThanOrEqual(375), 60_000)
      expect(recordedOf(symbol)).toEqual(file)
    }
  })

  it('who stops in mid-session and starts again gets exactly the candles after the last stored one', async () => {
    const file = walk(4).slice(0, 375)
    const shared = await market({ speed: 600, start: null, replay: new Map([['NIFTY', file]]) })
    const first = await follow(shared, ['NIFTY'])
    await vi.waitFor(() => expect(first.recordedOf('NIFTY').length).toBeGreaterThan(60), 60_000)
    await first.stop()
    const stored = first.recordedOf('NIFTY')
    const stoppedAt = first.data.marketNow()
    await vi.waitFor(() => expect(first.data.marketNow()).toBeGreaterThan(stoppedAt + 25 * MINUTE), 30_000)
    const second = await follow(shared, ['NIFTY'], new Map([['NIFTY', stored.at(-1)!.time]]))
    expect(second.given[0]?.age).toBeGreaterThan(MINUTE)
    await vi.waitFor(() => expect(stored.length + second.recordedOf('NIFTY').length).toBeGreaterThanOrEqual(375), 60_000)
    expect([...stored, ...second.recordedOf('NIFTY')]).toEqual(file)
  })

  it('a first start in mid-session backfills five sessions at most, today up to the last closed minute', async () => {
    const start = istInstant('2026-07-01', 12 * 60)
    const { data, given, candlesOf } = await follow(await market({ speed: 60, start }), ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'])
    for (const symbol of ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'] as const) {
      const candles = candlesOf(symbol)
      expect(new Set(candles.map(({ time }) => istDate(time))).size).toBe(5)
      expect(candles.length).toBeGreaterThanOrEqual(4 * 375 + 165)
      expect(data.marketNow() - candles.at(-1)!.time).toBeLessThan(8 * MINUTE)
      expect(data.lastIndexTickAt(symbol)).not.toBeNull()
    }
    expect(given.slice(0, 1_000).every(({ age }) => age > MINUTE)).toBe(true)
  })

  it('a watched contract ticks with depth until the last of its watchers leaves', async () => {
    const { broker, data, ticks } = await follow(await market({ speed: 60, start: istInstant('2026-07-01', 12 * 60) }), ['NIFTY'])
    const contract = (await broker.contracts())[0]!
    const ofContract = () => ticks.filter(({ token }) => token === contract.token).length
    data.watch([contract], 'later')
    data.watch([contract], 'later')
    await vi.waitFor(() => expect(ofContract()).toBeGreaterThan(2), 60_000)
    data.unwatch([contract], 'later')
    const before = ofContract()
    await vi.waitFor(() => expect(ofContract()).toBeGreaterThan(before + 2), 60_000)
    data.unwatch([contract], 'later')
    const after = ofContract()
    const others = ticks.length
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(others + 4), 60_000)
    expect(ofContract()).toBe(after)
  })

  it('a feed that stays connected and says nothing in a session is connected anew, and no candle is lost', async () => {
    const start = istInstant('2026-07-01', 10 * 60)
    const muted = await market({ speed: 60, start })
    const { candlesOf, ticks } = await follow(muted, ['NIFTY'])
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(4), 60_000)
    muted.muteFeed(true)
    const silentAt = ticks.length
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(silentAt + 8), 60_000)
    expect(muted.feedConnections).toBe(2)
    const until = ticks.at(-1)!.at
    await vi.waitFor(() => expect(candlesOf('NIFTY').at(-1)!.time).toBeGreaterThan(until), 60_000)
    const today = candlesOf('NIFTY').filter(({ time }) => time >= start)
    today.forEach(({ time }, i) => expect(time).toBe(start + i * MINUTE))
  })

  it('an index that is mute beside another gets another connection, then is named, until it ticks again', async () => {
    const muted = await market({ speed: 10, start: istInstant('2026-07-01', 10 * 60) })
    const { data, ticks } = await follow(muted, ['NIFTY', 'SENSEX'])
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(4), 60_000)
    muted.muteTokens([INDICES.SENSEX.token])
    await vi.waitFor(() => expect(data.feedFaults).toEqual([expect.stringMatching(/^SENSEX has not ticked for \d+ s/)]), 120_000)
    expect(muted.feedConnections).toBe(2)
    expect(data.missing).toEqual({ no_place: 0, index_mute: 1, leg_mute: 0 })
    const niftyAt = data.lastIndexTickAt('NIFTY')!
    expect(Date.now() - niftyAt).toBeLessThan(5_000)
    muted.muteTokens([])
    await vi.waitFor(() => expect(data.feedFaults).toEqual([]), 60_000)
  })

  it('an open leg that trades and is mute is subscribed to again and named, the others not', async () => {
    const muted = await market({ speed: 10, start: istInstant('2026-07-01', 10 * 60) })
    const { broker, data, ticks } = await follow(muted, ['NIFTY'])
    const price = (await broker.quotes([INDICES.NIFTY]))[0]!.lastPrice
    const listed = (await broker.contracts()).filter(({ index }) => index === 'NIFTY')
    const [leg, other] = listed.sort((a, b) => Math.abs(a.strike - price) - Math.abs(b.strike - price))
    data.watch([leg!, other!], 'first')
    await vi.waitFor(() => expect(ticks.some(({ token }) => token === leg!.token)).toBe(true), 60_000)
    muted.muteTokens([leg!.token])
    await vi.waitFor(() => expect(data.missing).toEqual({ no_place: 0, index_mute: 0, leg_mute: 1 }), 170_000)
    expect(data.feedFaults[0]).toContain(leg!.tradingSymbol)
    expect(muted.feedConnections).toBe(2)
    data.unwatch([leg!], 'first')
    expect(data.feedFaults).toEqual([])
  })

  it.skipIf(!existsSync(REAL_FILE))(
    `a real session is rebuilt from its ticks exactly (needs the real data folder: ${REAL_FILE})`,
    async () => {
      const parsed = parseCandleCsv(gunzipSync(await readFile(REAL_FILE)).toString())
      if (!parsed.ok) throw new Error(`line ${parsed.error.line}: ${parsed.error.reason}`)
      const day = parsed.value.filter(({ time }) => istDate(time) === '2024-01-23')
      expect(day).toHaveLength(375)
      const { candlesOf } = await follow(await market({ speed: 1_500, start: null, replay: new Map([['NIFTY', day]]) }), ['NIFTY'])
      const rebuilt = () => candlesOf('NIFTY').filter(({ time }) => istDate(time) === '2024-01-23')
      await vi.waitFor(() => expect(rebuilt().length).toBeGreaterThanOrEqual(375), 60_000)
      expect(rebuilt()).toEqual(day)
    },
    90_000,
  )
})
