import type { Database } from '../../../prisma/client.ts'
import type { Performance } from '../../../schema/graphql/strategies.ts'
import { rupees } from '../../kit/rupees.ts'
import { winRate } from '../trades/winRate.ts'

export const NO_TRADES: Performance = { totalTrades: 0, winRate: null, totalPnL: 0, totalNet: 0 }

/**
 * The performance of closed trades, by strategy, in one statement; without names, of all users and strategies. Strategies without closed
 * trades are absent.
 */
export async function closedPerformance(
  db: Database,
  { userId, strategyId }: { readonly userId?: string; readonly strategyId?: string },
): Promise<Map<string, Performance>> {
  const rows = await db.$queryRaw<{ strategyId: string; total: number; known: number; gained: number; gross: bigint; net: bigint }[]>`
    SELECT "strategyId", count(*)::int AS "total", count("grossPaise")::int AS "known",
      (count(*) FILTER (WHERE "grossPaise" > 0))::int AS "gained", coalesce(sum("grossPaise"), 0)::bigint AS "gross",
      coalesce(sum("netPaise"), 0)::bigint AS "net"
    FROM "Trade"
    WHERE "status" <> 'RUNNING' AND (${userId ?? null}::uuid IS NULL OR "userId" = ${userId ?? null}::uuid)
      AND (${strategyId ?? null}::uuid IS NULL OR "strategyId" = ${strategyId ?? null}::uuid)
    GROUP BY "strategyId"`
  return new Map(
    rows.map(({ strategyId, total, known, gained, gross, net }) => [
      strategyId,
      { totalTrades: total, winRate: winRate(gained, known), totalPnL: rupees(gross), totalNet: rupees(net) },
    ]),
  )
}
