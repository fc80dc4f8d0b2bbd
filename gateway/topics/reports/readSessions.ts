import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { IST } from '../../kit/ist.ts'

/**
 * The days in India, from the first to the last that closed one of these trades (reportedTrades.ts), on which their own market had a session:
 * it has candles of it. A sandbox that began anew at another date had none in between. Oldest first.
 * Raw SQL: days are a series, each looked up in the candles' index.
 */
export async function readSessions(db: Database, where: Prisma.Sql): Promise<readonly IsoDate[]> {
  const rows = await db.$queryRaw<{ date: IsoDate }[]>`
    WITH span AS (
      SELECT (min(trade."exitTime") AT TIME ZONE ${IST})::date AS first, (max(trade."exitTime") AT TIME ZONE ${IST})::date AS last,
        array_agg(DISTINCT trade.market) AS markets
      FROM "Trade" trade WHERE ${where} AND trade."netPaise" IS NOT NULL
    )
    SELECT day::date::text AS date FROM span, generate_series(first::timestamp, last::timestamp, interval '1 day') AS day
    WHERE EXISTS (
      SELECT FROM unnest(markets) AS own(market), unnest(${[...INDEX_SYMBOLS]}::text[]) AS index(symbol)
      WHERE EXISTS (
        SELECT FROM "Candle" candle WHERE candle.market = own.market AND candle.symbol = index.symbol
          AND candle.time >= day AT TIME ZONE ${IST} AND candle.time < (day + interval '1 day') AT TIME ZONE ${IST}))
    ORDER BY day`
  return rows.map(({ date }) => date)
}
