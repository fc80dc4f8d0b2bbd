import { sliceColumns, type Candle, type CandleColumns } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { syntheticCandles } from './syntheticCandles.ts'

/** The synthetic candles as the engine holds them, those before place `from` left out. */
export function minuteCandles(count: number, from = 0): Candle[] {
  return toCandles(sliceColumns(syntheticCandles(count), from, count))
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
