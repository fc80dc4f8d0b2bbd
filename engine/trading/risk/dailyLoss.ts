import type { Paise } from '../../../schema/money.ts'

/** What an owner has set against losing too much on one market day. */
export interface DailyLossLimit {
  /** Null: no such limit. */
  readonly maxDailyLoss: Paise | null
  /** Whether open trades are closed too once it is lost; entries stop in any case. */
  readonly squareOffAtDailyLoss: boolean
}

/** Whether a day's loss, open trades at their last prices included, closes what is open. Live and in a backtest alike. */
export function closesOpenTrades({ maxDailyLoss, squareOffAtDailyLoss }: DailyLossLimit, lossToday: Paise): boolean {
  return squareOffAtDailyLoss && maxDailyLoss !== null && lossToday >= maxDailyLoss
}
