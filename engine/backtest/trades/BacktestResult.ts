import type { Paise } from '../../../schema/money.ts'
import type { Instant, IsoDate } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { Levels } from '../../../schema/trading/levelsFor.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { PriceSource } from '../premiums/Premiums.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/** A signal of the rules on a closed bar. */
export interface BacktestSignal {
  readonly side: SignalSide
  /** Start of the bar. */
  readonly candleTime: Instant
  /** Index close of the bar. */
  readonly indexPrice: Paise
}

/** A trade's entry. All times are market time. */
export interface BacktestEntry extends BacktestSignal {
  /** Null: the index itself, or a position of legs. */
  readonly contract: OptionContract | null
  /** The trading symbol of the option, or of each position leg as first opened; null: the index itself. */
  readonly option: string | null
  /** With several legs, the source least based on records. */
  readonly source: PriceSource
  /** Units; for a position the sum over its legs as first opened. */
  readonly quantity: number
  readonly entryTime: Instant
  /** Null for a position: its legs have theirs. */
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

/** Only of a trade that is no position. */
export const NO_LEGS: readonly BacktestLeg[] = []

export interface BacktestTrade extends BacktestEntry {
  /**
   * For a position, of the leg closed last. Start of the exit's minute when a clock or a signal closed it, its end when a level was
   * reached within it or the day's candles ended.
   */
  readonly exitTime: Instant
  /** Null for a position. */
  readonly exitPrice: Paise | null
  readonly exitReason: ExitReason
  /** The levels at the end; null without any: on the index and for a position. */
  readonly levels: Levels | null
  /**
   * The lowest and the highest premium it was watched at, for a position gross P&L; null on the index, whose minutes are kept and give them
   * on demand.
   */
  readonly extremes: { readonly lowest: Paise; readonly highest: Paise } | null
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
  /** For a position every leg ever opened, oldest first; else empty. */
  readonly legs: readonly BacktestLeg[]
}

/** A signal not taken. */
export interface BacktestDenial extends BacktestSignal {
  readonly denial: Denial
}

/** The result of a backtest. */
export interface BacktestResult {
  /** On bars within the traded days, taken or not. */
  readonly signals: number
  /** Closed trades by the time of their exit; index trades are created on first access. */
  readonly trades: readonly BacktestTrade[]
  readonly denials: readonly BacktestDenial[]
  /** Still open at the end of the history; in none of the figures. */
  readonly stillOpen: readonly BacktestEntry[]
  /**
   * What the option model assumed, each level once a day, where it priced options to choose from, or one that was traded, be it after its
   * last record; empty when it priced none.
   */
  readonly levels: readonly ModelledLevel[]
}

/** A volatility level and its day. */
export interface ModelledLevel extends VolatilityLevel {
  readonly date: IsoDate
}
