import { Prisma } from '../../prisma/generated/client.ts'
import { istDay, type Instant } from '../../schema/time.ts'

/** The day in India that a market time falls on, as the database compares it: `from` is its first instant, `to` the first after it. */
export function marketDay(now: Instant): { readonly from: Date; readonly to: Date } {
  const { from, to } = istDay(now)
  return { from: new Date(from), to: new Date(to) }
}

/** What is true of rows of "Trade" that were paper trades of a market and closed on the market day of `now`. */
export function closedOn(market: string, now: Instant): Prisma.Sql {
  const { from, to } = marketDay(now)
  return Prisma.sql`mode = 'PAPER' AND market = ${market} AND "exitTime" >= ${from}::timestamptz AND "exitTime" < ${to}::timestamptz`
}
