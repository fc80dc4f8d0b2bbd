import { z } from 'zod'
import type { Database } from '../../../prisma/client.ts'
import type { BacktestTradeConnection } from '../../../schema/graphql/backtests.ts'
import { connection } from '../../kit/connection.ts'

export interface TradesAsked {
  readonly id: string
  readonly first: number
  /** The place of the last trade of the page before; null: from the latest on. */
  readonly after: number | null
}

const trade = z.record(z.string(), z.unknown())

/**
 * A page of the trades of a run, latest first. A result never changes, so a trade's place among all, by their exits, is its cursor. None
 * for a run that is not done, or of several variants. Null: the user has no such run.
 * Raw SQL: the database cuts a JSON column.
 */
export async function readBacktestTrades(
  db: Database,
  userId: string,
  { id, first, after }: TradesAsked,
): Promise<BacktestTradeConnection | null> {
  // One more than the page takes tells whether there is another.
  const [row] = await db.$queryRaw<{ total: number; from: number; trades: unknown }[]>`
    SELECT run.total, page."from", CASE WHEN page."to" < 0 THEN '[]'::jsonb ELSE jsonb_path_query_array(
      run.trades, '$[$from to $to]', jsonb_build_object('from', page."from", 'to', page."to")) END AS trades
    FROM (
      SELECT stored.trades, coalesce(jsonb_array_length(stored.trades), 0) AS total
      FROM (SELECT result #> '{strategies,0,trades}' AS trades FROM "BacktestRun" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid) stored
    ) run
    CROSS JOIN LATERAL (SELECT least(run.total, ${after}::int) - 1 AS "to") last
    CROSS JOIN LATERAL (SELECT last."to", greatest(0, last."to" - ${first}::int) AS "from") page`
  if (!row) return null
  const latest = z
    .array(trade)
    .parse(row.trades)
    .map((each, i) => ({ id: String(row.from + i), trade: each }))
    .toReversed()
  const { edges, pageInfo } = connection(latest, { first, after: after === null ? null : String(after) })
  return { edges: edges.map(({ cursor, node }) => ({ cursor, node: node.trade })), pageInfo, totalCount: row.total }
}
