import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { TAKEN_OVER, type LetGoCause } from '../trading/protection/RemovedStops.ts'

/**
 * The owner of a running live leg of users in `partitions` has removed its protective stop, or converted it: lets its trade go, in the first
 * case where he wants that, and ends the unsent entries of it and the retries of its failed exits. Null: it stays managed, also where an exit
 * was requested or is live.
 * Raw SQL: it locks the legs, then looks again.
 */
export async function letGo(
  tx: Statements,
  { legId, cause }: { readonly legId: string; readonly cause: LetGoCause },
  partitions: readonly number[],
): Promise<{ readonly tradeId: string; readonly userId: string } | null> {
  // As an exit locks it that is being committed.
  const [locked] = await tx.$queryRaw<{ tradeId: string }[]>`
    SELECT "tradeId" FROM "Leg"
    WHERE "tradeId" = (SELECT "tradeId" FROM "Leg" WHERE id = ${legId}::uuid AND status = 'RUNNING')
    ORDER BY id FOR NO KEY UPDATE`
  if (!locked) return null
  const { tradeId } = locked
  // A separate statement, begun under the lock: it sees the exit that was just committed.
  const [trade] = await tx.$queryRaw<{ userId: string }[]>`
    UPDATE "Trade" trade SET "letGoAt" = coalesce("letGoAt", now()), "exitHandedOverAt" = NULL, "openWhenHanded" = NULL
    FROM "User" owner
    WHERE trade.id = ${tradeId}::uuid AND trade.status = 'RUNNING' AND trade.mode = 'LIVE' AND owner.id = trade."userId"
      AND (owner."removedStop" = 'LET_GO' OR ${cause === 'CONVERTED'}) AND user_partition(owner.id) = ANY(${[...partitions]}::int[])
      AND NOT EXISTS (SELECT FROM "ExitRequest" request WHERE request."tradeId" = trade.id)
      AND NOT EXISTS (SELECT FROM "Order" live WHERE live."tradeId" = trade.id AND live.purpose = 'EXIT' AND live."isOpen")
    RETURNING trade."userId"`
  if (!trade) return null
  await tx.$executeRaw`UPDATE "Leg" SET "exitFailures" = 0, "exitWanted" = NULL, "exitRetryAt" = NULL WHERE "tradeId" = ${tradeId}::uuid`
  await tx.$executeRaw`
    UPDATE "Order" SET status = 'CANCELLED', "reservedPaise" = 0, note = ${TAKEN_OVER}, "updatedAt" = now()
    WHERE "tradeId" = ${tradeId}::uuid AND purpose = 'ENTRY' AND status = 'INTENT'`
  return { tradeId, userId: trade.userId }
}

/** The running trades of users in `partitions` that were let go. */
export async function findLetGo(db: Database, partitions: readonly number[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Trade"
    WHERE status = 'RUNNING' AND "letGoAt" IS NOT NULL AND user_partition("userId") = ANY(${[...partitions]}::int[])`
  return rows.map(({ id }) => id)
}
