import type { Database } from '../../prisma/client.ts'
import type { Instant } from '../../schema/time.ts'
import type { OrderCall } from '../broker/OrderCallLog.ts'

/**
 * Stores calls; calls already stored stay as they are, and calls of deleted accounts are left out.
 * Raw SQL: a batch, joined with the accounts that are there (unnest).
 */
export async function insertOrderCalls(db: Database, calls: readonly OrderCall[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "OrderCall" (id, "userId", at, kind)
    SELECT call.id, owner.id, to_timestamp(call.at / 1000.0), call.kind::"OrderCallKind"
    FROM unnest(
      ${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ userId }) => userId)}::uuid[],
      ${calls.map(({ at }) => at)}::float8[], ${calls.map(({ kind }) => kind)}::text[]
    ) AS call(id, "userId", at, kind)
      JOIN "User" owner ON owner.id = call."userId"
    ON CONFLICT DO NOTHING`
}

/** A user's stored calls since a real time. */
export async function orderCallsSince(db: Database, userId: string, since: Instant): Promise<OrderCall[]> {
  const rows = await db.orderCall.findMany({ where: { userId, at: { gte: new Date(since) } } })
  return rows.map(({ at, ...call }) => ({ ...call, at: at.getTime() }))
}
