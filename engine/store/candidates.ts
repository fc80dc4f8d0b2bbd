import type { Transaction } from '../../prisma/client.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { addDays, istDate, istInstant, parseTimeOfDay, type Instant } from '../../schema/time.ts'
import type { Candidate } from '../trading/assess.ts'
import { OPEN_ORDERS } from '../trading/orderStates.ts'
import type { TradeMode } from '../trading/orders.ts'

interface CandidateRow {
  readonly strategyId: string
  readonly subscriptionId: string
  readonly userId: string
  readonly mode: TradeMode
  readonly windowStart: string
  readonly windowEnd: string
  readonly takeProfitPercent: number
  readonly stopLossPercent: number
  readonly maxTrades: number
  readonly lots: number
  readonly tradesToday: number
  readonly openTrades: number
}

/**
 * Every active subscription to the strategies that trades the index, with what it did on the market day of `now`, in one query.
 * An entry counts from its intent on, as an order first and as a trade once filled: two signals in a row cannot both slip under the limit.
 */
export async function candidatesOf(
  tx: Transaction,
  market: string,
  strategyIds: readonly string[],
  index: IndexSymbol,
  now: Instant,
): Promise<(Candidate & { readonly strategyId: string })[]> {
  const today = istDate(now)
  const rows = await tx.$queryRaw<CandidateRow[]>`
    WITH addressed AS (
      SELECT subscription.id, subscription."userId", subscription.mode, strategy.id AS "strategyId",
             strategy."windowStart", strategy."windowEnd", strategy."takeProfitPercent", strategy."stopLossPercent",
             strategy."maxTrades", strategy.quantity
      FROM "Subscription" subscription
      JOIN "Strategy" strategy ON strategy.id = subscription."strategyId"
      WHERE strategy.id = ANY(${[...strategyIds]}::uuid[]) AND subscription."isActive" AND subscription."endedAt" IS NULL
        AND ${index} = ANY(strategy.instruments)
    ), entering AS (
      SELECT entry."subscriptionId" AS id, count(*) AS total, count(*) FILTER (WHERE signal.symbol = ${index}) AS here
      FROM "Order" entry
      JOIN "Signal" signal ON signal.id = entry."signalId" AND signal.market = ${market}
      WHERE entry.purpose = 'ENTRY' AND entry.status = ANY(${[...OPEN_ORDERS]}::"OrderStatus"[])
      GROUP BY entry."subscriptionId"
    ), entered AS (
      SELECT addressed.id, count(*) AS today
      FROM addressed
      JOIN "Trade" trade ON trade."subscriptionId" = addressed.id AND trade.market = ${market}
        AND trade."entryTime" >= ${new Date(istInstant(today, 0))}::timestamptz
        AND trade."entryTime" < ${new Date(istInstant(addDays(today, 1), 0))}::timestamptz
      GROUP BY addressed.id
    ), running AS (
      SELECT "subscriptionId" AS id, count(*) AS here
      FROM "Trade"
      WHERE status = 'RUNNING' AND market = ${market} AND index = ${index}
      GROUP BY "subscriptionId"
    )
    SELECT addressed."strategyId", addressed.id AS "subscriptionId", addressed."userId", addressed.mode,
           addressed."windowStart", addressed."windowEnd", addressed."takeProfitPercent", addressed."stopLossPercent",
           addressed."maxTrades", addressed.quantity AS lots,
           (coalesce(entered.today, 0) + coalesce(entering.total, 0))::int AS "tradesToday",
           (coalesce(running.here, 0) + coalesce(entering.here, 0))::int AS "openTrades"
    FROM addressed
    LEFT JOIN entering USING (id)
    LEFT JOIN entered USING (id)
    LEFT JOIN running USING (id)
    ORDER BY addressed.id`
  return rows.map((row) => ({ ...row, windowStart: minuteOf(row.windowStart), windowEnd: minuteOf(row.windowEnd) }))
}

/** A window column as minutes since midnight. Throws when it is not a time of day: the table is damaged. */
function minuteOf(column: string): number {
  const minute = parseTimeOfDay(column)
  if (minute === null) throw new TypeError(`"${column}" is not a time of day`)
  return minute
}
