import type { HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestResult } from './BacktestResult.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'

/** Trades a backtest's signals and records the trades. Minutes are positions in the history and only advance. */
export interface BacktestTrader {
  /** Advances the open trades through the minutes up to, not including, `until`. */
  advance(until: number): void
  /**
   * Takes or denies a signal whose bar, a position among the interval's bars, has just closed. `minute`: the one that begins with
   * that close, whose first quote fills orders; it may lie beyond a gap, or beyond the end of the history. `day`: the bar's.
   */
  onSignal(side: SignalSide, bar: number, minute: number, day: HistoryDay): void
  /** `signals`: how many there were, taken or not. */
  result(signals: number): BacktestResult
}
