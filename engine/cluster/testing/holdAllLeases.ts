import { randomUUID } from 'node:crypto'
import type { Database } from '../../../prisma/client.ts'
import type { HeldLeases } from '../heldPartitions.ts'

/** The leases of a node that owns all users from now on, until another calls this. For tests only. */
export async function holdAllLeases(db: Database): Promise<HeldLeases> {
  const nodeId = randomUUID()
  const rows = await db.$queryRaw<{ partition: number; token: bigint }[]>`
    UPDATE "Lease" SET owner = ${nodeId}::uuid, token = token + 1, "expiresAt" = 'infinity' RETURNING partition, token`
  const held = new Map(rows.map(({ partition, token }) => [partition, token]))
  return { nodeId, held: () => held, everHeld: true }
}
