import { Prisma } from '../../../prisma/generated/client.ts'
import { KNOWN_AND_GAINED } from './winRate.ts'

/** What the history counts and adds up of trades. */
export interface HistoryTotals {
  /** Of live trades; otherwise of all trades, whatever their mode. */
  readonly isLive: boolean
  readonly all: number
  /** Those whose result is known. */
  readonly known: number
  /** After charges. */
  readonly gained: number
  /** Paise. */
  readonly gross: bigint
  readonly net: bigint
}

const TOTALS = Prisma.sql`count(*)::int AS "all", ${KNOWN_AND_GAINED},
  coalesce(sum("grossPaise"), 0)::bigint AS gross, coalesce(sum("netPaise"), 0)::bigint AS net`

/**
 * The totals of the trades that meet a condition (closedTrades.ts), and those of the live ones among them: a HistoryTotals each, in no order;
 * none where there are no such trades. Indexes hold all they read: `trade_history` and `trade_history_live`; a long history without filters is
 * read from `trade_closed`, which is smaller.
 */
export function historyTotals(where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT FALSE AS "isLive", ${TOTALS} FROM "Trade" trade WHERE ${where} HAVING count(*) > 0
    UNION ALL SELECT TRUE, ${TOTALS} FROM "Trade" trade WHERE ${where} AND trade.mode = 'LIVE' HAVING count(*) > 0`
}
