import { v7 as uuid } from 'uuid'
import type { Database } from '../../../prisma/client.ts'
import type { OrderBudget } from '../../../schema/graphql/compliance.ts'
import { DAY, MINUTE, type Instant } from '../../../schema/time.ts'
import { ORDER_BUDGET, type BudgetWindow } from '../../../schema/trading/orderBudget.ts'

/** How far back each is told. */
const SPANS: Readonly<Record<BudgetWindow, number>> = { SECOND: 15 * MINUTE, MINUTE: DAY, HOUR: 7 * DAY }

interface UseRow {
  readonly at: Date
  readonly orders: number
  readonly peak: number
}

/**
 * What a user's live orders have used of the budget up to a real time, by the times at which they were stored: each is committed just before
 * it is sent. A protective stop counts when it was first placed, not when it was filled.
 */
export async function readOrderBudget(db: Database, userId: string, window: BudgetWindow, until: Instant): Promise<OrderBudget> {
  const { orders: limit, ms } = ORDER_BUDGET[window]
  const from = new Date(until - SPANS[window])
  // Ids grow with time, and the index of live orders is by id.
  const firstId = uuid({ msecs: from.getTime(), seq: 0, random: new Uint8Array(16) })
  const used = await db.$queryRaw<UseRow[]>`
    WITH sent AS (
      SELECT "createdAt" AS at FROM "Order" sent
      WHERE "userId" = ${userId}::uuid AND mode = 'LIVE' AND id >= ${firstId}::uuid AND "createdAt" >= ${from}
        AND NOT EXISTS (SELECT FROM "ExitAtBroker" stop WHERE stop."clientOrderId" = sent."clientOrderId")
      UNION ALL
      SELECT stop."createdAt" FROM "Trade" trade
      JOIN "Leg" leg ON leg."tradeId" = trade.id
      JOIN "ExitAtBroker" stop ON stop."legId" = leg.id
      WHERE trade."userId" = ${userId}::uuid AND trade.mode = 'LIVE' AND (trade."closedAt" IS NULL OR trade."closedAt" >= ${from})
        AND stop."createdAt" >= ${from} AND stop."clientOrderId" LIKE 'S%'
    ), counted AS (
      SELECT at, count(*) OVER (ORDER BY at RANGE BETWEEN ${ms - 1}::int * interval '1 millisecond' PRECEDING AND CURRENT ROW) AS within FROM sent
    )
    SELECT to_timestamp(floor(extract(epoch FROM at) * 1000 / ${ms}::int) * ${ms}::int / 1000) AS at, count(*)::int AS orders,
      max(within)::int AS peak
    FROM counted GROUP BY 1 ORDER BY 1`
  return {
    ...{ window, limit, from, until: new Date(until) },
    peak: used.reduce((most, { peak }) => Math.max(most, peak), 0),
    used: used.map(({ at, orders }) => ({ at, orders })),
  }
}
