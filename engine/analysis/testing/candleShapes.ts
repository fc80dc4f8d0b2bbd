import type { CandleColumns } from '../../../schema/market/candles.ts'

/** A candle as other libraries take it. */
export interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** The candles as objects. */
export function bars({ open, high, low, close, volume }: CandleColumns): Bar[] {
  return Array.from(close, (price, i) => ({ open: open[i]!, high: high[i]!, low: low[i]!, close: price, volume: volume[i]! }))
}

/** The candles as plain arrays. */
export function arrays({ high, low, close, volume }: CandleColumns): { high: number[]; low: number[]; close: number[]; volume: number[] } {
  return { high: [...high], low: [...low], close: [...close], volume: [...volume] }
}
