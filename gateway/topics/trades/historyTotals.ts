import { Prisma } from '../../../prisma/generated/client.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'

/** What the history counts and adds up of the trades of one mode. */
export interface HistoryTotals {
  readonly mode: TradeMode
  readonly all: number
  /** Those whose result is known. */
  readonly known: number
  readonly gained: number
  /** Paise. */
  readonly gross: bigint
  readonly net: bigint
}

/** The totals by mode of the trades that meet a condition (closedTrades.ts), a HistoryTotals each. The index `trade_history` holds all it reads. */
export function historyTotals(where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT mode, count(*)::int AS "all", count("grossPaise")::int AS known,
      (count(*) FILTER (WHERE "grossPaise" > 0))::int AS gained,
      coalesce(sum("grossPaise"), 0)::bigint AS gross, coalesce(sum("netPaise"), 0)::bigint AS net
    FROM "Trade" trade WHERE ${where} GROUP BY mode`
}
