import type { Database } from '../../../prisma/client.ts'
import type { Instant } from '../../../schema/time.ts'

/** Partitions of the users by the engine node that trades for them. */
export async function ownedPartitions(db: Database, now: Instant): Promise<ReadonlyMap<string, number>> {
  const owners = await db.lease.groupBy({ by: ['owner'], where: { expiresAt: { gt: new Date(now) } }, _count: true })
  return new Map(owners.map(({ owner, _count }) => [owner, _count]))
}

/** Partitions of the users that no engine node trades for. */
export function countOwnerless(db: Database, now: Instant): Promise<number> {
  return db.lease.count({ where: { expiresAt: { lte: new Date(now) } } })
}
