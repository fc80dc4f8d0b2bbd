import type { Statements } from '../../prisma/inTransaction.ts'
import type { Instant } from '../../schema/time.ts'

/**
 * Notes where the strategies of a market stand at a market time, after an update: closed results, and open ones at their last prices. The
 * highest equity and the deepest drawdown from it are kept as such: they only grow (schema/trading/equityOf.ts over all that was seen).
 * A strategy with an open trade that has no price is seen, but not measured. One that has traded before it was first seen begins at the
 * highest end of its days.
 * Raw SQL: it sums by window, and keeps the greater of old and new in one statement.
 */
export async function saveDrawdowns(tx: Statements, market: string, at: Instant): Promise<void> {
  await tx.$executeRaw`
    WITH standing AS (
      SELECT "strategyId", mode, sum(net)::bigint AS equity, sum(unpriced) = 0 AS measured
      FROM (
        SELECT "strategyId", mode, "netPaise" AS net, 0 AS unpriced FROM "StrategyPerformance" WHERE market = ${market}
        UNION ALL
        SELECT "strategyId", mode, "netPaise", unpriced FROM "StrategyOpenDay" WHERE market = ${market} AND "isCurrent"
      ) parts GROUP BY 1, 2
    ), measured AS (
      SELECT standing."strategyId", standing.mode, equity, measured,
        greatest(0, before."highPaise", earlier.high, CASE WHEN measured THEN equity END) AS high
      FROM standing
      LEFT JOIN "StrategyEquity" before ON (before."strategyId", before.market, before.mode) = (standing."strategyId", ${market}, standing.mode)
      LEFT JOIN LATERAL (
        SELECT max(worth) AS high FROM (
          SELECT sum(sum("netPaise")) OVER (ORDER BY day) AS worth FROM "StrategyDay"
          WHERE "strategyId" = standing."strategyId" AND market = ${market} AND mode = standing.mode GROUP BY day
        ) ends
      ) earlier ON before."strategyId" IS NULL
    )
    INSERT INTO "StrategyEquity" AS known ("strategyId", market, mode, "highPaise", "worstDrawdownPaise", "worstEquityPaise", "worstAt", "seenAt")
    SELECT "strategyId", ${market}, mode, high, CASE WHEN measured THEN high - equity ELSE 0 END, equity, seen.at, seen.at
    FROM measured, (SELECT to_timestamp(${at} / 1000.0) AS at) seen
    ON CONFLICT ("strategyId", market, mode) DO UPDATE SET "highPaise" = excluded."highPaise", "seenAt" = excluded."seenAt",
      "worstDrawdownPaise" = greatest(known."worstDrawdownPaise", excluded."worstDrawdownPaise"),
      "worstEquityPaise" = CASE WHEN excluded."worstDrawdownPaise" > known."worstDrawdownPaise" THEN excluded."worstEquityPaise" ELSE known."worstEquityPaise" END,
      "worstAt" = CASE WHEN excluded."worstDrawdownPaise" > known."worstDrawdownPaise" THEN excluded."worstAt" ELSE known."worstAt" END`
}
