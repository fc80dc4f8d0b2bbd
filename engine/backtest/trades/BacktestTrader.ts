import type { HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestResult } from './BacktestResult.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'

/** Who trades a backtest's signals and keeps its trades. Minutes are positions in the history and only ever go on. */
export interface BacktestTrader {
  /** Lets the minutes up to, not including, `until` pass over what is open. */
  advance(until: number): void
  /**
   * Takes a signal whose bar, a position among those of the rules' interval, has just closed, or denies it. `minute`: the one that begins
   * with that close, whose first quote fills orders; it may lie beyond a gap, or beyond the end of the history. `day`: the bar's.
   */
  onSignal(side: SignalSide, bar: number, minute: number, day: HistoryDay): void
  /** `signals`: how many there were, taken or not. */
  result(signals: number): BacktestResult
}
