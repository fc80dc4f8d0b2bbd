import type { Candle } from '../../schema/market/candles.ts'

/** A one-minute candle of an index, or of an option under its trading symbol. */
export interface SymbolCandle {
  readonly symbol: string
  readonly candle: Candle
}
