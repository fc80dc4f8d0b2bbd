import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'

/** The source of a market's index prices. Deterministic: the same question has the same answer for ever, after a restart too. */
export interface MarketSource {
  /** Names the prices: two sources with the same id answer every question alike. */
  readonly marketId: string
  /** The first day that its clock may show; sessions before it are its past. */
  readonly firstDay: IsoDate
  /** The first session on or after a date; null when the source has none left. */
  sessionFrom(date: IsoDate): IsoDate | null
  /** The last session before a date; null when there is none. */
  sessionBefore(date: IsoDate): IsoDate | null
  /** The one-minute candles of a session, oldest first; empty on a date that is none. */
  candles(index: IndexSymbol, date: IsoDate): readonly Candle[]
  /** The last price of a session; null on a date that is none. Cheaper than its candles. */
  close(index: IndexSymbol, date: IsoDate): Paise | null
}
