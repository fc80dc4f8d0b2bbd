import type { Paise } from '../../../schema/money.ts'

/** An owner's limits on the loss of one market day. */
export interface DailyLossLimit {
  /** Null: no such limit. */
  readonly maxDailyLoss: Paise | null
  /** Whether reaching it closes open trades too; entries stop in any case. */
  readonly squareOffAtDailyLoss: boolean
}

/** Whether a day's loss, open trades at their last prices included, closes open trades. Shared by live trading and backtests. */
export function closesOpenTrades({ maxDailyLoss, squareOffAtDailyLoss }: DailyLossLimit, lossToday: Paise): boolean {
  return squareOffAtDailyLoss && maxDailyLoss !== null && lossToday >= maxDailyLoss
}
