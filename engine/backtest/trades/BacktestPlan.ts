import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { TradeSettings } from '../../trading/risk/assess.ts'

/** The account a backtest trades with. */
export interface BacktestAccount {
  /** At the start. */
  readonly funds: Paise
  readonly maxOpenTrades: number
  /** Net daily loss that stops entries; null: no limit. */
  readonly maxDailyLoss: Paise | null
  /** Whether reaching it closes open trades too. */
  readonly squareOffAtDailyLoss: boolean
}

/** What to test over a history: plain data, so that it can be sent to a worker. */
export interface BacktestPlan {
  readonly rules: RuleSet
  readonly settings: TradeSettings
  readonly account: BacktestAccount
  /** The first and the last traded day; null: all of them. Earlier candles warm up the indicators. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  /** Multiple of the assumed costs of fills over the last price: half a spread, and a stop's slippage. Usually 1. */
  readonly slippage: number
}
