import type { Database } from '../../prisma/client.ts'
import type { TradeMode } from '../../prisma/generated/client.ts'
import type { RecordPoint, StrategyRecord } from '../../schema/graphql/strategyPage.ts'
import { LIMITS } from '../../schema/limits.ts'
import { rupees } from '../server/rupees.ts'
import { winRate } from '../trades/winRate.ts'

/** The trades that one day in India closed. Amounts in paise. */
interface DayRow {
  readonly mode: TradeMode
  readonly date: string
  readonly trades: number
  readonly gained: number
  readonly gross: bigint
  readonly charges: bigint
  readonly net: bigint
  /** The deepest fall of the net from an earlier high that any of its trades ended in. */
  readonly drawdown: bigint
  readonly firstEntry: Date
  readonly lastExit: Date
}

/** What came of a strategy's closed trades, paper and live apart, of all users; in one statement. Trades whose outcome is unknown are left out. */
export async function strategyRecords(db: Database, strategyId: string): Promise<Readonly<Record<TradeMode, StrategyRecord>>> {
  const days = await db.$queryRaw<DayRow[]>`
    WITH closed AS (
      SELECT mode, "exitTime", "entryTime", id, "grossPaise", "chargesPaise", "netPaise",
        sum("netPaise") OVER (PARTITION BY mode ORDER BY "exitTime", id) AS equity
      FROM "Trade" WHERE "strategyId" = ${strategyId}::uuid AND "netPaise" IS NOT NULL
    ), fallen AS (
      SELECT *, greatest(0, max(equity) OVER (PARTITION BY mode ORDER BY "exitTime", id)) - equity AS drawdown FROM closed
    )
    SELECT mode, ("exitTime" AT TIME ZONE 'Asia/Kolkata')::date::text AS date, count(*)::int AS trades,
      (count(*) FILTER (WHERE "grossPaise" > 0))::int AS gained, sum("grossPaise")::bigint AS gross,
      sum("chargesPaise")::bigint AS charges, sum("netPaise")::bigint AS net, max(drawdown)::bigint AS drawdown,
      min("entryTime") AS "firstEntry", max("exitTime") AS "lastExit"
    FROM fallen GROUP BY mode, date ORDER BY date`
  const recordOf = (mode: TradeMode) => toRecord(days.filter((day) => day.mode === mode))
  return { PAPER: recordOf('PAPER'), LIVE: recordOf('LIVE') }
}

/** The record of days, oldest first. */
function toRecord(days: readonly DayRow[]): StrategyRecord {
  const total = (pick: (day: DayRow) => bigint) => days.reduce((sum, day) => sum + pick(day), 0n)
  const trades = Number(total((day) => BigInt(day.trades)))
  const gained = Number(total((day) => BigInt(day.gained)))
  let net = 0n
  const points = days.map((day) => ({ date: day.date, equity: rupees((net += day.net)) }))
  const entries = days.map(({ firstEntry }) => firstEntry.getTime())
  return {
    trades,
    winRate: winRate(gained, trades),
    gross: rupees(total(({ gross }) => gross)),
    charges: rupees(total(({ charges }) => charges)),
    net: rupees(net),
    worstDrawdown: rupees(days.reduce((worst, { drawdown }) => (drawdown > worst ? drawdown : worst), 0n)),
    firstTradeAt: entries.length === 0 ? null : new Date(Math.min(...entries)),
    lastTradeAt: days.at(-1)?.lastExit ?? null,
    equity: thinned(points, LIMITS.strategyPage.points),
  }
}

/** At most `most` of the points, evenly spread, the last one among them. */
export function thinned(points: readonly RecordPoint[], most: number): RecordPoint[] {
  const step = Math.max(1, points.length / most)
  const kept = Array.from({ length: Math.min(points.length, most) }, (_, i) => points[points.length - 1 - Math.floor(i * step)]!)
  return kept.reverse()
}
