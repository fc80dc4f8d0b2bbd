import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { IST } from '../../kit/ist.ts'
import type { EquityPoint } from '../../../schema/trading/equityOf.ts'
import { EQUITY, toEquity, type PointRow } from './equitySql.ts'

/** Sums of closed trades. Amounts in paise; trades with an unknown result count in `unknown` alone. */
export interface ClosedSums {
  readonly trades: number
  readonly unknown: number
  /** Trades with net > 0, and the sum of their net. */
  readonly wins: number
  readonly won: bigint
  readonly gross: bigint
  readonly charges: bigint
  readonly net: bigint
}

/** One grouping of trades: by the day of the exit, by strategy, or by weekday (1 Monday … 7 Sunday) and hour of the entry; all in India. */
type SumsRow = ClosedSums &
  (
    | { readonly kind: 'DAY'; readonly date: IsoDate; /** The deepest drawdown after any of its trades. */ readonly drawdown: bigint }
    | { readonly kind: 'STRATEGY'; readonly strategyId: string; readonly strategy: string }
    | { readonly kind: 'HOUR'; readonly weekday: number; readonly hour: number }
  )
export type DaySums = Extract<SumsRow, { kind: 'DAY' }>
export type StrategySums = Extract<SumsRow, { kind: 'STRATEGY' }>
export type HourSums = Extract<SumsRow, { kind: 'HOUR' }>

/** The same trades in three groupings, and their equity. */
export interface DividedSums {
  /** Oldest first. */
  readonly days: readonly DaySums[]
  /** Highest net first. */
  readonly strategies: readonly StrategySums[]
  /** By weekday and hour. */
  readonly hours: readonly HourSums[]
  /** Starts at zero, thinned; trades with an unknown result have no point. */
  readonly equity: readonly EquityPoint[]
}

/** Sums the trades that meet a condition (reportedTrades.ts). Raw SQL: one statement, which reads each of them once (GROUPING SETS). */
export async function readClosedSums(db: Database, where: Prisma.Sql): Promise<DividedSums> {
  // OFFSET 0: without it the planner gives every trade a group of its own and sorts them all.
  const rows = await db.$queryRaw<(SumsRow | (PointRow & { readonly kind: 'POINT' }))[]>`
    WITH closed AS (
      SELECT trade.id, trade."exitTime", trade."strategyId", (trade."exitTime" AT TIME ZONE ${IST})::date AS date,
        date_part('isodow', trade."entryTime" AT TIME ZONE ${IST})::int AS weekday,
        date_part('hour', trade."entryTime" AT TIME ZONE ${IST})::int AS hour,
        trade."grossPaise", trade."chargesPaise", trade."netPaise"
      FROM "Trade" trade WHERE ${where} OFFSET 0
    ), ${EQUITY}, divided AS (
      SELECT date, "strategyId", weekday, hour, count("netPaise")::int AS trades, (count(*) - count("netPaise"))::int AS unknown,
        (count(*) FILTER (WHERE "netPaise" > 0))::int AS wins, coalesce(sum("netPaise") FILTER (WHERE "netPaise" > 0), 0)::bigint AS won,
        coalesce(sum("grossPaise") FILTER (WHERE "netPaise" IS NOT NULL), 0)::bigint AS gross,
        coalesce(sum("chargesPaise") FILTER (WHERE "netPaise" IS NOT NULL), 0)::bigint AS charges,
        coalesce(sum("netPaise"), 0)::bigint AS net, max(drawdown) AS drawdown
      FROM fallen GROUP BY GROUPING SETS ((date), ("strategyId"), (weekday, hour))
    )
    SELECT CASE WHEN date IS NOT NULL THEN 'DAY' WHEN "strategyId" IS NOT NULL THEN 'STRATEGY' ELSE 'HOUR' END AS kind,
      date::text, "strategyId", strategy.name AS strategy, weekday, hour, trades, unknown, wins, won, gross, charges, net, drawdown,
      NULL::timestamptz AS at, NULL::bigint AS equity, NULL::bigint AS place
    FROM divided LEFT JOIN "Strategy" strategy ON strategy.id = "strategyId"
    UNION ALL
    SELECT 'POINT', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, drawdown, at, equity, place FROM points
    ORDER BY place, date, net DESC, strategy, weekday, hour`
  const hours = rows.filter((row) => row.kind === 'HOUR')
  return {
    days: rows.filter((row) => row.kind === 'DAY'),
    strategies: rows.filter((row) => row.kind === 'STRATEGY'),
    hours: hours.sort((one, other) => one.weekday - other.weekday || one.hour - other.hour),
    equity: toEquity(rows.filter((row) => row.kind === 'POINT')),
  }
}
