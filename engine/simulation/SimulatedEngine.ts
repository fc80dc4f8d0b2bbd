import { pino } from 'pino'
import { bucketStart, INTERVAL_MINUTES, foldColumns } from '../../schema/market/candles.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { evaluate, sideOf } from '../analysis/rules/evaluate.ts'
import { Series } from '../analysis/rules/Series.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import { PaperBroker } from '../broker/paper/PaperBroker.ts'
import type { OptionContract, Tick } from '../broker/port.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { IndexCandles } from '../market/IndexCandles.ts'
import { TickGuard } from '../market/TickGuard.ts'
import { pausedBy } from '../trading/risk/pausedBy.ts'
import { ClockWatch } from '../schedule/ClockWatch.ts'
import { Lanes } from '../trading/floor/Lanes.ts'
import { ActiveStrategies } from '../trading/signals/ActiveStrategies.ts'
import { LiveExitQuotes } from '../trading/orders/LiveExitQuotes.ts'
import { DailyLossWatch } from '../trading/risk/DailyLossWatch.ts'
import type { Evaluator } from '../trading/signals/SignalDesk.ts'
import { TradingFloor, type FloorWaits } from '../trading/floor/TradingFloor.ts'
import type { SeededRandom } from '../../schema/SeededRandom.ts'
import type { RecordsConnection } from './RecordsConnection.ts'
import type { Faults } from './Faults.ts'
import type { SendingLaws } from './SendingLaws.ts'
import type { SimulatedExchange } from './SimulatedExchange.ts'
import { UnreliableBroker } from './UnreliableBroker.ts'
import type { VirtualClock } from './VirtualClock.ts'

const WAITS: FloorWaits = { patience: 30 * SECOND, entryLife: MINUTE, repriceAfter: 3 * SECOND, candleLife: 2 * MINUTE }
/** How far ahead of the clock a time stamp may be. */
const CLOCK_TOLERANCE = 2 * SECOND
/** After a minute's end, before the clock alone closes it. */
const CLOSE_GRACE = 2 * SECOND
const CANDLES_KEPT = 60

export interface SimulatedEngineParts {
  readonly rules: MarketRules
  readonly exchange: SimulatedExchange
  readonly connection: RecordsConnection
  readonly faults: Faults
  readonly random: SeededRandom
  readonly clock: VirtualClock
  /** How far the machine's clock is from the truth. */
  readonly clockError: () => number
  readonly sending: SendingLaws
}

/**
 * One life of an engine process, put together as engine/app/parts.ts does it, on the same trading floor. In place of sockets, timers and
 * tables it has a feed that is pushed in, a virtual clock, and a connection to the simulated records.
 */
export class SimulatedEngine {
  readonly #parts: SimulatedEngineParts
  readonly #watched = new Map<string, { readonly contract: OptionContract; count: number }>()
  readonly #paper: PaperBroker
  readonly #broker: UnreliableBroker
  readonly #floor: TradingFloor
  readonly #dailyLoss: DailyLossWatch
  readonly #candles: IndexCandles
  readonly #guard = new TickGuard((tick, reason) => this.#candles.dropped(tick, reason))
  readonly #clockWatch: ClockWatch
  #lastIndexTickAt: Instant | null = null
  #hasResumed = false

  constructor(parts: SimulatedEngineParts) {
    this.#parts = parts
    const { rules, exchange, connection, faults, random, clock, sending } = parts
    const { index, contracts } = exchange
    const log = pino({ level: 'silent' })
    const now = () => this.#now()
    const today = this.#session()
    this.#clockWatch = new ClockWatch({ wall: now, monotonic: () => clock.now })
    this.#paper = new PaperBroker(() => rules, now(), WAITS.patience)
    this.#broker = new UnreliableBroker(this.#paper, faults, random, now(), (order, isTaken) => sending.onPlaced(order, isTaken))
    this.#paper.onUpdate((update) => sending.onBrokerUpdate(update))
    const book = CandleBook.create({ symbols: [index], capacity: CANDLES_KEPT })
    const lanes = new Lanes({ ping: () => connection.ping(), pause: (ms) => clock.sleep(ms), log })
    const strategies = new ActiveStrategies(() => connection.tradedStrategies(), log)
    this.#floor = new TradingFloor({
      ...{
        records: { trades: connection, decisions: connection },
        lanes,
        strategies,
        evaluator: evaluatorOver(book, faults),
        rules: () => rules,
        log,
      },
      ...{ paper: this.#paper, broker: this.#broker },
      candles: {
        save: async () => undefined,
        append: (symbol, candle) => book.append(symbol, candle),
        insert: (symbol, candle) => book.insert(symbol, candle),
      },
      quotes: { watch: (all) => this.#watch(all), unwatch: (all) => this.#unwatch(all) },
      exitQuotes: new LiveExitQuotes({ fetch: async () => [], log }, now()),
      symbolOf: () => null,
      indexHistory: async (_index, from, to) => exchange.history(from, to),
      market: () => ({
        // Asked at each tick: a spread would make it a fifth of a simulated day.
        real: now(),
        now: now(),
        session: this.#session(),
        dayCovered: true,
        contracts,
        pausedOn: () =>
          pausedBy({
            feedAgeMs: this.#lastIndexTickAt === null ? null : now() - this.#lastIndexTickAt,
            clockSteppedMsAgo: this.#clockWatch.steppedMsAgo(),
            newerGateway: null,
          }),
        shortageOf: () => null,
      }),
      waits: () => WAITS,
    })
    lanes.reconcileBy(() => this.#floor.reconcile())
    this.#dailyLoss = new DailyLossWatch({
      records: {
        dailyLosses: (at) => connection.dailyLosses(at),
        // The exits it requests are published with the commit, whether or not the answer arrives.
        stopForToday: (userId, mode, loss, at) => connection.stopForToday(userId, mode, loss, at).finally(() => this.#floor.obey()),
      },
      openLossOf: (userId, among) => this.#floor.openLossOf(userId, among),
      tradesSeen: () => this.#floor.counts.trades_opened + this.#floor.counts.trades_closed,
      log,
    })
    const isSessionMinute = (minute: Instant) => today !== null && minute >= today.open && minute < today.close
    this.#candles = new IndexCandles({
      history: async (from, to) => exchange.history(from, Math.min(to, bucketStart(clock.now, 1))),
      isSessionMinute,
      mayHaveCandle: isSessionMinute,
      onOutside: () => undefined,
      emit: (candle) => this.#floor.onCandle(index, candle),
      onGap: () => undefined,
      onError: (error) => {
        throw error
      },
      pause: (ms) => clock.sleep(ms),
    })
  }

  /** The contracts whose quotes it subscribes to. */
  get watched(): readonly OptionContract[] {
    return [...this.#watched.values()].map(({ contract }) => contract)
  }

  /** Whether it has read the books: its feed is connected after that. */
  get hasResumed(): boolean {
    return this.#hasResumed
  }

  /** Loads the books' state, and the day's candles so far. */
  async start(open: Instant): Promise<void> {
    try {
      await this.#floor.resume()
    } catch {
      // As a start that waits for its database: again, until there is one.
      await this.#parts.clock.sleep(SECOND)
      return this.start(open)
    }
    this.#hasResumed = true
    await this.#candles.start(open, Math.max(open, bucketStart(this.#now(), 1)), (candles) => candles)
  }

  /** The process is gone: none of it still runs. */
  end(): void {
    this.#candles.stop()
  }

  onTick(tick: Tick): void {
    const isIndex = tick.exchange === 'NSE'
    if (!isIndex && !this.#watched.has(instrumentId(tick))) return
    for (const good of this.#guard.accept(tick, this.#now() + CLOCK_TOLERANCE, isIndex)) {
      if (isIndex) {
        this.#lastIndexTickAt = Math.min(this.#now(), good.at)
        this.#candles.add(good, this.#now())
      }
      this.#floor.onTick(good)
    }
  }

  onFeedBroken(): void {
    this.#candles.interrupt()
  }

  onBeat(): void {
    const now = this.#now()
    this.#parts.sending.onBeat()
    this.#clockWatch.steppedMsAgo()
    this.#broker.onTime(now)
    this.#floor.onTime()
    void this.#dailyLoss.onTime(now)
    void this.#floor.settleExpired()
    this.#candles.closeBefore(bucketStart(now - CLOSE_GRACE, 1))
  }

  /** People have pulled or lifted a kill switch, or requested exits. */
  obey(): void {
    this.#floor.obey()
  }

  /** Of the day by the machine's clock. */
  #session(): Session | null {
    return this.#parts.rules.sessionOf(istDate(this.#now()))
  }

  #now(): Instant {
    return this.#parts.clock.now + this.#parts.clockError()
  }

  #watch(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const watched = this.#watched.get(instrumentId(contract))
      if (watched) watched.count++
      else this.#watched.set(instrumentId(contract), { contract, count: 1 })
    }
  }

  #unwatch(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const watched = this.#watched.get(instrumentId(contract))
      if (!watched) throw new RangeError(`${contract.tradingSymbol} was not watched`)
      if (--watched.count > 0) continue
      this.#watched.delete(instrumentId(contract))
      this.#guard.forget(contract)
    }
  }
}

/** How often a strategy that has run away signals at once. */
const RUNAWAY_SIGNALS = 1_000

/** Evaluates at once, in the simulation's own thread. */
function evaluatorOver(book: CandleBook, faults: Faults): Evaluator {
  return {
    evaluateLast: async ({ symbol, interval, strategies }) => {
      const series = new Series(foldColumns(book.columns(symbol), INTERVAL_MINUTES[interval]), interval)
      const signals = strategies.flatMap(({ id: strategyId, version, rules }) => {
        const last = evaluate(rules, series).at(-1)
        if (!last) return []
        const signal = { strategyId, version, side: sideOf(last) }
        return faults.fires('strategy runs away') ? Array.from({ length: RUNAWAY_SIGNALS }, () => signal) : signal
      })
      return { signals, faults: [], unreached: [] }
    },
  }
}
