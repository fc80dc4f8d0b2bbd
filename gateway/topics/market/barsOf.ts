import type { Candle } from '../../../schema/graphql/market.ts'
import { foldColumns, INTERVAL_MINUTES, toColumns, type Candle as StoredCandle, type Interval } from '../../../schema/market/candles.ts'

/** Stored minutes, oldest first, as the bars of an interval that the API shows: prices in rupees. */
export function barsOf(minutes: readonly StoredCandle[], interval: Interval): Candle[] {
  const bars = foldColumns(toColumns(minutes), INTERVAL_MINUTES[interval])
  return Array.from(bars.time, (time, i) => ({
    time: new Date(time),
    open: bars.open[i]!,
    high: bars.high[i]!,
    low: bars.low[i]!,
    close: bars.close[i]!,
    volume: bars.volume[i]!,
  }))
}
