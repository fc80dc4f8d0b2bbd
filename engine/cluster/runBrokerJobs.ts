import { JobWorkers, type JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import type { Logger } from 'pino'

/** Concurrent commands. Most of a sign-in is waiting for the broker. */
const CONCURRENCY = 8

/** Has this node take its share of the commands for the broker, until it is closed. */
export function runBrokerJobs(
  databaseUrl: string,
  run: (commandId: string, job: JobInHand) => Promise<void>,
  log: Logger,
): { close(): Promise<void> } {
  return new JobWorkers(
    databaseUrl,
    [{ tasks: { 'broker.run': ({ commandId }, job) => run(commandId, job) }, concurrency: CONCURRENCY }],
    log,
  )
}
