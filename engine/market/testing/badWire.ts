import { bucketStart, type Candle } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import type { SeededRandom } from '../../../schema/SeededRandom.ts'
import { DAY, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { Tick } from '../../broker/port.ts'
import { IndexCandles } from '../IndexCandles.ts'
import { TickGuard } from '../TickGuard.ts'

const OPEN = Date.UTC(2026, 6, 1, 3, 45)
const MINUTES = 60
const SPACING = 500
const CLOSE = OPEN + MINUTES * MINUTE

/** A tick, and the market time of its arrival. */
interface Arrival {
  readonly now: Instant
  readonly tick: Tick
}

/** An hour of an index, two ticks a second. */
export function cleanTicks(random: SeededRandom): Tick[] {
  let price = 24_500_00
  return Array.from({ length: (CLOSE - OPEN) / SPACING }, (_, i) => {
    price = 5 * Math.round((price * (1 + 0.0001 * random.normal())) / 5)
    const quote = { bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
    return { exchange: 'NSE' as const, token: '99926000', at: OPEN + i * SPACING, lastPrice: paise(price), ...quote }
  })
}

/** The candles of ordered ticks, computed independently. */
export function candlesOf(ticks: readonly Tick[]): Candle[] {
  const minutes = new Map<Instant, Tick[]>()
  for (const tick of ticks) minutes.set(bucketStart(tick.at, 1), [...(minutes.get(bucketStart(tick.at, 1)) ?? []), tick])
  return [...minutes].map(([time, ofMinute]) => {
    const prices = ofMinute.map(({ lastPrice }) => lastPrice)
    const [open, close] = [prices[0]!, prices.at(-1)!]
    return { time, open, high: paise(Math.max(...prices)), low: paise(Math.min(...prices)), close, volume: 0 }
  })
}

/** What a bad wire makes of the ticks. Late ones come within their minute, or after it (`overdue`: those). */
export function damaged(ticks: readonly Tick[], random: SeededRandom): { arrivals: Arrival[]; overdue: Set<Instant> } {
  const arrivals: Arrival[] = []
  const overdue = new Set<Instant>()
  const chance = (share: number) => random.uniform() < share
  for (const tick of ticks) {
    const now = tick.at + 20
    let arrival: Arrival = { now, tick }
    // Out of order: behind the next tick, or also late by up to a minute.
    if (chance(0.05)) arrival = { now: now + SPACING + 1, tick }
    else if (chance(0.01)) arrival = { now: now + random.integer(2, 60) * SECOND, tick }
    if (bucketStart(arrival.now, 1) !== bucketStart(now, 1)) overdue.add(bucketStart(tick.at, 1))
    arrivals.push(arrival)
    if (chance(0.1)) arrivals.push({ now: arrival.now + random.integer(0, 5 * SECOND), tick })
    if (chance(0.01)) arrivals.push({ now, tick: { ...tick, at: tick.at + random.integer(3, 3_600) * SECOND } })
    if (chance(0.01)) arrivals.push({ now, tick: { ...tick, at: tick.at - DAY, lastPrice: paise(24_000_00) } })
    if (chance(0.01))
      arrivals.push({ now, tick: { ...tick, lastPrice: paise(tick.lastPrice * random.integer(-1, 1) * 100 * random.integer(0, 1)) } })
    if (chance(0.005)) arrivals.push({ now, tick: { ...tick, at: tick.at + 1, lastPrice: paise(tick.lastPrice * 100) } })
  }
  return { arrivals: arrivals.sort((a, b) => a.now - b.now), overdue }
}

/** The candles of ticks that take the engine's path, with the market's history behind it. */
export async function through(arrivals: readonly Arrival[], history: readonly Candle[]): Promise<{ candles: Candle[]; drops: number }> {
  const candles: Candle[] = []
  let now = OPEN
  const isSessionMinute = (minute: Instant) => minute >= OPEN && minute < CLOSE
  const index = new IndexCandles({
    history: async (from, to) => history.filter(({ time }) => time >= from && time < to && time + MINUTE <= now),
    isSessionMinute,
    mayHaveCandle: isSessionMinute,
    onOutside: () => undefined,
    emit: (candle) => candles.push(candle),
    onGap: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  const guard = new TickGuard((tick, reason) => index.dropped(tick, reason))
  await index.start(OPEN, OPEN, (all) => all)
  for (const arrival of arrivals) {
    if (bucketStart(now, 1) !== bucketStart(arrival.now, 1)) await new Promise((resolve) => setImmediate(resolve))
    now = arrival.now
    for (const good of guard.accept(arrival.tick, now + 2 * SECOND, true)) index.add(good, now)
    index.closeBefore(bucketStart(now - 2 * SECOND, 1))
  }
  now = CLOSE + 3 * SECOND
  index.closeBefore(CLOSE)
  await new Promise((resolve) => setImmediate(resolve))
  index.stop()
  return { candles, drops: Object.values(guard.drops).reduce((sum, count) => sum + count) }
}

/** What a bad wire changed in an hour's candles; null when nothing. For tests and the soak. */
export async function harmOfBadWire(random: SeededRandom): Promise<string | null> {
  const ticks = cleanTicks(random)
  const truth = candlesOf(ticks)
  const { arrivals, overdue } = damaged(ticks, random)
  const { candles, drops } = await through(arrivals, truth)
  if (candles.some(({ time }, i) => time !== truth[i]?.time) || candles.length !== truth.length)
    return 'minutes are missing, doubled or out of order'
  // A minute whose tick came too late was emitted without it: nothing is emitted twice.
  const wrong = truth.filter((candle, i) => !overdue.has(candle.time) && JSON.stringify(candle) !== JSON.stringify(candles[i]))
  if (wrong.length > 0) return `${wrong.length} candles differ from a clean wire's`
  if (overdue.size > truth.length - 5) return 'hardly a minute was tested'
  return drops < 500 ? 'hardly a tick was bad' : null
}
