import type { Database } from '../client.ts'

/** Analyses of each market that are gone through at a time: some twenty-five megabytes. */
const AT_ONCE = 2_000

/**
 * Removes the analyses of all markets that are no longer kept: of more than thirty days of market time ago, and named by no trade or
 * proposal.
 * Raw SQL: a function of the database.
 */
export async function pruneAnalyses(db: Database, atOnce = AT_ONCE): Promise<void> {
  for (let gone = -1; gone !== 0;) {
    const [row] = await db.$queryRaw<{ gone: number }[]>`SELECT "pruneAgentAnalyses"(${atOnce}::int)::float8 AS gone`
    gone = row!.gone
  }
}
