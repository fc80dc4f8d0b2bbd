import { foldColumns, INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { MarketRules, type Session } from '../../../schema/market/MarketRules.ts'
import type { MarketTables } from '../../../schema/market/MarketTables.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, istDate, istInstant, type Instant, type IsoDate } from '../../../schema/time.ts'
import { ColumnPool } from '../../analysis/rules/ColumnPool.ts'
import { Series } from '../../analysis/rules/Series.ts'
import { firstAtOrAfter } from './firstAtOrAfter.ts'
import type { VixCloses } from './vixLevel.ts'

/** What a signal trades: options, or the index itself, free of charge and in points, to see what the signals alone are worth. */
export type Traded = { readonly kind: 'INDEX' } | OptionsTraded

export interface OptionsTraded {
  readonly kind: 'OPTIONS'
  /**
   * The option model's volatility at the money, a fraction per trading year, for contracts without stored candles. A number holds on
   * every day; with closes of India VIX, however few, each day has its own: implied by recorded options, else by India VIX.
   */
  readonly volatility: number | VixCloses
  /** Stored one-minute candles by trading symbol; premiums in rupees. */
  readonly candles: ReadonlyMap<string, CandleColumns>
}

/** The history a backtest runs over: plain data. Sent to a worker, columns in shared memory are not copied. */
export interface History {
  readonly index: IndexSymbol
  /** One-minute candles of the index, oldest first, at least one. */
  readonly minutes: CandleColumns
  readonly tables: MarketTables
  readonly traded: Traded
}

/** A day with candles. */
export interface HistoryDay {
  readonly date: IsoDate
  /** In India. */
  readonly midnight: Instant
  readonly session: Session
  /** The session by the dated rules, for trades in no contract that expires on the day. */
  readonly cutoffs: { entriesEndAt(): Instant; squareOffAt(): Instant }
  /** Units by the day's rule. */
  readonly lot: number
  /** Positions of its first minute and of the first minute after it. */
  readonly first: number
  readonly end: number
}

/** A history with what every backtest over it needs, computed once. */
export class BacktestMarket {
  readonly index: IndexSymbol
  readonly minutes: CandleColumns
  readonly rules: MarketRules
  readonly traded: Traded
  /** Oldest first. */
  readonly days: readonly HistoryDay[]
  readonly #bars = new Map<Interval, CandleColumns>()
  readonly #columns = new ColumnPool()

  constructor({ index, minutes, tables, traded }: History) {
    this.index = index
    this.minutes = minutes
    this.rules = new MarketRules(tables)
    this.traded = traded
    this.days = daysOf(minutes.time, index, this.rules)
  }

  /** The candles folded to an interval. */
  bars(interval: Interval): CandleColumns {
    let bars = this.#bars.get(interval)
    if (!bars) this.#bars.set(interval, (bars = foldColumns(this.minutes, INTERVAL_MINUTES[interval])))
    return bars
  }

  /** The same for indicators. Its columns are valid until the next series is requested. */
  series(interval: Interval): Series {
    this.#columns.reset()
    return new Series(this.bars(interval), interval, this.#columns)
  }
}

/** A price of a candle column, which is in rupees. */
export function columnPrice(column: Float64Array, position: number): Paise {
  return paise(Math.round(column[position]! * 100))
}

function daysOf(time: Float64Array, index: IndexSymbol, rules: MarketRules): HistoryDay[] {
  const days: HistoryDay[] = []
  for (let first = 0, end: number; first < time.length; first = end) {
    const date = istDate(time[first]!)
    const midnight = istInstant(date, 0)
    end = firstAtOrAfter(time, midnight + DAY, first)
    const session = rules.sessionHours(date)
    const [entriesEnd, squareOff] = [rules.entriesEndAt(session, null, 'PAPER'), rules.squareOffAt(session, null, 'PAPER')]
    const cutoffs = { entriesEndAt: () => entriesEnd, squareOffAt: () => squareOff }
    days.push({ date, midnight, session, cutoffs, lot: rules.lotFor(index, date), first, end })
  }
  return days
}
