import { arrayLiteral } from '../arrayLiteral.ts'
import { Prisma } from '../generated/client.ts'
import type { Statements } from '../inTransaction.ts'
import { markPublished } from '../nudges.ts'
import { causedBy } from '../requestIds.ts'
import { TASKS, type Payload, type TaskName } from './tasks.ts'

/**
 * Has a task run once for each payload when the transaction is committed; not at all when it is not. A job runs at least once: again when it
 * fails, or when its process dies. Throws when a payload is not the task's.
 * Raw SQL: one statement for a batch, in order (unnest).
 */
export async function enqueue<Name extends TaskName>(tx: Statements, task: Name, ...payloads: readonly Payload<Name>[]): Promise<void> {
  if (payloads.length === 0) return
  markPublished(tx)
  await tx.$executeRaw(insertTasks(task, payloads))
}

/** The same for one payload, in one statement with the insert of another row, which needs no transaction then. */
export async function enqueueWith<Name extends TaskName>(
  db: Statements,
  insert: Prisma.Sql,
  task: Name,
  payload: Payload<Name>,
): Promise<void> {
  markPublished(db)
  await db.$executeRaw`WITH other AS (${insert}) ${insertTasks(task, [payload])}`
}

function insertTasks<Name extends TaskName>(task: Name, payloads: readonly Payload<Name>[]): Prisma.Sql {
  const checked = arrayLiteral(payloads.map((payload) => JSON.stringify({ ...TASKS[task].payload.parse(payload), ...causedBy() })))
  // The relay makes jobs of them: graphile_worker.add_job notifies, which would let one such transaction commit at a time.
  return Prisma.sql`
    INSERT INTO "Outbox" (job, payload, events)
    SELECT ${task}, payload, 0 FROM unnest(${checked}::text[]) WITH ORDINALITY AS row(payload, place) ORDER BY place`
}
