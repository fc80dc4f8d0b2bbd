import type { Paise } from '../../schema/money.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'
import type { Denial } from '../../schema/trading/denials.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import type { OptionContract } from '../broker/port.ts'
import type { SignalSide } from '../trading/orders.ts'
import type { VolatilityLevel } from './volatility/VolatilityLevels.ts'

/**
 * Where the prices of a trade come from: stored candles of its option, such candles and from their end on the option model anchored to the
 * last of them, the option model alone, or the index itself was traded.
 */
export type PriceSource = 'CANDLES' | 'ANCHORED' | 'MODEL' | 'INDEX'

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
  /** Null: the index itself. */
  readonly contract: OptionContract | null
  readonly source: PriceSource
  /** Units. */
  readonly quantity: number
  readonly entryTime: Instant
  readonly entryPrice: Paise
}

export interface BacktestTrade extends BacktestEntry {
  /** Start of the minute of the exit when a clock or a signal closed it, its end when a level was reached within it or the day's candles ended. */
  readonly exitTime: Instant
  readonly exitPrice: Paise
  readonly exitReason: ExitReason
  /** The levels at the end; null where there are none: on the index. */
  readonly levels: { readonly target: Paise; readonly stop: Paise } | null
  /** The lowest and the highest premium it was watched at; null on the index, whose minutes are kept and say it when somebody asks. */
  readonly extremes: { readonly lowest: Paise; readonly highest: Paise } | null
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
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
