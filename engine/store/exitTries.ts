import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { afterFailedExit, failedExitOf, HANDED_OVER_AT, TOLD_AT, type FailedExit } from '../trading/exitTries.ts'
import type { TriedExit } from '../trading/TradeBooks.ts'
import type { Due } from './bookables.ts'
import type { BookedTrade } from './saveBookings.ts'

/** A failed exit, of whose trade. */
interface Failure extends FailedExit {
  readonly tradeId: string
  readonly userId: string
}

/** The exits that have ended with these bookings without selling their trades; `due` and `booked` in the same order. */
export function failedExitsOf(due: readonly Due[], booked: readonly BookedTrade[]): Failure[] {
  return due.flatMap(({ bookable, updates }, i) => {
    const booking = booked[i]?.booking
    const failed = booking && failedExitOf(bookable, booking, updates.at(-1)?.at ?? 0)
    return failed ? { ...failed, tradeId: bookable.origin.id, userId: bookable.origin.userId } : []
  })
}

/** Writes down that exits have failed, and when they are tried again; and whom to tell. */
export async function countFailedExits(
  tx: Statements,
  failures: readonly Failure[],
): Promise<readonly (TriedExit & { readonly userId: string })[]> {
  if (failures.length === 0) return []
  const ids = failures.map(({ tradeId }) => tradeId)
  const rows = await tx.$queryRaw<{ id: string; failures: number }[]>`
    SELECT id, "exitFailures" AS failures FROM "Trade" WHERE id = ANY(${ids}::uuid[])`
  const before = new Map(rows.map((row) => [row.id, row]))
  const tried = failures.map(({ tradeId, userId, ...failed }) => ({
    ...{ tradeId, userId },
    tries: afterFailedExit(before.get(tradeId) ?? null, failed),
  }))
  await tx.$executeRaw`
    UPDATE "Trade" SET "exitFailures" = new.failures, "exitWanted" = new.reason, "exitRetryAt" = to_timestamp(new.retry / 1000.0),
      "exitFailingAt" = CASE WHEN new.failures >= ${TOLD_AT}::int THEN coalesce("exitFailingAt", now()) ELSE "exitFailingAt" END,
      "exitHandedOverAt" = CASE WHEN new.failures >= ${HANDED_OVER_AT}::int THEN coalesce("exitHandedOverAt", now()) END
    FROM unnest(
      ${ids}::uuid[],
      ${tried.map(({ tries }) => tries.failures)}::int[],
      ${tried.map(({ tries }) => tries.reason)}::"ExitReason"[],
      ${tried.map(({ tries }) => tries.retryAt)}::float8[]
    ) AS new(id, failures, reason, retry)
    WHERE "Trade".id = new.id`
  return tried
}

/** Of the running trades of users in `partitions`, those whose last exit has failed. */
export async function findExitTries(db: Database, partitions: readonly number[]): Promise<TriedExit[]> {
  const rows = await db.$queryRaw<{ id: string; failures: number; reason: ExitReason; retryAt: Date }[]>`
    SELECT id, "exitFailures" AS failures, "exitWanted" AS reason, "exitRetryAt" AS "retryAt" FROM "Trade"
    WHERE status = 'RUNNING' AND "exitFailures" > 0 AND user_partition("userId") = ANY(${[...partitions]}::int[])`
  return rows.map(({ id, failures, reason, retryAt }) => ({ tradeId: id, tries: { failures, reason, retryAt: retryAt.getTime() } }))
}
