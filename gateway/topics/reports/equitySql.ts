import { Prisma } from '../../../prisma/generated/client.ts'
import { paise } from '../../../schema/money.ts'
import { DRAWN_POINTS, partsOf, type EquityPoint } from '../../../schema/trading/equityOf.ts'

/**
 * schema/trading/equityOf.ts for tables too long to be fetched, as CTEs that follow one named `closed` with columns "exitTime", id and
 * "netPaise" (null: unknown, of no consequence):
 * - `fallen`: its rows with their `place` (1, 2, 3 …), and the `equity` and the `drawdown` after each, in paise
 * - `points`: `place`, `at`, `equity` and `drawdown` of the thinned curve
 */
export const EQUITY = Prisma.sql`
  stepped AS (
    SELECT *, count("netPaise") OVER exits AS place, coalesce(sum("netPaise") OVER exits, 0)::bigint AS equity
    FROM closed WINDOW exits AS (ORDER BY "exitTime", id ROWS UNBOUNDED PRECEDING)
  ), fallen AS (
    SELECT *, greatest(0, max(equity) OVER (ORDER BY "exitTime", id ROWS UNBOUNDED PRECEDING)) - equity AS drawdown FROM stepped
  ), curve AS (
    SELECT place, "exitTime" AS at, equity, drawdown FROM fallen WHERE "netPaise" IS NOT NULL
  ), size AS (
    SELECT count(*) AS places FROM curve
  ), trough AS (
    SELECT place FROM curve WHERE drawdown > 0 ORDER BY drawdown DESC, place LIMIT 1
  ), kept AS (
    SELECT unnest(ARRAY[(min(ARRAY[equity, place]))[2], -(max(ARRAY[equity, -place]))[2]]) AS place
    FROM curve, size
    GROUP BY (place - 1) * CASE WHEN places <= ${DRAWN_POINTS} THEN places ELSE ${partsOf(DRAWN_POINTS)} END / places
    UNION SELECT 1
    UNION SELECT places FROM size
    UNION SELECT place FROM trough
    UNION SELECT max(curve.place) FROM curve, trough WHERE curve.place < trough.place AND drawdown = 0
    UNION SELECT min(curve.place) FROM curve, trough WHERE curve.place > trough.place AND drawdown = 0
  ), points AS (
    SELECT place, at, equity, drawdown FROM curve JOIN kept USING (place)
  )`

/** A row of `points`. */
export interface PointRow {
  readonly at: Date
  readonly equity: bigint
  readonly drawdown: bigint
}

export function toEquity(rows: readonly PointRow[]): EquityPoint[] {
  return rows.map(({ at, equity, drawdown }) => ({ at: at.getTime(), equity: paise(Number(equity)), drawdown: paise(Number(drawdown)) }))
}
