import type { Database } from '../../../prisma/client.ts'
import type { OrderBudget } from '../../../schema/graphql/compliance.ts'
import { DAY, MINUTE, type Instant } from '../../../schema/time.ts'
import { ORDER_BUDGET, type BudgetWindow } from '../../../schema/trading/orderBudget.ts'

/** How far back each goes. */
const SPANS: Readonly<Record<BudgetWindow, number>> = { SECOND: 15 * MINUTE, MINUTE: DAY, HOUR: 7 * DAY }
/** Real milliseconds for which calls are kept: longer than any report goes back. */
const KEPT_FOR = 8 * DAY

interface UseRow {
  readonly at: Date
  readonly orders: number
  readonly entries: number
  readonly exits: number
  readonly changes: number
  readonly cancellations: number
  readonly peak: number
}

/**
 * What a user's live orders have used of the budget up to a real time: every call to the broker that placed, changed or cancelled one, by when
 * it was sent. The engine stores calls up to a second later.
 * Raw SQL: counts by a moving window.
 */
export async function readOrderBudget(db: Database, userId: string, window: BudgetWindow, until: Instant): Promise<OrderBudget> {
  const { orders: limit, ms } = ORDER_BUDGET[window]
  const from = new Date(until - SPANS[window])
  const rows = await db.$queryRaw<UseRow[]>`
    WITH counted AS (
      SELECT at, kind, count(*) OVER (ORDER BY at RANGE BETWEEN ${ms - 1}::int * interval '1 millisecond' PRECEDING AND CURRENT ROW) AS within
      FROM "OrderCall" WHERE "userId" = ${userId}::uuid AND at BETWEEN ${from} AND ${new Date(until)}
    )
    SELECT to_timestamp(floor(extract(epoch FROM at) * 1000 / ${ms}::int) * ${ms}::int / 1000) AS at, count(*)::int AS orders,
      count(*) FILTER (WHERE kind = 'ENTRY')::int AS entries, count(*) FILTER (WHERE kind = 'EXIT')::int AS exits,
      count(*) FILTER (WHERE kind = 'CHANGE')::int AS changes, count(*) FILTER (WHERE kind = 'CANCELLATION')::int AS cancellations,
      max(within)::int AS peak
    FROM counted GROUP BY 1 ORDER BY 1`
  return {
    ...{ window, limit, from, until: new Date(until) },
    peak: rows.reduce((most, { peak }) => Math.max(most, peak), 0),
    used: rows.map(({ peak: _, ...use }) => use),
  }
}

/** Removes calls that no report of the budget covers any more. */
export async function pruneOrderCalls(db: Database): Promise<void> {
  await db.orderCall.deleteMany({ where: { at: { lt: new Date(Date.now() - KEPT_FOR) } } })
}
