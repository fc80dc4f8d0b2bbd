import type { Paise } from '../../../schema/money.ts'
import type { Instant, IsoDate } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { Levels } from '../../trading/positions/legs.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { PriceSource } from '../premiums/Premiums.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/** What the rules said on a closed bar. */
export interface BacktestSignal {
  readonly side: SignalSide
  /** Start of the bar. */
  readonly candleTime: Instant
  /** Index close of the bar. */
  readonly indexPrice: Paise
}

/** A trade as it was entered. All times are market time. */
export interface BacktestEntry extends BacktestSignal {
  /** Null: the index itself, or a position of legs. */
  readonly contract: OptionContract | null
  /** The trading symbol of the option, or those of a position's legs as they were first opened; null: the index itself. */
  readonly option: string | null
  /** Of several legs the one that rests on the record least. */
  readonly source: PriceSource
  /** Units; of a position those of all legs as they were first opened. */
  readonly quantity: number
  readonly entryTime: Instant
  /** Null of a position: its legs have theirs. */
  readonly entryPrice: Paise | null
}

/** A leg of a position: opened once, closed once. All times are market time. */
export interface BacktestLeg {
  readonly contract: OptionContract
  readonly side: OrderSide
  readonly source: PriceSource
  /** Units. */
  readonly quantity: number
  readonly entryTime: Instant
  readonly entryPrice: Paise
  readonly exitTime: Instant
  readonly exitPrice: Paise
  readonly exitReason: ExitReason
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
}

/** Those of a trade that is no position. */
export const NO_LEGS: readonly BacktestLeg[] = []

export interface BacktestTrade extends BacktestEntry {
  /** Of a position that of the leg closed last. Start of the minute of the exit when a clock or a signal closed it, its end when a level was reached within it or the day's candles ended. */
  readonly exitTime: Instant
  /** Null of a position. */
  readonly exitPrice: Paise | null
  readonly exitReason: ExitReason
  /** The levels at the end; null where there are none: on the index and of a position. */
  readonly levels: Levels | null
  /**
   * The lowest and the highest premium it was watched at, of a position the lowest and the highest gross P&L; null on the index, whose
   * minutes are kept and say it when somebody asks.
   */
  readonly extremes: { readonly lowest: Paise; readonly highest: Paise } | null
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
  /** Of a position every leg there was, the first one opened first; else empty. */
  readonly legs: readonly BacktestLeg[]
}

/** A signal that was not taken. */
export interface BacktestDenial extends BacktestSignal {
  readonly denial: Denial
}

/** Everything a backtest did. */
export interface BacktestResult {
  /** On bars within the days traded, taken or not. */
  readonly signals: number
  /** Closed trades by the time of their exit; those of the index are made when they are first asked for. */
  readonly trades: readonly BacktestTrade[]
  readonly denials: readonly BacktestDenial[]
  /** What the end of the history found open; in none of the figures. */
  readonly stillOpen: readonly BacktestEntry[]
  /** What the option model was given, by the signals it priced an option for; empty when it priced none. */
  readonly levels: readonly ModelledLevel[]
}

/** A level of volatility and the day that it was taken on. */
export interface ModelledLevel extends VolatilityLevel {
  readonly date: IsoDate
}
