import { Prisma } from '../../../prisma/generated/client.ts'

/**
 * Bars of `minutes` made of stored minutes, oldest first, as schema/market/candles.ts foldColumns makes them. `minute`: a selection of rows
 * of "Candle". Prices in rupees; a bar is as whole as what is selected.
 */
export function barsSql(minute: Prisma.Sql, minutes: number): Prisma.Sql {
  const price = (column: Prisma.Sql) => Prisma.sql`(${column})::float8 / 100`
  return Prisma.sql`
    SELECT date_bin(make_interval(mins => ${minutes}::int), minute."time", to_timestamp(0)) AS "time",
      ${price(Prisma.sql`(array_agg(minute.open ORDER BY minute."time"))[1]`)} AS open, ${price(Prisma.sql`max(minute.high)`)} AS high,
      ${price(Prisma.sql`min(minute.low)`)} AS low, ${price(Prisma.sql`(array_agg(minute.close ORDER BY minute."time" DESC))[1]`)} AS close,
      sum(minute.volume)::float8 AS volume
    FROM (${minute}) minute GROUP BY 1 ORDER BY 1`
}
