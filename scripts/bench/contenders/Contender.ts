import type { CandleColumns } from '../../../schema/market/candles.ts'
import { isIndicatorName, type IndicatorName } from '../../../schema/rules/indicators.ts'

/** What contenders are timed at: an indicator, or a backtest of EMA(12) crossing EMA(26) with trades. */
export type Task = IndicatorName | 'ema cross'

export function isTask(text: string): text is Task {
  return text === 'ema cross' || isIndicatorName(text)
}

/** Takes the candles in the library's own form, outside the timing; what comes back does the task over all of them once. */
export type Contender = (candles: CandleColumns) => () => unknown

/** What a library can do, each task in the faster of the modes it offers (whole series at once, or candle by candle). */
export type Contenders = Readonly<Partial<Record<Task, Contender>>>

/** The parameters that every library is given. */
export const PARAMETERS: Readonly<Record<IndicatorName, readonly number[]>> = {
  sma: [20],
  ema: [20],
  wma: [20],
  rsi: [14],
  roc: [10],
  cci: [20],
  stochastic: [14, 1, 3],
  macd: [12, 26, 9],
  adx: [14],
  plus_di: [14],
  minus_di: [14],
  supertrend: [10, 3],
  atr: [14],
  bollinger: [20, 2],
  keltner: [20, 10, 2],
  vwap: [],
  obv: [],
  opening_range: [15],
  highest: [20],
  lowest: [20],
}
