import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { LiveGap } from '../../../schema/graphql/reports.ts'
import { rupees } from '../../kit/rupees.ts'

/** Amounts in paise. */
interface GapRow extends Pick<LiveGap, 'strategyId' | 'strategy' | 'orders' | 'compared'> {
  readonly entries: bigint
  readonly exits: bigint
}

/**
 * What the filled orders of the trades that meet a condition (reportedTrades.ts) cost against the dry run, by strategy. An order's units are
 * taken at the average price of its fills on either side.
 * Raw SQL: fills are summed by order, then compared.
 */
export async function readLiveGap(db: Database, where: Prisma.Sql): Promise<LiveGap[]> {
  const rows = await db.$queryRaw<GapRow[]>`
    WITH compared AS (
      SELECT trade."strategyId", filled.purpose,
        (CASE filled.side WHEN 'BUY' THEN 1 ELSE -1 END) * (filled."filledValuePaise" - dry.value / dry.units * filled."filledQuantity") AS gap
      FROM "Trade" trade JOIN "Order" filled ON filled."tradeId" = trade.id AND filled."filledQuantity" > 0
        CROSS JOIN LATERAL (
          SELECT sum(quantity) AS units, sum(quantity * "pricePaise") AS value FROM "DryFill" WHERE "orderId" = filled.id
        ) dry
      WHERE ${where}
    )
    SELECT "strategyId", strategy.name AS strategy, count(*)::int AS orders, count(gap)::int AS compared,
      coalesce(round(sum(gap) FILTER (WHERE purpose = 'ENTRY')), 0)::bigint AS entries,
      coalesce(round(sum(gap) FILTER (WHERE purpose = 'EXIT')), 0)::bigint AS exits
    FROM compared JOIN "Strategy" strategy ON strategy.id = "strategyId"
    GROUP BY "strategyId", strategy.name ORDER BY strategy.name`
  return rows.map((row) => ({ ...row, entries: rupees(row.entries), exits: rupees(row.exits) }))
}
