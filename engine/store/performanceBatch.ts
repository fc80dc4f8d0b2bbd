import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { IsoDate } from '../../schema/time.ts'
import type { PerformanceBatch, SignalChange, SignalResult, StrategyDay } from '../analysis/performance/PerformanceBatch.ts'

/** What a statement has taken from the results that no update has counted. */
interface TakenResults {
  /** Results taken. */
  readonly results: number
  /** Rows of subscriptions they were added to. */
  readonly subscriptions: number
  readonly changes: readonly SignalChange[]
}

/**
 * Takes the oldest results that no update has counted, at most `most`; adds them to their subscriptions, and returns them summed up by
 * signal. A trade whose signal is not known counts as a signal of its own; one that is gone with its owner counts no more.
 * Raw SQL: one statement deletes, adds up and returns.
 */
export async function takeResults(tx: Statements, most: number): Promise<TakenResults> {
  // An array, not IN: of a table that was empty when it was last analysed the planner expects one row, and would compare each with each.
  const rows = await tx.$queryRaw<(Omit<TakenResults, 'changes'> & { readonly changed: SignalChange | null })[]>`
    WITH taken AS (
      DELETE FROM "UncountedResult" WHERE id = ANY(ARRAY(SELECT id FROM "UncountedResult" ORDER BY id LIMIT ${most}::int)) RETURNING *
    ), known AS MATERIALIZED (
      SELECT taken.*, trade."strategyId", trade.version, trade.market, trade.mode, trade."subscriptionId",
        coalesce(entry."signalId", trade.id) AS "signalId",
        (coalesce(trade."exitTime", trade."entryTime") AT TIME ZONE 'Asia/Kolkata')::date AS day
      FROM taken JOIN "Trade" trade ON trade.id = taken."tradeId"
      LEFT JOIN LATERAL (
        SELECT "signalId" FROM "Order" WHERE "tradeId" = trade.id AND purpose = 'ENTRY' AND "signalId" IS NOT NULL ORDER BY slice LIMIT 1
      ) entry ON true
    ), added AS (
      INSERT INTO "SubscriptionPerformance" AS sums ("subscriptionId", market, mode, trades, gained, "grossPaise", "netPaise")
      SELECT "subscriptionId", market, mode, sum(trades), sum(gained), sum("grossPaise"), sum("netPaise") FROM known GROUP BY 1, 2, 3
      ON CONFLICT ("subscriptionId", market, mode) DO UPDATE SET trades = sums.trades + excluded.trades,
        gained = sums.gained + excluded.gained, "grossPaise" = sums."grossPaise" + excluded."grossPaise",
        "netPaise" = sums."netPaise" + excluded."netPaise"
      RETURNING 1
    ), changes AS (
      SELECT "strategyId", version, market, mode, "signalId", min(day)::text AS day, sum(trades)::int AS trades,
        sum("lotGrossPaise")::float8 AS "lotGross", sum("lotNetPaise")::float8 AS "lotNet", sum("lotFundsPaise")::float8 AS "lotFunds"
      FROM known GROUP BY "strategyId", version, market, mode, "signalId"
    )
    SELECT (SELECT count(*) FROM taken)::int AS results, (SELECT count(*) FROM added)::int AS subscriptions, to_jsonb(changes) AS changed
    FROM (VALUES (1)) AS once LEFT JOIN changes ON true`
  const [{ results, subscriptions } = { results: 0, subscriptions: 0 }] = rows
  return { results, subscriptions, changes: rows.flatMap(({ changed }) => changed ?? []) }
}

/** Earlier counts, as far as they matter for changed signals. */
export async function loadBatch(tx: Statements, changes: readonly SignalChange[]): Promise<PerformanceBatch> {
  const signals = await tx.$queryRaw<SignalResult[]>`
    SELECT "signalId"::text, mode::text, day::text, trades, "lotGrossPaise"::float8 AS "lotGross", "lotNetPaise"::float8 AS "lotNet",
      "lotFundsPaise"::float8 AS "lotFunds"
    FROM "SignalResult"
    JOIN unnest(${arrayLiteral(changes.map(({ signalId }) => signalId))}::uuid[], ${arrayLiteral(changes.map(({ mode }) => mode))}::"TradeMode"[])
      AS changed("signalId", mode) USING ("signalId", mode)`
  const earliest = earliestDays(changes, signals)
  const column = (pick: (change: SignalChange) => string | number) => arrayLiteral(earliest.map(({ change }) => pick(change)))
  const days = await tx.$queryRaw<StrategyDay[]>`
    WITH changed AS (
      SELECT *, (
        SELECT max(day) FROM "StrategyDay" before
        WHERE (before."strategyId", before.version, before.market, before.mode) = (given."strategyId", given.version, given.market, given.mode)
          AND before.day < given.first
      ) AS before
      FROM unnest(
        ${column(({ strategyId }) => strategyId)}::uuid[], ${column(({ version }) => version)}::int[],
        ${column(({ market }) => market)}::text[], ${column(({ mode }) => mode)}::"TradeMode"[],
        ${arrayLiteral(earliest.map(({ day }) => day))}::date[]
      ) AS given("strategyId", version, market, mode, first)
    )
    SELECT "strategyId"::text, version, market, mode::text, day::text, trades, gained, "grossPaise"::float8 AS gross,
      "netPaise"::float8 AS net, "fundsPaise"::float8 AS funds, "equityPaise"::float8 AS equity, "highPaise"::float8 AS high,
      "worstDrawdownPaise"::float8 AS "worstDrawdown", streak, "longestGain", "longestLoss"
    FROM changed JOIN "StrategyDay" USING ("strategyId", version, market, mode)
    WHERE day >= coalesce(changed.before, changed.first)
    ORDER BY day`
  return { changes, signals, days }
}

/** The earliest changed day of each record: a signal counts on the day it first counted. */
function earliestDays(
  changes: readonly SignalChange[],
  signals: readonly SignalResult[],
): readonly { readonly change: SignalChange; readonly day: IsoDate }[] {
  const countsOn = new Map(signals.map(({ signalId, mode, day }) => [`${signalId} ${mode}`, day]))
  const earliest = new Map<string, { readonly change: SignalChange; readonly day: IsoDate }>()
  for (const change of changes) {
    const { signalId, strategyId, version, market, mode } = change
    const day = countsOn.get(`${signalId} ${mode}`) ?? change.day
    const name = `${strategyId} ${version} ${mode} ${market}`
    const known = earliest.get(name)
    if (!known || day < known.day) earliest.set(name, { change, day })
  }
  return [...earliest.values()]
}
