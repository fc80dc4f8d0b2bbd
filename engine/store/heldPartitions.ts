import type { Statements } from '../../prisma/inTransaction.ts'

/** The users that this engine node may trade for. */
export interface HeldLeases {
  readonly nodeId: string
  /** Fencing tokens by partition of the users (SQL function user_partition). */
  held(): ReadonlyMap<number, bigint>
}

/**
 * The partitions that the node still owns, by the database's word, and keeps until the transaction ends: a node that takes one over
 * waits for it. Transactions on the same users wait for each other too, so what an account has left is decided one after the other.
 */
export async function heldPartitions(tx: Statements, leases: HeldLeases): Promise<number[]> {
  const held = leases.held()
  const rows = await tx.$queryRaw<{ partition: number }[]>`
    SELECT lease.partition FROM "Lease" lease
    JOIN unnest(${[...held.keys()]}::int[], ${[...held.values()]}::bigint[]) AS held(partition, token) USING (partition, token)
    WHERE lease.owner = ${leases.nodeId}::uuid
    ORDER BY lease.partition
    FOR NO KEY UPDATE OF lease`
  return rows.map(({ partition }) => partition)
}
