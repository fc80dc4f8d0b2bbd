import { Prisma } from '../../../prisma/generated/client.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { istDate, istInstant, type Instant } from '../../../schema/time.ts'
import type { PerformanceDimension } from '../../../schema/trading/performanceDimensions.ts'
import { indexNameSql } from '../../kit/indexNameSql.ts'
import { IST } from '../../kit/ist.ts'
import { closedCondition } from './closedFilter.ts'
import type { PerformanceQuestion } from './input.ts'

const ENTERED = Prisma.sql`(trade."entryTime" AT TIME ZONE ${IST})`

/** The columns that tell cells apart. */
const KEYS = Prisma.sql`day, "strategyId", version, symbol, weekday, hour`

const IN_RUPEES = (paise: Prisma.Sql) => Prisma.sql`(coalesce(${paise}, 0)::float8 / 100)`

/** The keys of a trade; null is what is not grouped by. */
function keysOf(by: readonly PerformanceDimension[]): Prisma.Sql {
  const key = (dimension: PerformanceDimension, column: Prisma.Sql) => (by.includes(dimension) ? column : Prisma.sql`NULL`)
  return Prisma.sql`${key('DAY', Prisma.sql`(trade."exitTime" AT TIME ZONE ${IST})::date`)}::date AS day,
    ${key('STRATEGY', Prisma.sql`trade."strategyId"`)}::uuid AS "strategyId",
    ${key('VERSION', Prisma.sql`trade.version`)}::int AS version,
    ${key('SYMBOL', Prisma.sql`trade.index`)}::text AS symbol,
    ${key('WEEKDAY', Prisma.sql`date_part('isodow', ${ENTERED})`)}::int AS weekday,
    ${key('HOUR', Prisma.sql`date_part('hour', ${ENTERED})`)}::int AS hour`
}

/** Keys and names as users read them, in the order of the keys. */
const named = (cells: Prisma.Sql, more: Prisma.Sql) => Prisma.sql`
  SELECT day::text, "strategyId", strategy.name AS strategy, cell.version, ${indexNameSql(Prisma.sql`symbol`)} AS symbol, weekday, hour,
    trades, wins, gross, charges, net ${more}
  FROM (${cells}) cell LEFT JOIN "Strategy" strategy ON strategy.id = "strategyId"
  ORDER BY day, strategy.name, "strategyId", cell.version, symbol, weekday, hour`

/** The cells of one user's closed trades as the API shows them (PerformanceCell). */
export function ownCells(userId: string, question: PerformanceQuestion): Prisma.Sql {
  const exits = Prisma.sql`PARTITION BY ${KEYS} ORDER BY "exitTime", id ROWS UNBOUNDED PRECEDING`
  // OFFSET 0: without it the planner gives every trade a group of its own and sorts them all.
  return named(
    Prisma.sql`
      WITH closed AS (
        SELECT ${keysOf(question.by)}, trade."exitTime", trade.id, trade."grossPaise", trade."chargesPaise", trade."netPaise"
        FROM "Trade" trade WHERE trade."userId" = ${userId}::uuid AND ${closedCondition(question)} OFFSET 0
      ), stepped AS (
        SELECT *, coalesce(sum("netPaise") OVER (${exits}), 0) AS equity FROM closed
      ), fallen AS (
        SELECT *, greatest(0, max(equity) OVER (${exits})) - equity AS drawdown FROM stepped
      )
      SELECT ${KEYS}, count("netPaise")::int AS trades, (count(*) - count("netPaise"))::int AS unknown,
        (count(*) FILTER (WHERE "netPaise" > 0))::int AS wins,
        ${IN_RUPEES(Prisma.sql`sum("grossPaise") FILTER (WHERE "netPaise" IS NOT NULL)`)} AS gross,
        ${IN_RUPEES(Prisma.sql`sum("chargesPaise") FILTER (WHERE "netPaise" IS NOT NULL)`)} AS charges,
        ${IN_RUPEES(Prisma.sql`sum("netPaise")`)} AS net, ${IN_RUPEES(Prisma.sql`max(drawdown)`)} AS "worstDrawdown"
      FROM fallen GROUP BY ${KEYS}`,
    Prisma.sql`, unknown, "worstDrawdown"`,
  )
}

/**
 * Cells of all users' closed trades (SharedPerformanceCell), made of those finest groups alone that twenty users have a part in, none of
 * them more than half of the money. A finest group is of one day, strategy, version, index, weekday, hour, and day of booking that is over:
 * it is shown or not whatever is asked, and never changes, so that no difference of answers is of fewer users (decision 199).
 */
export function sharedCells(question: PerformanceQuestion, now: Instant): Prisma.Sql {
  const today = new Date(istInstant(istDate(now), 0))
  const all = ['DAY', 'STRATEGY', 'VERSION', 'SYMBOL', 'WEEKDAY', 'HOUR'] as const
  const chosen = (dimension: PerformanceDimension, column: Prisma.Sql, type: Prisma.Sql) =>
    Prisma.sql`${question.by.includes(dimension) ? column : Prisma.sql`NULL`}::${type}`
  return named(
    Prisma.sql`
      WITH of_users AS (
        SELECT ${keysOf(all)}, (trade."closedAt" AT TIME ZONE ${IST})::date AS booked, count(*) AS trades,
          count(*) FILTER (WHERE trade."netPaise" > 0) AS wins, sum(trade."grossPaise") AS gross, sum(trade."chargesPaise") AS charges,
          sum(trade."netPaise") AS net, sum(trade."fundUsedPaise") AS used
        FROM "Trade" trade
        WHERE ${closedCondition(question)} AND trade."netPaise" IS NOT NULL AND trade."closedAt" < ${today}
        GROUP BY ${KEYS}, booked, trade."userId"
      ), finest AS (
        SELECT ${KEYS}, sum(trades) AS trades, sum(wins) AS wins, sum(gross) AS gross, sum(charges) AS charges, sum(net) AS net
        FROM of_users GROUP BY ${KEYS}, booked
        HAVING count(*) >= ${LIMITS.performance.users} AND 2 * max(used) <= sum(used)
      ), shown AS (
        SELECT ${chosen('DAY', Prisma.sql`day`, Prisma.sql`date`)} AS day, ${chosen('STRATEGY', Prisma.sql`"strategyId"`, Prisma.sql`uuid`)} AS "strategyId",
          ${chosen('VERSION', Prisma.sql`version`, Prisma.sql`int`)} AS version, ${chosen('SYMBOL', Prisma.sql`symbol`, Prisma.sql`text`)} AS symbol,
          ${chosen('WEEKDAY', Prisma.sql`weekday`, Prisma.sql`int`)} AS weekday, ${chosen('HOUR', Prisma.sql`hour`, Prisma.sql`int`)} AS hour,
          trades, wins, gross, charges, net
        FROM finest OFFSET 0
      )
      SELECT ${KEYS}, sum(trades)::int AS trades, sum(wins)::int AS wins, ${IN_RUPEES(Prisma.sql`sum(gross)`)} AS gross,
        ${IN_RUPEES(Prisma.sql`sum(charges)`)} AS charges, ${IN_RUPEES(Prisma.sql`sum(net)`)} AS net
      FROM shown GROUP BY ${KEYS}`,
    Prisma.empty,
  )
}
