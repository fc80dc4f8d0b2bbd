import type { Database, Transaction } from '../client.ts'

/** A job that has used up its attempts. */
export interface DeadLetter {
  readonly id: string
  readonly task: string
  readonly attempts: number
  /** What the last attempt failed with; null: its process died in the midst of it. */
  readonly error: string | null
  readonly createdAt: Date
  readonly payload: unknown
}

/** The jobs given up, oldest first; `limit`: so many of them, at most. Raw SQL: the tables of graphile-worker. */
export function deadLetters(db: Database | Transaction, limit: number | null = null): Promise<DeadLetter[]> {
  return db.$queryRaw`
    SELECT job.id::text, task.identifier AS task, job.attempts::int, job.last_error AS error, job.created_at AS "createdAt", job.payload
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    WHERE job.attempts >= job.max_attempts AND job.locked_at IS NULL ORDER BY job.id LIMIT ${limit}::bigint`
}

/** How many jobs were given up. */
export async function countDeadLetters(db: Database | Transaction): Promise<number> {
  const [counted] = await db.$queryRaw<{ dead: number }[]>`
    SELECT count(*)::int AS dead FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND locked_at IS NULL`
  return counted?.dead ?? 0
}

/** Jobs that are due or in hand, by their task; of each 10,000 at most are counted. */
export function countWaitingJobs(db: Database | Transaction): Promise<{ readonly task: string; readonly jobs: number }[]> {
  return db.$queryRaw`
    SELECT task.identifier AS task, count(*)::int AS jobs
    FROM graphile_worker._private_tasks task CROSS JOIN LATERAL (
      SELECT FROM graphile_worker._private_jobs job
      WHERE job.task_id = task.id AND job.attempts < job.max_attempts AND job.run_at <= now() LIMIT 10000) AS waiting
    GROUP BY task.identifier`
}

/** Lets a dead letter be tried again from now on, as often as when it was new. Null: there is none of that id. */
export async function retryDeadLetter(tx: Transaction, id: string): Promise<Pick<DeadLetter, 'task' | 'payload'> | null> {
  const [retried] = await tx.$queryRaw<Pick<DeadLetter, 'task' | 'payload'>[]>`
    UPDATE graphile_worker._private_jobs job SET attempts = 0, run_at = now(), updated_at = now() FROM graphile_worker._private_tasks task
    WHERE job.id::text = ${id} AND job.attempts >= job.max_attempts AND job.locked_at IS NULL AND task.id = job.task_id
    RETURNING task.identifier AS task, job.payload`
  return retried ?? null
}

/** Removes a dead letter: it is never tried again. Null: there is none of that id. */
export async function cancelDeadLetter(tx: Transaction, id: string): Promise<Pick<DeadLetter, 'task'> | null> {
  const [cancelled] = await tx.$queryRaw<Pick<DeadLetter, 'task'>[]>`
    DELETE FROM graphile_worker._private_jobs job USING graphile_worker._private_tasks task
    WHERE job.id::text = ${id} AND job.attempts >= job.max_attempts AND job.locked_at IS NULL AND task.id = job.task_id
    RETURNING task.identifier AS task`
  return cancelled ?? null
}
