import { Prisma } from '../../prisma/generated/client.ts'
import { istDay, type Instant } from '../../schema/time.ts'

/** The day in India of a market time, for SQL: `from` is its first instant, `to` the first after it. */
export function marketDay(now: Instant): { readonly from: Date; readonly to: Date } {
  const { from, to } = istDay(now)
  return { from: new Date(from), to: new Date(to) }
}

/** SQL condition on "Trade": trades of a market, on paper and live, closed on the market day of `now`. */
export function closedOn(market: string, now: Instant): Prisma.Sql {
  const { from, to } = marketDay(now)
  return Prisma.sql`market = ${market} AND "exitTime" >= ${from}::timestamptz AND "exitTime" < ${to}::timestamptz`
}
