import { describe, expect, it } from 'vitest'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { DAY, istDate, istInstant, MINUTE, type Instant, type IsoDate } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'
import { Backfill } from './Backfill.ts'
import { TestArchive } from './testing/TestArchive.ts'

const TODAY = '2026-11-20'
const CALL_MS = 1_000
const LOOK_MS = 5_000

function candlesOf(day: IsoDate): Candle[] {
  const all = { open: paise(100), high: paise(100), low: paise(100), close: paise(100), volume: 0 }
  return Array.from({ length: 375 }, (_, i) => ({ time: istInstant(day, 555) + i * MINUTE, ...all }))
}

/** A broker that has every minute since a day, and a backfill from it whose waits take no time. */
class World {
  readonly archive: TestArchive
  readonly calls: { readonly index: IndexSymbol; readonly from: IsoDate; readonly to: IsoDate }[] = []
  readonly waits: number[] = []
  /** How often the backfill reported completion with new candles. */
  complete = 0
  needs = new Map<IndexSymbol, number>()
  since: IsoDate = '2020-01-01'
  failures = 0
  /** Called in place of an answer. */
  silent: (() => void) | null = null
  readonly backfill: Backfill
  #idle: () => void = () => undefined

  constructor(archive = new TestArchive()) {
    this.archive = archive
    this.backfill = new Backfill({
      history: (index, from, to) => this.#history(index, from, to),
      archive,
      needed: () => Promise.resolve(this.needs),
      rules: () => SHIPPED_MARKET_RULES,
      today: () => TODAY,
      onThere: (more) => Promise.resolve(more ? void this.complete++ : undefined),
      log: { info: () => undefined, warn: () => undefined },
      pause: (ms, signal) => this.#pause(ms, signal),
    })
  }

  /** Lets it run until nothing is left to fetch, and stops it. */
  async run(): Promise<void> {
    const idle = new Promise<void>((resolve) => (this.#idle = resolve))
    this.backfill.start()
    await idle
    await this.backfill.stop()
  }

  #history(index: IndexSymbol, from: Instant, to: Instant): Promise<readonly Candle[]> {
    expect(to - from).toBeLessThanOrEqual(29 * DAY)
    if (this.silent) {
      this.silent()
      return new Promise(() => undefined)
    }
    if (this.failures-- > 0) return Promise.reject(new BrokerError('unreachable', 'not there'))
    this.calls.push({ index, from: istDate(from), to: istDate(to) })
    const candles: Candle[] = []
    for (let day = istDate(from); day <= istDate(to); day = SHIPPED_MARKET_RULES.nextTradingDay(day))
      if (day >= this.since) candles.push(...candlesOf(day))
    return Promise.resolve(candles.filter(({ time }) => time >= from && time < to))
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    this.waits.push(ms)
    if (ms !== LOOK_MS) return
    this.#idle()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
}

const dayBefore = (day: IsoDate) => SHIPPED_MARKET_RULES.previousTradingDay(day)

describe('the past behind trading', () => {
  it('is fetched newest first, index by index, in calls of four weeks, one a second, as far back as is needed', async () => {
    const world = new World()
    world.needs = new Map([
      ['NIFTY', 60],
      ['SENSEX', 20],
    ])
    await world.run()
    expect(world.archive.days('NIFTY').length).toBeGreaterThanOrEqual(60)
    expect(world.archive.days('NIFTY').length).toBeLessThan(70)
    expect(world.archive.days('SENSEX').length).toBeGreaterThanOrEqual(20)
    expect(world.calls.map(({ index }) => index)).toEqual(
      ['NIFTY', 'SENSEX', 'NIFTY', 'SENSEX', 'NIFTY', 'NIFTY'].slice(0, world.calls.length),
    )
    expect(world.calls[0]).toMatchObject({ index: 'NIFTY', to: dayBefore(TODAY) })
    const ends = world.calls.filter(({ index }) => index === 'NIFTY').map(({ to }) => to)
    expect(ends).toEqual([...ends].sort().reverse())
    expect(world.waits.filter((ms) => ms === CALL_MS)).toHaveLength(world.calls.length)
    expect(world.complete).toBe(1)
    expect(world.backfill.pastOf('NIFTY').missing).toBe(0)
    expect(world.backfill.timeLeft).toBe(0)
  })

  it('that is stored or was asked for is not asked for again in another life, nor are days that the broker has not', async () => {
    const archive = new TestArchive()
    for (const day of ['2026-11-17', '2026-11-18', '2026-11-19']) archive.put('NIFTY', candlesOf(day))
    const first = new World(archive)
    first.needs = new Map([['NIFTY', 40]])
    first.since = '2026-10-15'
    await first.run()
    expect(first.calls[0]!.to).toBe('2026-11-16')
    expect(archive.days('NIFTY')[0]).toBe('2026-10-15')
    const second = new World(archive)
    second.needs = new Map([['NIFTY', 40]])
    await second.run()
    expect(second.calls).toEqual([])
    expect(second.complete).toBe(0)
    expect(second.backfill.pastOf('NIFTY')).toEqual({ stored: archive.days('NIFTY').length, missing: 0 })
  })

  it('with a hole in it is asked for the hole', async () => {
    const archive = new TestArchive()
    archive.put('NIFTY', candlesOf('2026-11-19'))
    archive.put('NIFTY', candlesOf('2026-11-18').slice(0, 100))
    archive.put('NIFTY', candlesOf('2026-11-17'))
    const world = new World(archive)
    world.needs = new Map([['NIFTY', 3]])
    await world.run()
    expect(world.calls[0]).toMatchObject({ to: '2026-11-18' })
    expect((await archive.storedDays('NIFTY', '2026-11-18')).get('2026-11-18')).toBe(375)
  })

  it('survives a broker that fails, asking later and later', async () => {
    const world = new World()
    world.needs = new Map([['NIFTY', 5]])
    world.failures = 3
    await world.run()
    expect(world.archive.days('NIFTY').length).toBeGreaterThanOrEqual(5)
    expect(world.waits.filter((ms) => ms > CALL_MS && ms !== LOOK_MS)).toEqual([2_000, 4_000, 8_000])
  })

  it('goes on when more is needed', async () => {
    const archive = new TestArchive()
    const world = new World(archive)
    world.needs = new Map([['NIFTY', 5]])
    await world.run()
    const later = new World(archive)
    later.needs = new Map([['NIFTY', 30]])
    await later.run()
    expect(later.calls.every(({ to }) => to < world.calls.at(-1)!.from)).toBe(true)
    expect(archive.days('NIFTY').length).toBeGreaterThanOrEqual(30)
  })

  it('ends at once, with a call under way', async () => {
    const world = new World()
    world.needs = new Map([['NIFTY', 5]])
    const asked = new Promise<void>((resolve) => (world.silent = resolve))
    world.backfill.start()
    await asked
    await world.backfill.stop()
    expect(world.archive.days('NIFTY')).toEqual([])
  })
})
