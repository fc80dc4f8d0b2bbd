import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { LeasesLapsed } from '../runtime/LeasesLapsed.ts'

/** Names the advisory locks of partitions among all others of the database. */
const LOCK_SPACE = 6_483
/** The owner of a partition that no node has: it is free to take. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The users that this engine node may trade for. */
export interface HeldLeases {
  readonly nodeId: string
  /** Fencing tokens by partition of the users (SQL function user_partition). */
  held(): ReadonlyMap<number, bigint>
  /** Whether there have been any since its start. */
  readonly everHeld: boolean
}

/** The leases that a node holds. Throws LeasesLapsed while there are none. */
function ownLeases(leases: HeldLeases): ReadonlyMap<number, bigint> {
  const held = leases.held()
  if (held.size === 0) throw new LeasesLapsed(leases.everHeld)
  return held
}

/** Their partitions. Throws LeasesLapsed while there are none. */
export function ownPartitions(leases: HeldLeases): number[] {
  return [...ownLeases(leases).keys()]
}

/**
 * SQL: the partitions, as `partition`, that the node still owns in the database, locked until the transaction ends: a node that takes one
 * over waits for it. `only`: a condition on lease.partition. `held`: the leases to look among, all of the node's unless given; throws
 * LeasesLapsed while it has none.
 */
export function leasedPartitions(leases: HeldLeases, only = Prisma.sql`true`, held = ownLeases(leases)): Prisma.Sql {
  return Prisma.sql`
    SELECT lease.partition FROM "Lease" lease
    JOIN unnest(${[...held.keys()]}::int[], ${[...held.values()]}::bigint[]) AS held(partition, token) USING (partition, token)
    WHERE lease.owner = ${leases.nodeId}::uuid AND ${only}
    FOR SHARE OF lease`
}

/**
 * The partitions that the node owns and keeps until the transaction ends. Transactions on the same users wait for each other here, so
 * what an account has left is decided one after the other; exits, which cost nothing, skip this and wait for nobody. Rejects with
 * LeasesLapsed while the node has none.
 * Raw SQL: advisory locks, and rows locked FOR SHARE.
 */
export async function heldPartitions(tx: Statements, leases: HeldLeases): Promise<number[]> {
  const held = ownLeases(leases)
  const partitions = [...held.keys()].toSorted((a, b) => a - b)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, partition) FROM unnest(${partitions}::int[]) AS partition`
  const rows = await tx.$queryRaw<{ partition: number }[]>`${leasedPartitions(leases, undefined, held)}`
  return rows.map(({ partition }) => partition)
}

/**
 * Keeps all transactions of nodes on the trades of a user's partition (heldPartitions) waiting until the transaction ends: for what decides by
 * what a user has open, and is no node's. Exits do not wait.
 */
export async function holdTrades(tx: Statements, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, user_partition(${userId}::uuid))`
}
