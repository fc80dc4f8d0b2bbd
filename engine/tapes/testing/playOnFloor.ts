import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { foldColumns, INTERVAL_MINUTES, sliceColumns } from '../../../schema/market/candles.ts'
import { istIso, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { evaluate, sideOf } from '../../analysis/rules/evaluate.ts'
import { Series } from '../../analysis/rules/Series.ts'
import { columnPrice } from '../../backtest/history/BacktestMarket.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import { LATENCY_MS, PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { ExecutionPort, OptionContract, Tick } from '../../broker/port.ts'
import { CandleBook } from '../../market/CandleBook.ts'
import { Lanes } from '../../trading/floor/Lanes.ts'
import { ActiveStrategies, type StoredStrategy } from '../../trading/signals/ActiveStrategies.ts'
import type { Evaluator } from '../../trading/signals/SignalDesk.ts'
import { TradingFloor, type FloorPorts } from '../../trading/floor/TradingFloor.ts'
import { FRESH_QUOTES } from '../../trading/testing/freshQuotes.ts'
import type { Tape } from './tape.ts'

const WAITS = { patience: 30 * SECOND, entryLife: MINUTE, repriceAfter: 3 * SECOND, candleLife: 2 * MINUTE }
/** When quotes come in a minute: as often as fills cause fills, and shortly before the next, so that decisions then have prices. */
const QUOTED_AT = [...Array.from({ length: 5 }, (_, i) => (i + 1) * LATENCY_MS), MINUTE - SECOND / 2]
/** In a minute in which nothing moves and no order is under way. */
const QUIET = [LATENCY_MS, MINUTE - SECOND / 2]
/** Between two looks at a wire: milliseconds that pass, and by how many market time advances. */
const WIRE = { realMs: 4, marketMs: 100 }
/** Market milliseconds of a minute within which the wire must finish all that is under way. */
const WIRE_WITHIN = MINUTE - 2 * SECOND

export interface TapeFloorParts {
  readonly records: FloorPorts['records'] & { ping(): Promise<void>; tradedStrategies(): Promise<readonly StoredStrategy[]> }
  /** Whether quotes have a depth at the last price on both sides; else they have none, and fills pay half a modelled spread. */
  readonly depth: boolean
  /** A broker beside the one on paper; else there is none. */
  readonly live?: LiveSide
}

export interface LiveSide {
  /** The port of both. */
  readonly portOf: (paper: PaperBroker) => ExecutionPort
  /** Trades what waits at its exchange at a price of the tape. */
  readonly onQuote: (tick: Tick) => void
}

/**
 * Lets a tape pass over a trading floor with a paper broker, as the engine has it, on records of any kind. With a live side, time advances
 * while prices stand still until all orders of a price have ended; rejects if they have not within its minute.
 */
export async function playOnFloor(tape: Tape, { records, depth, live }: TapeFloorParts): Promise<void> {
  const { market, contracts, first } = tape
  const { minutes, rules } = market
  const log = pino({ level: 'silent' })
  const { session } = market.days.at(-1)!
  const start: Instant = minutes.time[first]!
  // Cached: it is needed with every quote.
  const view = {
    ...{ real: start, now: start, session, contracts, dayCovered: true },
    ...{ pausedOn: () => null, shortageOf: () => null },
  }
  const moveTo = (now: Instant) => {
    view.real = view.now = now
    floor.onTime()
  }
  const book = CandleBook.create({ symbols: ['NIFTY'], capacity: minutes.time.length })
  book.extend('NIFTY', sliceColumns(minutes, 0, first))
  const paper = new PaperBroker(() => rules, start, WAITS.patience)
  const lanes = new Lanes({ ping: () => records.ping(), log })
  const watched = new Watched()
  const floor: TradingFloor = new TradingFloor({
    ...{ records, lanes, paper, broker: live?.portOf(paper) ?? paper, quotes: watched, exitQuotes: FRESH_QUOTES, log },
    strategies: new ActiveStrategies(() => records.tradedStrategies(), log),
    evaluator: evaluatorOver(book),
    candles: {
      save: async () => undefined,
      append: (symbol, candle) => book.append(symbol, candle),
      insert: (symbol, candle) => book.insert(symbol, candle),
    },
    symbolOf: () => null,
    indexHistory: async () => [],
    rules: () => rules,
    market: () => view,
    waits: () => WAITS,
  })
  lanes.reconcileBy(() => floor.reconcile())
  const settled = async () => {
    await lanes.close()
    await new Promise((resolve) => setImmediate(resolve))
    await lanes.close()
  }
  const quote = async (minute: number) => {
    for (const contract of watched.contracts) {
      const tick = quoteAt(tape, contract, minute, view.now, depth)
      if (!tick) continue
      live?.onQuote(tick)
      floor.onTick(tick)
    }
    await settled()
  }
  const wireQuiet = async (minute: number) => {
    const until = minutes.time[minute]! + WIRE_WITHIN
    while (floor.counts.open_orders > 0) {
      if (view.now >= until) throw new Error(`${floor.counts.open_orders} orders are still under way at ${istIso(view.now)}`)
      moveTo(view.now + WIRE.marketMs)
      await quote(minute)
      await sleep(WIRE.realMs)
    }
  }
  await floor.resume()
  for (let minute = first; minute < minutes.time.length; minute++) {
    moveTo(minutes.time[minute]!)
    if (minute > first) floor.onCandle('NIFTY', candleAt(tape, minute - 1))
    await settled()
    const isQuiet = floor.counts.open_orders === 0 && !tape.steps.has(minute)
    for (const offset of isQuiet ? QUIET : QUOTED_AT) {
      moveTo(Math.max(minutes.time[minute]! + offset, view.now + LATENCY_MS))
      await quote(minute)
      if (live) await wireQuiet(minute)
    }
  }
}

/** The contracts whose quotes the floor subscribes to. */
class Watched {
  readonly #counts = new Map<string, { readonly contract: OptionContract; count: number }>()

  get contracts(): readonly OptionContract[] {
    return [...this.#counts.values()].map(({ contract }) => contract)
  }

  watch(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const watched = this.#counts.get(instrumentId(contract))
      if (watched) watched.count++
      else this.#counts.set(instrumentId(contract), { contract, count: 1 })
    }
  }

  unwatch(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const watched = this.#counts.get(instrumentId(contract))!
      if (--watched.count === 0) this.#counts.delete(instrumentId(contract))
    }
  }
}

function candleAt({ market: { minutes } }: Tape, minute: number) {
  const { time, open, high, low, close, volume } = minutes
  return {
    time: time[minute]!,
    open: columnPrice(open, minute),
    high: columnPrice(high, minute),
    low: columnPrice(low, minute),
    close: columnPrice(close, minute),
    volume: volume[minute]!,
  }
}

function quoteAt(tape: Tape, { exchange, token, tradingSymbol }: OptionContract, minute: number, at: Instant, depth: boolean): Tick | null {
  const candles = tape.candles.get(tradingSymbol)
  if (!candles) return null
  const lastPrice = columnPrice(candles.close, minute - tape.first)
  const touch = depth ? lastPrice : null
  const units = depth ? 1_000_000 : 0
  return { exchange, token, at, lastPrice, bid: touch, ask: touch, bidQuantity: units, askQuantity: units }
}

/** Evaluates at once, over all candles there are. */
function evaluatorOver(book: CandleBook): Evaluator {
  return {
    evaluateLast: async ({ symbol, interval, strategies }) => {
      const series = new Series(foldColumns(book.columns(symbol), INTERVAL_MINUTES[interval]), interval)
      const signals = strategies.flatMap(({ id: strategyId, version, rules }) => {
        const last = evaluate(rules, series).at(-1)
        return last ? { strategyId, version, side: sideOf(last) } : []
      })
      return { signals, faults: [], unreached: [] }
    },
  }
}
