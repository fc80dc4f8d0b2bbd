import type { History } from '../history/BacktestMarket.ts'
import { shareColumns } from '../../market/shareColumns.ts'

/** The same history with every candle in shared memory, so that sending it to a thread copies none. */
export function shareHistory(history: History): History {
  const { traded } = history
  return {
    ...history,
    minutes: shareColumns(history.minutes),
    traded:
      traded.kind === 'INDEX'
        ? traded
        : { ...traded, candles: new Map([...traded.candles].map(([symbol, candles]) => [symbol, shareColumns(candles)])) },
  }
}
