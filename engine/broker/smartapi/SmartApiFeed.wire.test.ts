import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { instrumentId } from '../instrumentId.ts'
import type { InstrumentKey } from '../port.ts'
import { SmartApiBroker } from './SmartApiBroker.ts'
import { SmartApiFeed } from './SmartApiFeed.ts'
import { startTestMarket, type TestMarket } from './testing/startTestMarket.ts'

const START = istInstant('2026-07-01', 9 * 60 + 15) + 100 * MINUTE
const INDEX_KEYS = INDEX_SYMBOLS.map((symbol) => INDICES[symbol])
const WAIT = { timeout: 60_000, interval: 100 }
const log = pino({ level: 'silent' })

describe('the feed beyond a thousand subscriptions, against the sandbox', () => {
  const toStop: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const stop of toStop.splice(0).reverse()) await stop()
  })

  async function open() {
    const market = await startTestMarket({ speed: 10, start: START })
    toStop.push(() => market.stop())
    const broker = new SmartApiBroker(market.config, market.config, Date.now, log)
    toStop.push(() => broker.close())
    await broker.connect()
    const listed = (await broker.contracts()).filter(({ exchange }) => exchange === 'NFO')
    const { feed } = broker
    const seen = new Set<string>()
    feed.onTick((tick) => seen.add(instrumentId(tick)))
    const unseen = (keys: readonly InstrumentKey[]) => keys.filter((key) => !seen.has(instrumentId(key))).length
    return { market, broker, feed, listed, seen, unseen }
  }

  /** Another feed of the same client code takes connections away: the broker has three. */
  async function occupy(market: TestMarket, broker: SmartApiBroker, connections: number) {
    for (let i = 0; i < connections; i++) {
      const other = new SmartApiFeed(market.config, broker.session, () => Promise.resolve(), log)
      toStop.push(() => other.close())
      await other.open()
    }
  }

  it('opens further connections, and after a break of all of them everything ticks again', async () => {
    const { market, feed, listed, seen, unseen } = await open()
    const [first, second] = [listed.slice(0, 700), listed.slice(700, 1_092)]
    feed.subscribe(INDEX_KEYS, 'ltp', 'first')
    feed.subscribe(first, 'snap')
    feed.subscribe(second, 'snap')
    const all = [...INDEX_KEYS, ...first, ...second]
    await vi.waitFor(() => expect(unseen(all)).toBe(0), WAIT)
    expect(feed.load.places).toBe(2_000)
    for (const restart of [() => market.cutFeed(), () => feed.restart('a test says so')]) {
      seen.clear()
      restart()
      await vi.waitFor(() => expect(unseen(all)).toBe(0), WAIT)
    }
    expect(feed.load).toEqual({ wanted: all.length, places: 2_000, unserved: new Set() })
    expect([feed.state.kind, feed.faults.text]).toEqual(['connected', 0])
  })

  it('without a further connection names what has no place, and gives an open leg the place of another', async () => {
    const { market, broker, feed, listed, unseen } = await open()
    await occupy(market, broker, 2)
    const [options, leg] = [listed.slice(0, 1_010), listed[1_010]!]
    feed.subscribe(INDEX_KEYS, 'ltp', 'first')
    feed.subscribe(options, 'snap')
    const fit = 1_000 - INDEX_KEYS.length
    expect(feed.load).toEqual({
      wanted: options.length + INDEX_KEYS.length,
      places: 1_000,
      unserved: new Set(options.slice(fit).map(instrumentId)),
    })
    feed.subscribe([leg], 'snap', 'first')
    expect(feed.load.unserved).toEqual(new Set(options.slice(fit - 1).map(instrumentId)))
    await vi.waitFor(() => expect(unseen([...INDEX_KEYS, leg, ...options.slice(0, fit - 1)])).toBe(0), WAIT)
    feed.unsubscribe(options.slice(0, 20))
    await vi.waitFor(() => expect(unseen(options.slice(20))).toBe(0), WAIT)
    expect([feed.load.unserved.size, feed.faults.text]).toEqual([0, 0])
  })

  it('a connection that does not come back gives its places up: its indices and open legs tick on another', async () => {
    const { market, broker, feed, listed, seen, unseen } = await open()
    const legs = listed.slice(0, 5)
    feed.subscribe(listed.slice(5, 1_010), 'snap')
    feed.subscribe([...INDEX_KEYS, ...legs], 'snap', 'first')
    await vi.waitFor(() => expect(unseen(listed.slice(0, 1_010))).toBe(0), WAIT)
    const broken: InstrumentKey[] = []
    feed.onBreak((keys) => broken.push(...keys))
    market.cutFeed()
    await occupy(market, broker, 2)
    seen.clear()
    await vi.waitFor(() => expect(unseen([...INDEX_KEYS, ...legs])).toBe(0), WAIT)
    await vi.waitFor(() => expect(feed.load).toMatchObject({ wanted: 1_010 + INDEX_KEYS.length, places: 1_000 }), WAIT)
    expect(feed.load.unserved.size).toBe(10 + INDEX_KEYS.length)
    expect(feed.state.kind).toBe('connected')
    expect(new Set(broken.map(instrumentId)).size).toBe(1_010 + INDEX_KEYS.length)
  })
})
