import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { afterFailedExit, failedExitOf, HANDED_OVER_AT, TOLD_AT, type FailedExit } from '../trading/positions/exitTries.ts'
import type { TriedExit } from '../trading/floor/TradeRecords.ts'
import type { Due } from './bookables.ts'
import type { BookedLeg } from './saveLegUpdates.ts'

/** A failed exit, and its leg's owner. */
interface Failure extends FailedExit {
  readonly tradeId: string
  readonly legId: string
  readonly userId: string
}

/** The exits that ended with these updates without selling their legs; `due` and `booked` in the same order. */
export function failedExitsOf(due: readonly Due[], booked: readonly BookedLeg[]): Failure[] {
  return due.flatMap(({ bookable, updates }, i) => {
    const legUpdate = booked[i]?.legUpdate
    const failed = legUpdate && failedExitOf(bookable, legUpdate, updates.at(-1)?.at ?? 0)
    return failed ? { ...failed, tradeId: bookable.origin.tradeId, legId: bookable.origin.id, userId: bookable.origin.userId } : []
  })
}

/**
 * Stores failed exits with the time of their retry, and returns whom to notify.
 * Raw SQL: a batch of legs with their trades in one statement (unnest).
 */
export async function countFailedExits(
  tx: Statements,
  failures: readonly Failure[],
): Promise<readonly (TriedExit & { readonly tradeId: string; readonly userId: string })[]> {
  if (failures.length === 0) return []
  const ids = failures.map(({ legId }) => legId)
  const rows = await tx.$queryRaw<{ id: string; failures: number }[]>`
    SELECT id, "exitFailures" AS failures FROM "Leg" WHERE id = ANY(${ids}::uuid[])`
  const before = new Map(rows.map((row) => [row.id, row]))
  const tried = failures.map(({ tradeId, legId, userId, ...failed }) => ({
    ...{ tradeId, legId, userId },
    tries: afterFailedExit(before.get(legId) ?? null, failed),
  }))
  await tx.$executeRaw`
    WITH new AS (
      SELECT * FROM unnest(
        ${ids}::uuid[],
        ${tried.map(({ tries }) => tries.failures)}::int[],
        ${tried.map(({ tries }) => tries.reason)}::"ExitReason"[],
        ${tried.map(({ tries }) => tries.retryAt)}::float8[]
      ) AS new(id, failures, reason, retry)
    ), counted AS (
      UPDATE "Leg" SET "exitFailures" = new.failures, "exitWanted" = new.reason, "exitRetryAt" = to_timestamp(new.retry / 1000.0)
      FROM new WHERE "Leg".id = new.id
      RETURNING "Leg"."tradeId", new.failures
    )
    UPDATE "Trade" SET
      "exitFailingAt" = CASE WHEN worst.failures >= ${TOLD_AT}::int THEN coalesce("exitFailingAt", now()) ELSE "exitFailingAt" END,
      "openWhenFailing" = CASE WHEN worst.failures >= ${TOLD_AT}::int AND "exitFailingAt" IS NULL THEN worst.open ELSE "openWhenFailing" END,
      "exitHandedOverAt" = CASE WHEN worst.failures >= ${HANDED_OVER_AT}::int THEN coalesce("exitHandedOverAt", now()) END,
      "openWhenHanded" = CASE WHEN worst.failures >= ${HANDED_OVER_AT}::int
        THEN CASE WHEN "exitHandedOverAt" IS NULL THEN worst.open ELSE "openWhenHanded" END END
    FROM (
      SELECT "tradeId", max(failures) AS failures, (
        SELECT jsonb_agg(jsonb_build_object('option', leg.option, 'units', leg.quantity - leg."exitQuantity") ORDER BY leg."entryTime", leg.id)
        FROM "Leg" leg WHERE leg."tradeId" = counted."tradeId" AND leg.status = 'RUNNING'
      ) AS open
      FROM counted GROUP BY "tradeId"
    ) AS worst
    WHERE "Trade".id = worst."tradeId"`
  return tried
}

/** The running legs of users in `partitions` whose last exit failed. */
export async function findExitTries(db: Database, partitions: readonly number[]): Promise<TriedExit[]> {
  const rows = await db.$queryRaw<{ id: string; failures: number; reason: ExitReason; retryAt: Date }[]>`
    SELECT leg.id, leg."exitFailures" AS failures, leg."exitWanted" AS reason, leg."exitRetryAt" AS "retryAt"
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE trade.status = 'RUNNING' AND leg.status = 'RUNNING' AND leg."exitFailures" > 0
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
  return rows.map(({ id, failures, reason, retryAt }) => ({ legId: id, tries: { failures, reason, retryAt: retryAt.getTime() } }))
}
