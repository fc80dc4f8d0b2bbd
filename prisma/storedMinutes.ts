import { DAY, istInstant, type IsoDate } from '../schema/time.ts'
import type { Database, Transaction } from './client.ts'

export interface MinutesAsked {
  /** The broker port's marketId, whose candles these are. */
  readonly market: string
  readonly symbol: string
  /** The last day; null: the last there is. */
  readonly to: IsoDate | null
}

/** How many one-minute candles of a symbol are stored. */
export async function storedMinutes(db: Database | Transaction, { market, symbol, to }: MinutesAsked): Promise<number> {
  return db.candle.count({ where: { market, symbol, ...(to === null ? {} : { time: { lt: new Date(istInstant(to, 0) + DAY) } }) } })
}
