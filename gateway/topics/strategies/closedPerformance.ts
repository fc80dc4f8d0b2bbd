import type { Database } from '../../../prisma/client.ts'
import type { Performance } from '../../../schema/graphql/strategies.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { rupees } from '../../kit/rupees.ts'
import { KNOWN_AND_GAINED, winRate } from '../trades/winRate.ts'

export const NO_TRADES: Performance = {
  mode: 'PAPER',
  totalTrades: 0,
  knownTrades: 0,
  profitableTrades: 0,
  winRate: null,
  totalPnL: 0,
  totalNet: 0,
}

/**
 * The performance of a user's own closed trades, by strategy, or of one strategy alone: for each mode with such trades, live first; in one
 * statement. Strategies without closed trades are absent.
 * Raw SQL: counts by result (FILTER).
 */
export async function closedPerformance(
  db: Database,
  { userId, strategyId = null }: { readonly userId: string; readonly strategyId?: string | null },
): Promise<Map<string, Performance[]>> {
  const rows = await db.$queryRaw<PerformanceRow[]>`
    SELECT "strategyId", mode, count(*)::int AS "total", ${KNOWN_AND_GAINED},
      coalesce(sum("grossPaise"), 0)::bigint AS "gross",
      coalesce(sum("netPaise"), 0)::bigint AS "net"
    FROM "Trade"
    WHERE "status" <> 'RUNNING' AND "userId" = ${userId}::uuid
      AND (${strategyId}::uuid IS NULL OR "strategyId" = ${strategyId}::uuid)
    GROUP BY "strategyId", mode ORDER BY mode DESC`
  const byStrategy = new Map<string, Performance[]>()
  for (const { strategyId: id, mode, total, known, gained, gross, net } of rows) {
    const figures = {
      ...{ mode, totalTrades: total, knownTrades: known, profitableTrades: gained, winRate: winRate(gained, known) },
      ...{ totalPnL: rupees(gross), totalNet: rupees(net) },
    }
    byStrategy.set(id, [...(byStrategy.get(id) ?? []), figures])
  }
  return byStrategy
}

interface PerformanceRow {
  readonly strategyId: string
  readonly mode: TradeMode
  readonly total: number
  /** Of these the result is known. */
  readonly known: number
  /** After charges. */
  readonly gained: number
  /** Paise. */
  readonly gross: bigint
  readonly net: bigint
}
