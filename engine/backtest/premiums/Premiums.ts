import type { Candle } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'

/** The premiums of one contract over a history. Minutes are positions in the index's one-minute candles. */
export interface Premiums {
  readonly source: 'CANDLES' | 'MODEL'
  /** What the contract traded at in a minute; null when it was not traded in it. */
  candle(minute: number): Pick<Candle, 'open' | 'high' | 'low' | 'close'> | null
  /** The last price known when a minute begins, of the same day; null when there was none. */
  lastBefore(minute: number): Paise | null
}
