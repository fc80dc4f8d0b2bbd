import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { IS_RUNNING } from '../../prisma/runningTrades.ts'
import { paise } from '../../schema/money.ts'
import { istDate, MINUTE, type Instant } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { Account } from '../trading/risk/assess.ts'
import { closedOn, marketDay } from './marketDay.ts'

/** Accounts in the same state: nearly all users who have not traded today. */
interface AccountsRow {
  /** Consecutive ids, comma-separated. */
  readonly users: string
  readonly available: number
  readonly openTrades: number
  readonly maxOpenTrades: number
  readonly entriesLastMinute: number
  readonly entriesToday: number
  readonly lossToday: number
  readonly lossThatStopped: number | null
  readonly maxDailyLoss: number | null
}

/** An account's SQL, by whose money it is. */
interface ModeSql {
  /** Condition on rows of trades, orders and lost days. */
  readonly only: Prisma.Sql
  /** What the owner began with, of "user". */
  readonly begun: Prisma.Sql
  /** The running trades whose funds are not yet missing in that. */
  readonly unaccounted: Prisma.Sql
}

const MODES: Readonly<Record<TradeMode, ModeSql>> = {
  PAPER: {
    only: Prisma.sql`mode = 'PAPER'`,
    begun: Prisma.sql`"user"."paperFundsPaise" + "user"."paperRealisedPaise"`,
    unaccounted: Prisma.sql`TRUE`,
  },
  LIVE: {
    only: Prisma.sql`mode = 'LIVE'`,
    begun: Prisma.sql`coalesce((SELECT "fundsPaise" FROM "BrokerAccount" WHERE "userId" = "user".id), 0)`,
    unaccounted: Prisma.sql`"createdAt" > (SELECT "fundsAt" FROM "BrokerAccount" broker WHERE broker."userId" = "Trade"."userId")`,
  },
}

/**
 * The accounts of users in one mode, by user id; those in the same state are one object. Available funds are, on paper, the initial ones
 * with the results of closed legs, less what running trades and entries under way reserve; live, what the broker had to buy with when the
 * engine last asked, less what entries under way and trades opened since reserve. Funds never requested count as none. The loss of the
 * market day of `now` covers the trades closed on it and the closed legs of running ones, but nothing open.
 * Raw SQL: sums over the trades and orders of thousands of users in one statement.
 */
export async function accountsOf(
  tx: Statements,
  market: string,
  userIds: readonly string[],
  now: Instant,
  mode: TradeMode = 'PAPER',
): Promise<Map<string, Account>> {
  if (userIds.length === 0) return new Map()
  const ids = [...new Set(userIds)]
  const { only, begun, unaccounted } = MODES[mode]
  const day = marketDay(now)
  const madeIn = (from: Date) =>
    Prisma.sql`count(*) FILTER (WHERE "entryTime" >= ${from}::timestamptz AND "entryTime" < ${day.to}::timestamptz)`
  const made = Prisma.sql`${madeIn(new Date(now - MINUTE))} AS "lastMinute", ${madeIn(day.from)} AS today`
  const rows = await tx.$queryRaw<AccountsRow[]>`
    WITH asked AS MATERIALIZED (SELECT unnest(${arrayLiteral(ids)}::uuid[]) AS id),
    running AS (
      SELECT "userId" AS id, ${made}, count(*) AS trades, sum("blockedPaise") FILTER (WHERE ${unaccounted}) AS fund, sum("realisedPaise") AS net
      FROM "Trade" WHERE ${IS_RUNNING} AND ${only} AND "userId" IN (SELECT id FROM asked)
      GROUP BY "userId"
    ), entering AS (
      SELECT "userId" AS id, count(DISTINCT "tradeId") FILTER (WHERE "filledQuantity" = 0 AND NOT EXISTS (SELECT FROM "Trade" trade WHERE trade.id = "Order"."tradeId")) AS trades,
        sum("reservedPaise") AS fund
      FROM "Order"
      WHERE purpose = 'ENTRY' AND ${only} AND "isOpen"
        AND "userId" IN (SELECT id FROM asked)
      GROUP BY "userId"
    ), closed AS (
      SELECT "userId" AS id, ${made}, sum("netPaise") AS net
      FROM "Trade"
      WHERE ${only} AND ${closedOn(market, now)} AND "userId" IN (SELECT id FROM asked)
      GROUP BY "userId"
    )
    SELECT string_agg(id::text, ',') AS users, available, "openTrades", "entriesLastMinute", "entriesToday", "maxOpenTrades", "lossToday",
           "lossThatStopped", "maxDailyLoss"
    FROM (
      SELECT "user".id,
             (${begun} - coalesce(running.fund, 0) - coalesce(entering.fund, 0))::float8 AS available,
             (coalesce(running.trades, 0) + coalesce(entering.trades, 0))::int AS "openTrades",
             (coalesce(running."lastMinute", 0) + coalesce(closed."lastMinute", 0) + coalesce(entering.trades, 0))::int AS "entriesLastMinute",
             (coalesce(running.today, 0) + coalesce(closed.today, 0) + coalesce(entering.trades, 0))::int AS "entriesToday",
             "user"."maxOpenTrades",
             -(coalesce(closed.net, 0) + coalesce(running.net, 0))::float8 AS "lossToday",
             CASE WHEN "user"."squareOffAtDailyLoss" THEN stop."lossPaise" END::float8 AS "lossThatStopped",
             "user"."maxDailyLossPaise"::float8 AS "maxDailyLoss"
      FROM asked
      JOIN "User" "user" ON "user".id = asked.id
      LEFT JOIN running ON running.id = asked.id
      LEFT JOIN entering ON entering.id = asked.id
      LEFT JOIN closed ON closed.id = asked.id
      LEFT JOIN "DailyLossStop" stop ON stop."userId" = asked.id AND stop.market = ${market} AND stop.day = ${istDate(now)}::date AND ${only}
    ) AS standing
    GROUP BY available, "openTrades", "entriesLastMinute", "entriesToday", "maxOpenTrades", "lossToday", "lossThatStopped", "maxDailyLoss"`
  const accounts = new Map<string, Account>()
  for (const { users, openTrades, maxOpenTrades, entriesLastMinute, entriesToday, ...row } of rows) {
    const account: Account = {
      ...{ openTrades, maxOpenTrades, entriesLastMinute, entriesToday },
      available: paise(row.available),
      // Nothing closed: the sum is negative zero.
      lossToday: paise(row.lossToday + 0),
      lossThatStopped: row.lossThatStopped === null ? null : paise(row.lossThatStopped),
      maxDailyLoss: row.maxDailyLoss === null ? null : paise(row.maxDailyLoss),
    }
    for (const id of users.split(',')) accounts.set(id, account)
  }
  return accounts
}
