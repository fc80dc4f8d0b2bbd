import { JobWorkers, type JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import type { JobLog } from '../../prisma/jobs/LivingPools.ts'

/** Concurrent analyses that users wait for. */
const CONCURRENCY = 4

/** The analyses that users ask for, which this node is handed until it is closed. See JobWorkers. */
export function agentJobs(
  databaseUrl: string,
  answer: (requestId: string, job: Pick<JobInHand, 'isLast'>) => Promise<void>,
  log: JobLog,
): Pick<JobWorkers, 'close'> {
  const tasks = { 'agent.analyse': ({ requestId }: { readonly requestId: string }, job: JobInHand) => answer(requestId, job) }
  return new JobWorkers(databaseUrl, [{ tasks, concurrency: CONCURRENCY }], log)
}
