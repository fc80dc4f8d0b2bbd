import type { Candle } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/**
 * The source of a trade's prices: stored candles of its option, such candles continued by the option model anchored to the last of them,
 * the option model alone, or the index itself.
 */
export type PriceSource = 'CANDLES' | 'ANCHORED' | 'MODEL' | 'INDEX'

/** The premiums of one contract over a day of a history. Minutes are positions in the index's one-minute candles. */
export interface Premiums {
  /** What the model that prices a minute assumes; null where its prices are recorded. */
  volatilityIn(minute: number): VolatilityLevel | null
  /** The source of a minute's prices, for a trade entered in it or before. */
  sourceIn(minute: number): Exclude<PriceSource, 'INDEX'>
  /** What the contract traded at in a minute; null when it did not trade. */
  candle(minute: number): Pick<Candle, 'open' | 'high' | 'low' | 'close'> | null
  /** The same day's last known price when a minute begins; null when there was none. */
  lastBefore(minute: number): Paise | null
}
