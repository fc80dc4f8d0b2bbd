import { JobWorkers, type JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import type { JobLog } from '../../prisma/jobs/LivingPools.ts'

/** A ticket for a backtest: see BacktestRuns. */
export type BacktestJob = Pick<JobInHand, 'id' | 'isLast'>

/** The jobs of backtests that this node is handed, one at a time, until it is closed; closing waits for the running one. See JobWorkers. */
export function backtestJobs(databaseUrl: string, work: (job: BacktestJob) => Promise<void>, log: JobLog): Pick<JobWorkers, 'close'> {
  return new JobWorkers(databaseUrl, [{ tasks: { 'backtest.run': (_, job) => work(job) }, concurrency: 1 }], log)
}
