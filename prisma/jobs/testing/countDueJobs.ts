import type { Database } from '../../client.ts'

/** How many jobs are still to be added, are due, or are in hand. For tests only. */
export async function countDueJobs(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT ((SELECT count(*) FROM "Outbox" WHERE job IS NOT NULL)
      + (SELECT count(*) FROM graphile_worker._private_jobs
         WHERE locked_at IS NOT NULL OR (attempts < max_attempts AND run_at <= now())))::int AS count`
  return row?.count ?? 0
}
