import type { Database } from '../../../prisma/client.ts'
import { Prisma, type TradeMode } from '../../../prisma/generated/client.ts'
import type { StrategyRecord } from '../../../schema/graphql/strategyPage.ts'
import { toRupees, paise } from '../../../schema/money.ts'
import { deepestDrawdown } from '../../../schema/trading/equityOf.ts'
import { EQUITY, toEquity, type PointRow } from '../reports/equitySql.ts'
import { toPoint } from '../reports/toReport.ts'
import { rupees } from '../../kit/rupees.ts'
import { winRate } from '../trades/winRate.ts'

/** A point of the curve with the sums of all trades beside it. Amounts in paise. */
interface RecordRow extends PointRow {
  readonly mode: TradeMode
  readonly trades: number
  readonly gained: number
  readonly gross: bigint
  readonly charges: bigint
  readonly net: bigint
  readonly firstEntry: Date
  readonly lastExit: Date
}

const NOTHING: StrategyRecord = {
  ...{ trades: 0, winRate: null, gross: 0, charges: 0, net: 0, worstDrawdown: 0, firstTradeAt: null, lastTradeAt: null, equity: [] },
}

/**
 * The results of a strategy's closed trades, paper and live apart, of all users; in one statement. Trades with an unknown result are left
 * out.
 */
export async function strategyRecords(db: Database, strategyId: string): Promise<Readonly<Record<TradeMode, StrategyRecord>>> {
  const rows = await db.$queryRaw<RecordRow[]>`
    (${recordOf(strategyId, 'PAPER')}) UNION ALL (${recordOf(strategyId, 'LIVE')}) ORDER BY mode, place`
  const toRecordOf = (mode: TradeMode) => toRecord(rows.filter((row) => row.mode === mode))
  return { PAPER: toRecordOf('PAPER'), LIVE: toRecordOf('LIVE') }
}

function recordOf(strategyId: string, mode: TradeMode): Prisma.Sql {
  return Prisma.sql`
    WITH closed AS (
      SELECT id, "exitTime", "entryTime", "grossPaise", "chargesPaise", "netPaise" FROM "Trade"
      WHERE "strategyId" = ${strategyId}::uuid AND mode = ${mode}::"TradeMode" AND "netPaise" IS NOT NULL
    ), ${EQUITY}, sums AS (
      SELECT count(*)::int AS trades, (count(*) FILTER (WHERE "grossPaise" > 0))::int AS gained, sum("grossPaise")::bigint AS gross,
        sum("chargesPaise")::bigint AS charges, sum("netPaise")::bigint AS net, min("entryTime") AS "firstEntry",
        max("exitTime") AS "lastExit"
      FROM fallen
    )
    SELECT ${mode}::text AS mode, points.*, sums.* FROM points, sums`
}

function toRecord(rows: readonly RecordRow[]): StrategyRecord {
  const [sums] = rows
  if (!sums) return NOTHING
  const equity = toEquity(rows)
  return {
    trades: sums.trades,
    winRate: winRate(sums.gained, sums.trades),
    gross: rupees(sums.gross),
    charges: rupees(sums.charges),
    net: rupees(sums.net),
    worstDrawdown: toRupees(deepestDrawdown(equity)?.amount ?? paise(0)),
    firstTradeAt: sums.firstEntry,
    lastTradeAt: sums.lastExit,
    equity: equity.map(toPoint),
  }
}
