import type { Candle, CandleColumns } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { syntheticCandles } from './syntheticCandles.ts'

/** The synthetic candles as the engine holds them. */
export function minuteCandles(count: number): Candle[] {
  return toCandles(syntheticCandles(count))
}

/** Columns as the engine holds candles. */
export function toCandles({ time, open, high, low, close, volume }: CandleColumns): Candle[] {
  const price = (column: Float64Array, i: number) => paise(Math.round(column[i]! * 100))
  return Array.from(time, (at, i) => ({
    time: at,
    open: price(open, i),
    high: price(high, i),
    low: price(low, i),
    close: price(close, i),
    volume: volume[i]!,
  }))
}
