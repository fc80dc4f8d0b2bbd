import type { IsoDate } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'

/** The strategy a record belongs to: each version, market and mode has its own. */
export interface RecordKey {
  readonly strategyId: string
  readonly version: number
  readonly market: string
  readonly mode: TradeMode
}

/** How much a signal's result has changed: sums over its users of one lot each, in paise. */
export interface SignalChange extends RecordKey {
  readonly signalId: string
  /** The market day on which it counts, unless it counts already. */
  readonly day: IsoDate
  readonly trades: number
  readonly lotGross: number
  readonly lotNet: number
  readonly lotFunds: number
}

/** A signal's result: the same sums. */
export interface SignalResult extends Pick<SignalChange, 'signalId' | 'day' | 'trades' | 'lotGross' | 'lotNet' | 'lotFunds'> {
  readonly mode: TradeMode
}

/** A market day of a strategy, as the table StrategyDay has it. Amounts in paise. */
export interface StrategyDay extends RecordKey {
  readonly day: IsoDate
  readonly trades: number
  readonly gained: number
  readonly gross: number
  readonly net: number
  readonly funds: number
  readonly equity: number
  readonly high: number
  readonly worstDrawdown: number
  readonly streak: number
  readonly longestGain: number
  readonly longestLoss: number
}

/** What to count, and what was counted before, as far as it matters for that. */
export interface PerformanceBatch {
  /** Each signal once for each mode. */
  readonly changes: readonly SignalChange[]
  /** Of the changed signals. */
  readonly signals: readonly SignalResult[]
  /** Of each changed strategy its days from the earliest changed one on, and the one before; in the order of the days. */
  readonly days: readonly StrategyDay[]
}

/** How much the sums of a strategy's record have changed, and its other columns in the table StrategyPerformance. */
export interface RecordChange extends RecordKey {
  readonly trades: number
  readonly gained: number
  readonly gross: number
  readonly net: number
  readonly worstDrawdown: number
  readonly longestGain: number
  readonly longestLoss: number
  /** Of the changed days. */
  readonly firstDay: IsoDate
  readonly lastDay: IsoDate
}

/** What to write then: signals and days as they are, records by their change. */
export interface CountedBatch {
  readonly signals: readonly SignalResult[]
  readonly days: readonly StrategyDay[]
  readonly records: readonly RecordChange[]
}
