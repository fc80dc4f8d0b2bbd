import { SAMPLE_MS, type NodeKind } from '../../schema/systemKinds.ts'
import type { Pool } from '../client.ts'

/** A process that has measured itself so lately lives. */
export const ALIVE_MS = 3 * SAMPLE_MS

/** A process at work on a database. */
export interface LivingNode {
  readonly kind: NodeKind
  readonly version: string
  /** Of Node.js. */
  readonly runtime: string
}

/**
 * The processes that work on a database, by what each measured last; those that ended within the last half minute are among them.
 * Raw SQL: the last of each process (DISTINCT ON).
 */
export async function livingNodes(on: Pick<Pool, 'query'>): Promise<readonly LivingNode[]> {
  const { rows } = await on.query<LivingNode>(
    `SELECT DISTINCT ON ("nodeId") kind, version, runtime FROM "NodeSample" WHERE at > now() - $1 * interval '1 ms' ORDER BY "nodeId", at DESC`,
    [ALIVE_MS],
  )
  return rows
}
