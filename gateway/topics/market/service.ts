import type { Database } from '../../../prisma/client.ts'
import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Candle, Chart, Instrument, MarketStatus } from '../../../schema/graphql/market.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { bucketStart, INTERVAL_MINUTES, type Candle as StoredCandle, type Interval } from '../../../schema/market/candles.ts'
import { plantedIn } from '../../../schema/market/drawnMarket.ts'
import { INDEX_SYMBOLS, shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import { marketTimeAt, segmentAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { paise, toRupees, type Paise } from '../../../schema/money.ts'
import { addDays, istDate, istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { PriceBoard } from './PriceBoard.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { rupees } from '../../kit/rupees.ts'
import { barsOf } from './barsOf.ts'
import { describeInstrument } from './describeInstrument.ts'
import { candleBounds } from './candleBounds.ts'
import { todaysPremiums } from './todaysPremiums.ts'
import { candlesInput, chartInput } from './input.ts'
import type { EngineStates } from './EngineStates.ts'

/** Candles, charts and the state of the market the engine is connected to. */
export class MarketService {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #prices: PriceBoard
  readonly #rules: CurrentMarketRules

  constructor(db: Database, engine: EngineStates, prices: PriceBoard, rules: CurrentMarketRules) {
    this.#db = db
    this.#engine = engine
    this.#prices = prices
    this.#rules = rules
  }

  /**
   * The latest candles, or the last ones of some dates or that begin before a moment, oldest first; the last one may still be forming.
   * Throws BAD_USER_INPUT.
   */
  async candles(input: unknown): Promise<Candle[]> {
    const { symbol, interval, limit, ...asked } = parseInput(candlesInput, input)
    const market = await this.#market()
    if (market === null) return []
    const { since, before } = candleBounds(asked)
    const end = before === null ? null : firstStart(before, INTERVAL_MINUTES[interval])
    return this.#folded(market, symbol, interval, { limit, since, before: end, forming: null })
  }

  /**
   * The latest 100 candles, the forming one included, with the current price against the previous session's close. Throws BAD_USER_INPUT.
   */
  async chart(input: unknown): Promise<Chart> {
    const { symbol, interval } = parseInput(chartInput, input)
    const market = await this.#market()
    const latest = { limit: LIMITS.candles.default, since: null, before: null, forming: this.#forming(symbol) }
    const chartData = market === null ? [] : await this.#folded(market, symbol, interval, latest)
    const newest = market === null ? null : await this.#newest(market, symbol)
    const live = this.#prices.last(symbol)
    const last = live?.price ?? newest?.close ?? null
    const currentPrice = last === null ? null : toRupees(last)
    const lastUpdated = live?.at ?? newest?.closedAt ?? null
    const previousClose = market === null || lastUpdated === null ? null : await this.#closeBefore(market, symbol, lastUpdated)
    const change = currentPrice === null || previousClose === null ? null : round2(currentPrice - previousClose)
    const changePercent = change === null || previousClose === null ? null : round2((change / previousClose) * 100)
    return {
      symbol: shownIndex(symbol),
      interval,
      currentPrice,
      change,
      changePercent,
      chartData,
      lastUpdated: lastUpdated === null ? null : new Date(lastUpdated),
    }
  }

  /** One stored minute of the current market; null when it is missing. */
  async candle(symbol: IndexSymbol, time: Instant): Promise<Candle | null> {
    const market = await this.#market()
    if (market === null) return null
    const row = await this.#db.candle.findUnique({ where: { market_symbol_time: { market, symbol, time: new Date(time) } } })
    if (!row) return null
    return {
      time: row.time,
      open: rupees(row.open),
      high: rupees(row.high),
      low: rupees(row.low),
      close: rupees(row.close),
      volume: Number(row.volume),
    }
  }

  /** Every index whose options are traded, with lots, expiries and premiums of the market's day. */
  async instruments(): Promise<Instrument[]> {
    const state = await this.#engine.read()
    const now = state ? marketTimeAt(state.clock, Date.now()) : Date.now()
    const rules = this.#rules.rules
    const premiums = state ? await todaysPremiums(this.#db, { market: state.market, now, rules, spots: await this.lastPrices() }) : null
    return INDEX_SYMBOLS.map((symbol) => ({
      ...describeInstrument(symbol, now, rules),
      ...(premiums?.get(symbol) ?? { callPremium: null, putPremium: null }),
    }))
  }

  /** Before any engine ran: the real market's time, nothing running. */
  async status(): Promise<MarketStatus> {
    const state = await this.#engine.read()
    const clock: MarketClock = state?.clock ?? { kind: 'real' }
    const now = Date.now()
    const marketTime = marketTimeAt(clock, now)
    const nextChangeAt = nextChange(clock, now, marketTime, this.#rules.rules)
    return {
      sandbox: clock.kind === 'sandbox',
      pattern: state && plantedIn(state.market),
      speed: clock.kind === 'sandbox' ? clock.speed : 1,
      segments:
        clock.kind === 'real'
          ? []
          : clock.segments.map((segment) => ({
              realStart: new Date(segment.realStart),
              marketStart: new Date(segment.marketStart),
              sessionOpen: new Date(segment.sessionOpen),
              sessionClose: new Date(segment.sessionClose),
            })),
      marketTime: new Date(marketTime),
      isOpen: isOpen(clock, now, marketTime, this.#rules.rules),
      nextChangeAt: nextChangeAt === null ? null : new Date(nextChangeAt),
      engineRunning: state?.running ?? false,
      feedConnected: state?.feedConnected ?? false,
      lastTickAt: state?.lastTickAt == null ? null : new Date(state.lastTickAt),
    }
  }

  /** Market time at which the session that is on has opened, or else the next one opens; null in a sandbox between two sessions, which does not know yet. */
  async sessionOpen(): Promise<Date | null> {
    const now = Date.now()
    const clock = (await this.#engine.read())?.clock ?? { kind: 'real' }
    const marketTime = marketTimeAt(clock, now)
    const rules = this.#rules.rules
    if (clock.kind === 'sandbox') {
      const segment = clock.segments.find(({ sessionClose }) => marketTime < sessionClose)
      return segment ? new Date(segment.sessionOpen) : null
    }
    const today = rules.indexSessionOf(istDate(now))
    return new Date(today && now < today.close ? today.open : nextSession(now, rules).open)
  }

  /** The last price of each index with its market time, as far as it is known. */
  async lastPrices(): Promise<Map<IndexSymbol, LastPrice>> {
    const market = await this.#market()
    const last = new Map<IndexSymbol, LastPrice>()
    if (market === null) return last
    for (const symbol of INDEX_SYMBOLS) {
      const live = this.#prices.last(symbol)
      if (live) last.set(symbol, live)
      const newest = live ? null : await this.#newest(market, symbol)
      if (newest) last.set(symbol, { price: newest.close, at: newest.closedAt })
    }
    return last
  }

  async #market(): Promise<string | null> {
    return (await this.#engine.read())?.market ?? null
  }

  /** Raw SQL: rows as plain numbers, of which a model call makes BigInts: it takes two to three times as long. */
  async #folded(market: string, symbol: IndexSymbol, interval: Interval, { limit, since, before, forming }: Stretch): Promise<Candle[]> {
    const minutes = INTERVAL_MINUTES[interval]
    // One extra bar: the cut may have taken the oldest one's first minutes.
    const rows = await this.#db.$queryRaw<CandleRow[]>`
      SELECT (extract(epoch FROM "time") * 1000)::float8 AS "time", "open"::float8, "high"::float8, "low"::float8, "close"::float8, "volume"::float8
      FROM "Candle" WHERE "market" = ${market} AND "symbol" = ${symbol} AND "time" >= ${new Date(since ?? 0)}
        AND "time" < ${before === null ? LAST_TIME : new Date(before)}
      ORDER BY "time" DESC LIMIT ${(limit + 1) * minutes}`
    const stored = rows.reverse().map(toStoredCandle)
    const isNewer = forming !== null && forming.time > (stored.at(-1)?.time ?? 0)
    return barsOf(isNewer ? [...stored, forming] : stored, interval).slice(-limit)
  }

  /** An index itself has no volume. */
  #forming(symbol: IndexSymbol): StoredCandle | null {
    const minute = this.#prices.forming(symbol)
    return minute && { ...minute, volume: 0 }
  }

  async #newest(market: string, symbol: IndexSymbol): Promise<{ readonly close: Paise; readonly closedAt: Instant } | null> {
    const row = await this.#db.candle.findFirst({
      where: { market, symbol },
      orderBy: { time: 'desc' },
      select: { time: true, close: true },
    })
    return row && { close: paise(Number(row.close)), closedAt: row.time.getTime() + MINUTE }
  }

  /** The last close before the session (India date) that holds an instant, in rupees. */
  async #closeBefore(market: string, symbol: IndexSymbol, at: Instant): Promise<number | null> {
    const sessionStart = new Date(istInstant(istDate(at), 0))
    const row = await this.#db.candle.findFirst({
      where: { market, symbol, time: { lt: sessionStart } },
      orderBy: { time: 'desc' },
      select: { close: true },
    })
    return row && rupees(row.close)
  }
}

/** A price, and the market time at which it was traded. */
export interface LastPrice {
  readonly price: Paise
  readonly at: Instant
}

/** The requested bars. */
interface Stretch {
  readonly limit: number
  /** Only minutes from this on; null: all. */
  readonly since: Instant | null
  /** Only minutes that begin before this; null: all. */
  readonly before: Instant | null
  /** The forming minute, not stored yet. */
  readonly forming: StoredCandle | null
}

/** Later than any candle. */
const LAST_TIME = new Date('9999-12-31T00:00:00Z')

/** The start of the first bar that begins at or after an instant: a bar is never cut in the middle. */
function firstStart(at: Instant, minutes: number): Instant {
  return bucketStart(at + minutes * MINUTE - 1, minutes)
}

type CandleRow = { readonly [Column in keyof StoredCandle]: number }

function toStoredCandle(row: CandleRow): StoredCandle {
  const { time, open, high, low, close, volume } = row
  return { time, open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume }
}

function isOpen(clock: MarketClock, now: Instant, marketTime: Instant, rules: MarketRules): boolean {
  const segment = segmentAt(clock, now)
  if (segment) return marketTime >= segment.sessionOpen && marketTime < segment.sessionClose
  if (clock.kind === 'sandbox') return false
  const session = rules.sessionOf(istDate(now))
  return session !== null && now >= session.open && now < session.close
}

/** When the current session closes, else when the next one opens; null in a sandbox between two sessions. */
function nextChange(clock: MarketClock, now: Instant, marketTime: Instant, rules: MarketRules): Instant | null {
  const segment = segmentAt(clock, now)
  if (clock.kind === 'sandbox') return [segment?.sessionOpen, segment?.sessionClose].find((at) => at && marketTime < at) ?? null
  const today = rules.sessionOf(istDate(now))
  const change = [today?.open, today?.close].find((at) => at && now < at)
  if (change) return change
  return nextSession(now, rules).open
}

/** The session of the first trading day after an instant's own. */
function nextSession(now: Instant, rules: MarketRules): Session {
  let day = addDays(istDate(now), 1)
  while (rules.sessionOf(day) === null) day = addDays(day, 1)
  return rules.sessionHours(day)
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
