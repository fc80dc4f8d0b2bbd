import type { Statements } from '../inTransaction.ts'
import { markPublished } from '../bus/nudges.ts'
import { TASKS, type Payload, type TaskName } from './tasks.ts'

/**
 * Has a task run once the transaction is committed; not at all when it is not. It runs at least once: again when it fails, or when its
 * process dies. Throws when the payload is not the task's.
 */
export async function enqueue<Name extends TaskName>(tx: Statements, task: Name, payload: Payload<Name>): Promise<void> {
  const checked = JSON.stringify(TASKS[task].payload.parse(payload))
  markPublished(tx)
  // The relay makes a job of it: graphile_worker.add_job notifies, which would let one such transaction commit at a time.
  await tx.$executeRaw`INSERT INTO "Outbox" (job, payload, events) VALUES (${task}, ${checked}, 0)`
}
