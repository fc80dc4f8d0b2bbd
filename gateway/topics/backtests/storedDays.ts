import type { Database } from '../../../prisma/client.ts'
import type { BacktestDays } from '../../../schema/graphql/backtests.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { istDate } from '../../../schema/time.ts'

/** The days of an index with stored candles, found from day to day by the index of the table: counting them would read years of minutes. */
export async function storedDays(db: Database, market: string, symbol: IndexSymbol): Promise<BacktestDays> {
  const [found] = await db.$queryRaw<{ days: number; first: Date | null; last: Date | null }[]>`
    WITH RECURSIVE day AS (
      (SELECT "time" FROM "Candle" WHERE market = ${market} AND symbol = ${symbol} ORDER BY "time" LIMIT 1)
      UNION ALL
      SELECT (SELECT candle."time" FROM "Candle" candle WHERE candle.market = ${market} AND candle.symbol = ${symbol}
        AND candle."time" >= date_trunc('day', day."time", 'Asia/Kolkata') + interval '1 day' ORDER BY candle."time" LIMIT 1)
      FROM day WHERE day."time" IS NOT NULL
    )
    SELECT count("time")::int AS days, min("time") AS first, max("time") AS last FROM day`
  const dateOf = (at: Date | null | undefined) => (at ? istDate(at.getTime()) : null)
  return { days: found?.days ?? 0, first: dateOf(found?.first), last: dateOf(found?.last) }
}
