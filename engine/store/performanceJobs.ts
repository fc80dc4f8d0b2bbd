import { JobWorkers, type JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import type { JobLog } from '../../prisma/jobs/LivingPools.ts'

/** The performance updates handed to this node, one at a time, until it is closed; closing waits for the running one. See JobWorkers. */
export function performanceJobs(
  databaseUrl: string,
  update: (runId: string, job: JobInHand) => Promise<void>,
  log: JobLog,
): Pick<JobWorkers, 'close'> {
  return new JobWorkers(databaseUrl, [{ tasks: { 'performance.update': ({ runId }, job) => update(runId, job) }, concurrency: 1 }], log)
}
