import type { Logger } from 'pino'
import { bucketStart, type Candle } from '../../schema/market/candles.ts'
import { INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketClock } from '../../schema/market/MarketClock.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { DAY, istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { FeedRank, FeedShortage, FeedState, InstrumentKey, MarketBroker, Tick } from '../broker/port.ts'
import { ContractWatch } from './ContractWatch.ts'
import { FeedWatch } from './FeedWatch.ts'
import { IndexCandles } from './IndexCandles.ts'
import { LateCandles } from './LateCandles.ts'
import { MarketTime } from './MarketTime.ts'
import { OptionCandles, type OptionCandleListener, type OptionKey } from './OptionCandles.ts'
import { TickGuard, type TickDrop } from './TickGuard.ts'

export type CandleListener = (symbol: IndexSymbol, candle: Candle) => void

/** Oldest first. */
export type LateCandleListener = (symbol: IndexSymbol, candles: readonly Candle[]) => void

export interface MarketDataParts {
  /** Connected. */
  readonly broker: MarketBroker
  readonly symbols: readonly IndexSymbol[]
  /** Real time. */
  readonly now: () => Instant
  /** Those in force. */
  readonly rules: () => MarketRules
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** The first start fetches this many sessions of history; later ones the gap, within the same bounds. */
const BACKFILL_SESSIONS = 5
const BACKFILL_CANDLES = 2_500
const BACKFILL_SPAN = 14 * DAY

const BEAT_MS = 250
/** Real time after a minute's end before the clock alone closes it: ticks may still be unread. */
const CLOSE_GRACE_MS = 2 * SECOND
/** How far, in real time, a tick may be ahead of the market's clock as known here. */
const CLOCK_TOLERANCE_MS = 2 * SECOND
/** A connected feed that is silent this long within a session is reconnected. */
const LONGEST_SILENCE_MS = 15 * SECOND

interface Index {
  readonly symbol: IndexSymbol
  readonly key: InstrumentKey
  readonly candles: IndexCandles
  /** Real time of the last good tick. */
  lastTickAt: Instant | null
}

/**
 * The engine's view of the market: guarded ticks, final one-minute candles in order, market time. Each complete candle is emitted once;
 * those that the stream cannot prove complete come from the market's history.
 */
export class MarketData {
  readonly #parts: MarketDataParts
  readonly #time: MarketTime
  readonly #feedWatch: FeedWatch
  readonly #guard = new TickGuard((tick, reason) => this.#dropped(tick, reason))
  readonly #indices = new Map<string, Index>()
  readonly #options = new OptionCandles((symbol, candle) => {
    for (const listener of this.#optionListeners) listener(symbol, candle)
  })
  readonly #contracts: ContractWatch
  readonly #late: LateCandles
  readonly #candleListeners = new Set<CandleListener>()
  readonly #lateListeners = new Set<LateCandleListener>()
  readonly #optionListeners = new Set<OptionCandleListener>()
  readonly #tickListeners = new Set<(tick: Tick) => void>()
  readonly #stopListening: (() => void)[] = []
  #strayTicks = 0
  #candlesOutside = 0
  #heardAt: Instant = 0
  #beat: NodeJS.Timeout | undefined

  constructor(parts: MarketDataParts) {
    this.#parts = parts
    const { broker, log } = parts
    this.#time = new MarketTime(broker, parts.now, parts.rules, log)
    const quotes = (keys: readonly InstrumentKey[]) => broker.quotes(keys)
    this.#feedWatch = new FeedWatch({ feed: broker.feed, quotes, onSilent: (keys) => this.#breakCandles(keys), log })
    this.#contracts = new ContractWatch({
      feed: broker.feed,
      feedWatch: this.#feedWatch,
      options: this.#options,
      guard: this.#guard,
      now: parts.now,
    })
    this.#late = new LateCandles({
      history: (index, from, to) => broker.minuteCandles(INDICES[index], from, to),
      marketNow: () => this.marketNow(),
      emit: (index, candles) => {
        for (const listener of this.#lateListeners) listener(index, candles)
      },
      log,
    })
    for (const symbol of parts.symbols) {
      const { exchange, token } = INDICES[symbol]
      const key = { exchange, token }
      this.#indices.set(instrumentId(key), {
        symbol,
        key,
        candles: this.#candlesOf(symbol, key),
        lastTickAt: null,
      })
    }
  }

  /**
   * Backfills each index after its last stored candle (five sessions when there is none; at most 2,500 candles of the last 14 days), then
   * follows the stream. Resolves when the backfill is emitted; rejects with a BrokerError when the market's clock cannot be read.
   */
  async start(lastStored: ReadonlyMap<IndexSymbol, Instant>): Promise<void> {
    const { broker, now } = this.#parts
    await this.#time.start()
    this.#heardAt = now()
    for (const { key, symbol } of this.#indices.values()) this.#feedWatch.follow(key, 'index', symbol, now())
    this.#stopListening.push(
      broker.feed.onTick((tick) => this.#take(tick)),
      broker.feed.onState(() => (this.#heardAt = now())),
      broker.feed.onBreak((keys) => this.#interrupt(keys)),
    )
    broker.feed.subscribe(
      [...this.#indices.values()].map(({ key }) => key),
      'ltp',
      'first',
    )
    this.#beat = setInterval(() => this.#onBeat(), BEAT_MS)
    const until = bucketStart(this.marketNow(), 1)
    await Promise.all(
      [...this.#indices.values()].map(({ symbol, candles }) => {
        const last = lastStored.get(symbol)
        const from = Math.max(until - BACKFILL_SPAN, last === undefined ? -Infinity : last + MINUTE)
        return candles.start(from, until, last === undefined ? latestSessions : latestCandles)
      }),
    )
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#time.stop()
    for (const stop of this.#stopListening.splice(0)) stop()
    for (const { candles } of this.#indices.values()) candles.stop()
    this.#late.stop()
  }

  /** Listeners must not throw. Each of these returns its unsubscribe function. */
  onCandle(listener: CandleListener): () => void {
    this.#candleListeners.add(listener)
    return () => this.#candleListeners.delete(listener)
  }

  /** Candles that the market's history had only after later ones were emitted. */
  onLateCandles(listener: LateCandleListener): () => void {
    this.#lateListeners.add(listener)
    return () => this.#lateListeners.delete(listener)
  }

  /** One-minute candles of watched options, for minutes watched as a whole. */
  onOptionCandle(listener: OptionCandleListener): () => void {
    this.#optionListeners.add(listener)
    return () => this.#optionListeners.delete(listener)
  }

  /** Every tick that passed the guard, of indices and watched contracts; a candle that it completes is emitted first. */
  onTick(listener: (tick: Tick) => void): () => void {
    this.#tickListeners.add(listener)
    return () => this.#tickListeners.delete(listener)
  }

  onState(listener: (state: FeedState) => void): () => void {
    return this.#parts.broker.feed.onState(listener)
  }

  /** Called when the market's clock changes: a new session, another speed. */
  onClock(listener: (clock: MarketClock) => void): () => void {
    return this.#time.onChange(listener)
  }

  get clock(): MarketClock {
    return this.#time.clock
  }

  marketNow(): Instant {
    return this.#time.now()
  }

  /** Real time of the index's last good tick, less its delay; null before the first. */
  lastIndexTickAt(symbol: IndexSymbol): Instant | null {
    const { exchange, token } = INDICES[symbol]
    return this.#indices.get(instrumentId({ exchange, token }))?.lastTickAt ?? null
  }

  /** The same for the index that ticked last. */
  get lastTickAt(): Instant | null {
    const times = this.#parts.symbols.flatMap((symbol) => this.lastIndexTickAt(symbol) ?? [])
    return times.length === 0 ? null : Math.max(...times)
  }

  /**
   * Ticks dropped so far, by reason: `stray` were not subscribed to, `afterClose` came when the clock had closed their minute,
   * `outsideSession` fell before the open or after the close and become no candle.
   */
  get drops(): Readonly<Record<TickDrop | 'stray' | 'afterClose' | 'outsideSession', number>> {
    let [afterClose, outsideSession] = [0, 0]
    for (const { candles } of this.#indices.values()) {
      afterClose += candles.lateTicks
      outsideSession += candles.outsideTicks
    }
    return { ...this.#guard.drops, stray: this.#strayTicks, afterClose, outsideSession }
  }

  /** Candles of the broker's history dropped for lying outside the session. */
  get candlesOutside(): number {
    return this.#candlesOutside
  }

  /** See ContractWatch. */
  watch(keys: readonly OptionKey[], rank: FeedRank): void {
    this.#contracts.watch(keys, rank)
  }

  unwatch(keys: readonly InstrumentKey[], rank: FeedRank): void {
    this.#contracts.unwatch(keys, rank)
  }

  /** Why nothing of a contract comes: the broker's feed has too few places; null: it has one for it. */
  shortageOf(key: InstrumentKey): FeedShortage | null {
    const { unserved, wanted, places } = this.#parts.broker.feed.load
    return unserved.has(instrumentId(key)) ? { wanted, places } : null
  }

  /** What of the feed does not come, in sentences: what has no place on it, and what is mute beside others. */
  get feedFaults(): readonly string[] {
    const { unserved, wanted, places } = this.#parts.broker.feed.load
    const full = `${unserved.size} of ${wanted} prices have no place on the broker’s feed, which has ${places}: nothing is opened in those contracts`
    return [...(unserved.size > 0 ? [full] : []), ...this.#feedWatch.muteAt(this.#parts.now())]
  }

  /** How many prices are missing, by why. */
  get missing(): Readonly<Record<'no_place' | 'index_mute' | 'leg_mute', number>> {
    const { unserved } = this.#parts.broker.feed.load
    return { no_place: unserved.size, index_mute: this.#feedWatch.muteOf('index'), leg_mute: this.#feedWatch.muteOf('leg') }
  }

  #candlesOf(symbol: IndexSymbol, key: InstrumentKey): IndexCandles {
    const { broker, log } = this.#parts
    return new IndexCandles({
      history: (from, to) => broker.minuteCandles(key, from, to),
      isSessionMinute: (minute) => this.#time.isSessionMinute(minute),
      mayHaveCandle: (minute) => this.#time.mayHaveCandle(minute),
      onOutside: (candles) => (this.#candlesOutside += candles),
      emit: (candle) => {
        for (const listener of this.#candleListeners) listener(symbol, candle)
      },
      onGap: (minutes) => {
        log.warn({ symbol, first: minutes[0], count: minutes.length }, 'the market has no candle of these minutes yet: it is asked again')
        this.#late.expect(symbol, minutes)
      },
      onError: (error) => log.warn({ symbol, reason: error.message }, 'candle history not read'),
    })
  }

  #take(tick: Tick): void {
    this.#heardAt = this.#parts.now()
    this.#feedWatch.heard(tick, this.#heardAt)
    const id = instrumentId(tick)
    const index = this.#indices.get(id)
    if (!index && !this.#contracts.has(id)) {
      this.#strayTicks++
      return
    }
    const latest = this.marketNow() + CLOCK_TOLERANCE_MS * this.#time.speed
    for (const good of this.#guard.accept(tick, latest, index !== undefined)) {
      if (index) this.#build(index, good)
      else this.#options.add(good, this.marketNow())
      for (const listener of this.#tickListeners) listener(good)
    }
  }

  #build(index: Index, tick: Tick): void {
    // A late tick says what the price was, not what it is.
    const late = Math.max(0, this.marketNow() - tick.at) / this.#time.speed
    index.lastTickAt = this.#parts.now() - late
    index.candles.add(tick, this.marketNow())
  }

  #dropped(tick: Tick, reason: TickDrop): void {
    this.#indices.get(instrumentId(tick))?.candles.dropped(tick, reason)
    this.#options.dropped(tick, reason)
    if (reason === 'future') void this.#time.refresh()
  }

  #interrupt(keys: readonly InstrumentKey[]): void {
    this.#breakCandles(keys)
    this.#feedWatch.reconnected(keys, this.#parts.now())
  }

  /** Ticks of these may be missing. */
  #breakCandles(keys: readonly InstrumentKey[]): void {
    for (const key of keys) this.#indices.get(instrumentId(key))?.candles.interrupt()
    this.#options.interrupt(keys)
  }

  #onBeat(): void {
    const over = bucketStart(this.#time.now(CLOSE_GRACE_MS), 1)
    for (const { candles } of this.#indices.values()) candles.closeBefore(over)
    this.#watchFeed()
  }

  /** All that is silent is another matter than one that is silent beside others. */
  #watchFeed(): void {
    const { feed } = this.#parts.broker
    const now = this.#parts.now()
    const isOpen = this.#time.isSessionMinute(bucketStart(this.marketNow(), 1))
    if (!isOpen) this.#feedWatch.pause(now)
    else if (feed.state.kind !== 'connected') this.#feedWatch.hold(now)
    if (!isOpen || feed.state.kind !== 'connected') this.#heardAt = now
    else if (now - this.#heardAt > LONGEST_SILENCE_MS) feed.restart(`no tick for ${LONGEST_SILENCE_MS / SECOND} s in a session`)
    else this.#feedWatch.look(now, (key) => this.shortageOf(key) === null)
  }
}

function latestCandles(candles: readonly Candle[]): readonly Candle[] {
  return candles.slice(-BACKFILL_CANDLES)
}

function latestSessions(candles: readonly Candle[]): readonly Candle[] {
  const first = [...new Set(candles.map(({ time }) => istDate(time)))].slice(-BACKFILL_SESSIONS)[0]
  return latestCandles(candles.filter(({ time }) => first !== undefined && istDate(time) >= first))
}
