import type { Candle } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/**
 * Where the prices of a trade come from: stored candles of its option, such candles and from their end on the option model anchored to the
 * last of them, the option model alone, or the index itself was traded.
 */
export type PriceSource = 'CANDLES' | 'ANCHORED' | 'MODEL' | 'INDEX'

/** The premiums of one contract over a day of a history. Minutes are positions in the index's one-minute candles. */
export interface Premiums {
  /** What the model was given; null where prices are recorded. */
  readonly volatility: VolatilityLevel | null
  /** Where the prices of a minute come from, of a trade that was entered before it or in it. */
  sourceIn(minute: number): Exclude<PriceSource, 'INDEX'>
  /** What the contract traded at in a minute; null when it was not traded in it. */
  candle(minute: number): Pick<Candle, 'open' | 'high' | 'low' | 'close'> | null
  /** The last price known when a minute begins, of the same day; null when there was none. */
  lastBefore(minute: number): Paise | null
}
