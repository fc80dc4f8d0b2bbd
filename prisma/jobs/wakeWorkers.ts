import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** How often one idle worker of a crew looks for jobs whose time has come. */
const LOOK_MS = 5_000

/**
 * Wakes the idle workers of the pool that is about to be created: one every five seconds, and one more whenever a job is found. Jobs that
 * are due together are so taken together, and a crew with nothing to do looks once, however many workers it has. New jobs wake workers
 * without this.
 */
export function wakeWorkers(events: WorkerEvents): void {
  events.once('pool:create', ({ workerPool }: { readonly workerPool: WorkerPool }) => {
    const wakeOne = () => workerPool.nudge(1)
    const clock = setInterval(wakeOne, LOOK_MS)
    events.on('job:start', wakeOne)
    // Workers that end may not be woken.
    events.once('pool:gracefulShutdown', () => {
      clearInterval(clock)
      events.off('job:start', wakeOne)
    })
  })
}
