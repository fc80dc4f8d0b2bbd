import type { HistoryDay } from './BacktestMarket.ts'
import type { BacktestResult, BacktestSignal } from './BacktestResult.ts'

/** Who trades a backtest's signals and keeps its trades. Minutes are positions in the history and only ever go on. */
export interface BacktestBook {
  /** Lets the minutes up to, not including, `until` pass over what is open. */
  advance(until: number): void
  /**
   * Takes a signal whose bar has just closed, or denies it. `minute`: the one that begins with that close, whose first quote fills
   * orders; it may lie beyond a gap, or beyond the end of the history. `day`: the bar's.
   */
  onSignal(signal: BacktestSignal, minute: number, day: HistoryDay): void
  result(): Omit<BacktestResult, 'signals'>
}
