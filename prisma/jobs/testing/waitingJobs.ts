import type { Database } from '../../client.ts'

export interface StoredJob {
  readonly key: string | null
  readonly task: string
  readonly payload: unknown
  readonly attempts: number
  readonly most: number
}

/** The jobs that are not done, those in hand and dead letters among them, in the order in which they were added. For tests only. */
export function waitingJobs(db: Database): Promise<StoredJob[]> {
  return db.$queryRaw`
    SELECT job.key, task.identifier AS task, job.payload, job.attempts::int, job.max_attempts::int AS most
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id ORDER BY job.id`
}
