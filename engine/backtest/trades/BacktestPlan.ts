import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { TradeSettings } from '../../trading/risk/assess.ts'

/** The account a backtest trades with. */
export interface BacktestAccount {
  /** At the start. */
  readonly funds: Paise
  readonly maxOpenTrades: number
  /** Net loss of a day from which on nothing is entered; null: no such limit. */
  readonly maxDailyLoss: Paise | null
  /** Whether open trades are closed too once it is lost. */
  readonly squareOffAtDailyLoss: boolean
}

/** What is tried over a history: plain data, so that it can be sent to a worker. */
export interface BacktestPlan {
  readonly rules: RuleSet
  readonly settings: TradeSettings
  readonly account: BacktestAccount
  /** The first and the last day that is traded; null: from the first, to the last. Candles before it warm the indicators up. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  /** How many times what fills are assumed to cost beside the last price is paid: half a spread, and what a stop slips. Usually 1. */
  readonly slippage: number
}
