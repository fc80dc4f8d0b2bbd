import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { Leg } from '../trading/positions/legs.ts'
import { selectLegs } from './legs.ts'

/**
 * Sets the stops and targets that owners have asked for on running legs of users in `partitions`, of trades that were not let go: the leg's,
 * and its trade's if it is the only one. A stop that trails is not lowered. Returns those legs.
 * Raw SQL: legs, trades and what was asked for change in one statement.
 */
export async function setAskedLevels(tx: Statements, partitions: readonly number[]): Promise<Leg[]> {
  const changed = await tx.$queryRaw<{ id: string }[]>`
    WITH asked AS MATERIALIZED (
      SELECT change.id, change."legId", change."stopPaise" AS stop, change."targetPaise" AS target, leg."stopPaise" AS "stopBefore",
        leg."targetPaise" AS "targetBefore", coalesce(leg.terms->'trailingStopPercent' <> 'null', false) AS trails
      FROM "LevelChange" change JOIN "Leg" leg ON leg.id = change."legId" JOIN "Trade" trade ON trade.id = leg."tradeId"
      WHERE change."setAt" IS NULL AND leg.status = 'RUNNING' AND trade."letGoAt" IS NULL
        AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
    ), changed AS (
      UPDATE "Leg" leg SET "ownStopPaise" = coalesce(asked.stop, leg."ownStopPaise"), "ownTargetPaise" = coalesce(asked.target, leg."ownTargetPaise"),
        "stopPaise" = CASE WHEN trails THEN greatest(leg."stopPaise", asked.stop) ELSE coalesce(asked.stop, leg."stopPaise") END,
        "targetPaise" = coalesce(asked.target, leg."targetPaise")
      FROM asked WHERE leg.id = asked."legId" AND leg.status = 'RUNNING'
      RETURNING leg.id, leg."tradeId", leg."stopPaise", leg."targetPaise", asked.id AS "changeId", "stopBefore", "targetBefore"
    ), single AS (
      UPDATE "Trade" trade SET "stopPaise" = changed."stopPaise", "targetPaise" = changed."targetPaise"
      FROM changed WHERE trade.id = changed."tradeId" AND trade."entryPricePaise" IS NOT NULL
    ), answered AS (
      UPDATE "LevelChange" change SET "setAt" = now(), "stopBeforePaise" = changed."stopBefore", "targetBeforePaise" = changed."targetBefore"
      FROM changed WHERE change.id = changed."changeId"
    )
    SELECT id FROM changed`
  if (changed.length === 0) return []
  return selectLegs(tx, Prisma.sql`leg.id = ANY(${changed.map(({ id }) => id)}::uuid[])`)
}
