import { setTimeout as delay } from 'node:timers/promises'
import { Logger, runTaskList, type Task, type TaskList, type WorkerPool } from 'graphile-worker'
import { openPool, type Pool } from '../client.ts'
import { LivingPools, type JobLog } from './LivingPools.ts'
import { isTaskName, TASKS, type Payload, type TaskName } from './tasks.ts'

/** How often each worker that is idle looks for jobs whose time has come; new ones wake it at once. */
const LOOK_MS = 5_000
/** Before workers that ended with the database's connection begin again. */
const RESTART_MS = 500

/** A job in hand. */
export interface JobInHand {
  readonly id: string
  /** From 1. */
  readonly attempt: number
  /** When this attempt fails the job is a dead letter. */
  readonly isLast: boolean
  /** Aborted when the process ends and has waited long enough for it. */
  readonly signal: AbortSignal
}

export type Work<Name extends TaskName> = (payload: Payload<Name>, job: JobInHand) => Promise<void>

/** Tasks that share their workers. */
export interface Crew {
  readonly tasks: { readonly [Name in TaskName]?: Work<Name> }
  /** Jobs in hand at once. */
  readonly concurrency: number
}

/**
 * Runs jobs in this process until it is closed. What a task throws is its job's last error, and the job is tried again after a wait that
 * grows; after the most attempts of its task it stays as a dead letter. Jobs of a process that was killed are taken again within seconds.
 */
export class JobWorkers {
  readonly #pool: Pool
  readonly #log: JobLog
  readonly #living: LivingPools
  readonly #closing = new AbortController()
  readonly #running: readonly Promise<void>[]

  constructor(databaseUrl: string, crews: readonly Crew[], log: JobLog) {
    this.#log = log
    // Each crew listens on one connection; finding and ending jobs takes a moment of the others.
    this.#pool = openPool(databaseUrl, crews.length + 2, 10_000, '-c application_name=job-workers')
    this.#living = new LivingPools(databaseUrl, log)
    this.#running = crews.map((crew) => this.#run(crew))
  }

  /** Takes no more jobs and waits for those in hand, five seconds, before their signal is aborted. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
    await this.#living.close()
    await this.#pool.end()
  }

  async #run({ tasks, concurrency }: Crew): Promise<void> {
    const list = taskList(tasks)
    const { signal } = this.#closing
    while (!signal.aborted) {
      const workers = this.#start(list, concurrency)
      this.#living.add(workers.id)
      const stop = () => void Promise.resolve(workers.gracefulShutdown()).catch(() => undefined)
      signal.addEventListener('abort', stop, { once: true })
      // They end by themselves only when they could not say how a job went: it is run again.
      await workers.promise.catch((error: unknown) => this.#log.error({ err: error }, 'the workers of jobs ended and begin again'))
      signal.removeEventListener('abort', stop)
      this.#living.remove(workers.id)
      await delay(RESTART_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  #start(list: TaskList, concurrency: number): WorkerPool {
    const options = {
      ...{ concurrency, noHandleSignals: true, pollInterval: LOOK_MS, logger: loggerFor(this.#log) },
      // How a job went is said by the pool, which survives it when that fails.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }
    return runTaskList(options, list, this.#pool)
  }
}

function taskList(tasks: Crew['tasks']): TaskList {
  const entries = Object.keys(tasks).flatMap((name) => (isTaskName(name) ? [[name, taskOf(name, tasks)] as const] : []))
  return Object.fromEntries(entries)
}

function taskOf<Name extends TaskName>(name: Name, tasks: { readonly [Each in Name]?: Work<Each> }): Task {
  return async (payload, { job, abortSignal }) => {
    if (!abortSignal) throw new Error('a job was handed out without a signal')
    const inHand = { id: job.id, attempt: job.attempts, isLast: job.attempts >= job.max_attempts, signal: abortSignal }
    await tasks[name]?.(TASKS[name].payload.parse(payload) as Payload<Name>, inHand)
  }
}

/** The library's own words where something went wrong, without the payload. */
function loggerFor(log: JobLog): Logger {
  return new Logger(() => (level, message) => {
    // With a stack, which the error's own log line would have as well.
    const [line = ''] = message.split('\n')
    if (level === 'error' || level === 'warning') log.warn({}, `jobs: ${line}`)
  })
}
