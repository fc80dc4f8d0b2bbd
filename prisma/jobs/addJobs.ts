import type pg from 'pg'
import { isTaskName, lanesOf, TASKS } from './tasks.ts'

/** A row of the outbox that a task is to come of. */
export interface WaitingJob {
  readonly id: string
  readonly job: string
  readonly payload: string
}

/**
 * Makes jobs of rows of the outbox, all of them or none: one statement deletes the rows and adds the jobs, each with its row's id as its
 * key.
 * Raw SQL: it calls graphile-worker.
 */
export async function addJobs(client: pg.Client, rows: readonly WaitingJob[]): Promise<void> {
  const kinds = rows.map(({ job, payload }) =>
    isTaskName(job) ? { attempts: TASKS[job].maxAttempts, lanes: JSON.stringify(lanesOf(job, payload)) } : { attempts: null, lanes: '[]' },
  )
  const values = [rows.map(({ id }) => id), kinds.map(({ attempts }) => attempts), kinds.map(({ lanes }) => lanes)]
  await client.query({ name: 'add jobs', text: ADD, values })
}

/** $1 rows, $2 their most attempts (null: the library's own number), $3 their lanes, which are its flags. */
const ADD = `
  WITH gone AS (DELETE FROM "Outbox" WHERE id = ANY($1::bigint[]) RETURNING id, job, payload)
  SELECT FROM graphile_worker.add_jobs((
    SELECT array_agg(ROW(gone.job, gone.payload::json, NULL, NULL, kind.attempts, gone.id::text, NULL,
      (SELECT array_agg(lane) FROM json_array_elements_text(kind.lanes) AS lane))::graphile_worker.job_spec ORDER BY gone.id)
    FROM gone JOIN unnest($1::bigint[], $2::smallint[], $3::json[]) AS kind(id, attempts, lanes) ON kind.id = gone.id))`
