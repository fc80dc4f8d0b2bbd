import { Prisma } from '../../../prisma/generated/client.ts'
import { indexNameSql } from '../../kit/indexNameSql.ts'
import { closedCondition, type ClosedFilter } from '../performance/closedFilter.ts'

/** Where a trade lies among all: it leads to the trade, and is not for clients. */
export interface AnonymousPlace {
  readonly exitTime: Date
  readonly key: string
}

/** Within one moment the ids follow the order of the users, signal after signal; this order is nobody's. */
const KEY = Prisma.sql`md5(trade.id::text)`

const rupeesOf = (paise: Prisma.Sql) => Prisma.sql`(${paise}::float8 / 100)`

/** Closed trades of all users as the API shows them (AnonymousTrade) after a place, the oldest exit first; `placed`: with their places. */
export function anonymousSql(filter: ClosedFilter, after: AnonymousPlace | null, placed: boolean): Prisma.Sql {
  const later = after ? Prisma.sql`AND (trade."exitTime", ${KEY}) > (${after.exitTime}, ${after.key})` : Prisma.empty
  return Prisma.sql`
    SELECT trade."strategyId", strategy.name AS strategy, trade.version, ${indexNameSql(Prisma.sql`trade.index`)} AS symbol, trade.option,
      trade.signal AS side, trade.lots, trade.quantity, ${rupeesOf(Prisma.sql`trade."entryPricePaise"`)} AS "entryPrice",
      ${rupeesOf(Prisma.sql`trade."exitPricePaise"`)} AS "exitPrice", date_trunc('minute', trade."entryTime") AS "entryTime",
      date_trunc('minute', trade."exitTime") AS "exitTime", ${rupeesOf(Prisma.sql`trade."grossPaise"`)} AS gross,
      ${rupeesOf(Prisma.sql`trade."chargesPaise"`)} AS charges, ${rupeesOf(Prisma.sql`trade."netPaise"`)} AS net, trade."exitReason"
      ${placed ? Prisma.sql`, trade."exitTime" AS "placeTime", ${KEY} AS key` : Prisma.empty}
    FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
    WHERE ${closedCondition(filter)} ${later} ORDER BY trade."exitTime", ${KEY}`
}
