import { JobWorkers, type JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import type { JobLog } from '../../prisma/jobs/LivingPools.ts'

/** The updates of performance that this node is handed, one at a time, until it is closed; closing waits for the one in hand. See JobWorkers. */
export function performanceJobs(
  databaseUrl: string,
  update: (runId: string, job: JobInHand) => Promise<void>,
  log: JobLog,
): Pick<JobWorkers, 'close'> {
  return new JobWorkers(databaseUrl, [{ tasks: { 'performance.update': ({ runId }, job) => update(runId, job) }, concurrency: 1 }], log)
}
