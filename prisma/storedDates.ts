import { DAY, istInstant, type IsoDate } from '../schema/time.ts'
import type { Database } from './client.ts'
import type { MinutesAsked } from './storedMinutes.ts'

export interface DatesAsked extends MinutesAsked {
  /** The first day; null: the first there is. */
  readonly from: IsoDate | null
}

/**
 * The days of a symbol with stored candles, oldest first, found from day to day by the index of the table: counting them would read years
 * of minutes.
 * Raw SQL: a recursive walk.
 */
export async function storedDates(db: Database, { market, symbol, from, to }: DatesAsked): Promise<readonly IsoDate[]> {
  const start = new Date(from === null ? 0 : istInstant(from, 0))
  const end = to === null ? null : new Date(istInstant(to, 0) + DAY)
  const days = await db.$queryRaw<{ date: string }[]>`
    WITH RECURSIVE day AS (
      (SELECT "time" FROM "Candle" WHERE market = ${market} AND symbol = ${symbol} AND "time" >= ${start} ORDER BY "time" LIMIT 1)
      UNION ALL
      SELECT (SELECT candle."time" FROM "Candle" candle WHERE candle.market = ${market} AND candle.symbol = ${symbol}
        AND candle."time" >= date_trunc('day', day."time", 'Asia/Kolkata') + interval '1 day' ORDER BY candle."time" LIMIT 1)
      FROM day WHERE day."time" < coalesce(${end}::timestamptz, 'infinity')
    )
    SELECT to_char("time" AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS date
    FROM day WHERE "time" < coalesce(${end}::timestamptz, 'infinity') ORDER BY "time"`
  return days.map(({ date }) => date)
}
