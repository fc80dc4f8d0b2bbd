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

/** The jobs given up, oldest first. */
export function deadLetters(db: Database | Transaction): Promise<DeadLetter[]> {
  return db.$queryRaw`
    SELECT job.id::text, task.identifier AS task, job.attempts::int, job.last_error AS error, job.created_at AS "createdAt", job.payload
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    WHERE job.attempts >= job.max_attempts AND job.locked_at IS NULL ORDER BY job.id`
}

/** Lets a dead letter be tried again from now on, as often as when it was new. Null: there is none of that id. */
export async function retryDeadLetter(tx: Transaction, id: string): Promise<Pick<DeadLetter, 'task' | 'payload'> | null> {
  const [retried] = await tx.$queryRaw<Pick<DeadLetter, 'task' | 'payload'>[]>`
    UPDATE graphile_worker._private_jobs job SET attempts = 0, run_at = now(), updated_at = now() FROM graphile_worker._private_tasks task
    WHERE job.id::text = ${id} AND job.attempts >= job.max_attempts AND job.locked_at IS NULL AND task.id = job.task_id
    RETURNING task.identifier AS task, job.payload`
  return retried ?? null
}
