import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { thinnedEquity } from '../../../schema/trading/equityOf.ts'

const curve = z.array(z.looseObject({ equity: z.number(), drawdown: z.number() })).transform((points) => thinnedEquity(points))
const withCurve = z.looseObject({ equity: curve.optional() })
const storedResult = z.looseObject({ strategies: z.array(withCurve).optional(), outOfSample: withCurve.optional() })

/**
 * A run's result as the API shows it: of its lists the latest entries, of its curves as many points as are drawn. The rest stays in the
 * database: a result of years is megabytes. Null: it has none. Throws when it is invalid: the table is damaged.
 * Raw SQL: the database cuts a JSON column.
 */
export async function readBacktestResult(db: Database | Transaction, id: string): Promise<Record<string, unknown> | null> {
  const [row] = await db.$queryRaw<{ result: unknown }[]>`
    SELECT CASE WHEN jsonb_typeof(result -> 'strategies') = 'array' THEN result || jsonb_build_object('strategies', (
      SELECT coalesce(jsonb_agg((
        SELECT jsonb_object_agg(part.name, CASE WHEN jsonb_typeof(part.value) = 'array' AND listed.most IS NOT NULL
          THEN jsonb_path_query_array(part.value, '$[last - $most + 1 to last]', jsonb_build_object('most', listed.most)) ELSE part.value END)
        FROM jsonb_each(strategy.report) AS part (name, value)
        LEFT JOIN jsonb_each(${JSON.stringify(LIMITS.backtests.listed)}::jsonb) AS listed (name, most) ON listed.name = part.name
      ) ORDER BY strategy.place), '[]')
      FROM jsonb_array_elements(result -> 'strategies') WITH ORDINALITY AS strategy (report, place)
    )) ELSE result END AS result
    FROM "BacktestRun" WHERE id = ${id}::uuid`
  return row?.result == null ? null : storedResult.parse(row.result)
}
