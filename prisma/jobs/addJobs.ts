import type pg from 'pg'
import { isTaskName, TASKS } from './tasks.ts'

/** A row of the outbox that a task is to come of. */
export interface WaitingJob {
  readonly id: string
  readonly job: string
}

/** Makes jobs of rows of the outbox, all of them or none: one statement deletes the rows and adds the jobs, each with its row's id as its key. */
export async function addJobs(client: pg.Client, rows: readonly WaitingJob[]): Promise<void> {
  const attempts = rows.map(({ job }) => (isTaskName(job) ? TASKS[job].maxAttempts : null))
  await client.query({ name: 'add jobs', text: ADD, values: [rows.map(({ id }) => id), attempts] })
}

/** $1 rows, $2 their most attempts; null: the library's own number. */
const ADD = `
  WITH gone AS (DELETE FROM "Outbox" WHERE id = ANY($1::bigint[]) RETURNING id, job, payload)
  SELECT FROM graphile_worker.add_jobs((
    SELECT array_agg(ROW(gone.job, gone.payload::json, NULL, NULL, kind.attempts, gone.id::text, NULL, NULL)::graphile_worker.job_spec ORDER BY gone.id)
    FROM gone JOIN unnest($1::bigint[], $2::smallint[]) AS kind(id, attempts) ON kind.id = gone.id))`
