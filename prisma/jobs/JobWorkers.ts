import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, parseCronItems, run, type CronItem, type Task, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import { openPool, type Pool } from '../client.ts'
import type { Lanes } from './Lanes.ts'
import { LivingPools, type JobLog } from './LivingPools.ts'
import { LookingTurns } from './LookingTurns.ts'
import { forRequest } from '../requestIds.ts'
import { beginSpan } from '../../schema/tracing/spans.ts'
import { isTaskName, TASKS, type Payload, type TaskKind, type TaskName } from './tasks.ts'
import { wakeWorkers } from './wakeWorkers.ts'

/** How long a worker that is idle rests by itself, the longest a timer can: it is woken (wakeWorkers.ts). */
const REST_MS = 2 ** 31 - 1
/** Before workers that ended with the database's connection begin again. */
const RESTART_MS = 1_000
/**
 * For the last calls of workers that have stopped. The library counts those calls, and after one that failed beside others that did not it
 * waits for ever.
 */
const LAST_CALLS_MS = 5_000
const STOPPED = ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete', 'pool:forcefulShutdown:error'] as const

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
  /** Counts jobs by their lanes: one with a lane that is full waits, whatever is behind it goes first. */
  readonly lanes?: Lanes
}

/** What a task throws that is no trouble of ours: its job is tried again like any other, and nothing is logged. */
export class TryAgain extends Error {}

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
    this.#pool = openPool(databaseUrl, 'job-workers', crews.length + 2)
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

  async #run(crew: Crew): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      // They end by themselves only when they could not say how a job went, which is run again, or can look for none.
      await this.#work(crew).catch((error: unknown) => this.#log.error({ err: error }, 'the workers of jobs ended and begin again'))
      await delay(RESTART_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Until it is closed. Rejects when the workers end before. */
  async #work(crew: Crew): Promise<void> {
    const { signal } = this.#closing
    const { workers, stopped, stop } = await this.#start(crew)
    this.#living.add(workers.id)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    // A timer that is left would keep the process alive.
    const ended = new AbortController()
    try {
      await Promise.race([workers.promise, stopped.then(() => delay(LAST_CALLS_MS, undefined, { signal: ended.signal }))])
    } finally {
      ended.abort()
      signal.removeEventListener('abort', stop)
      this.#living.remove(workers.id)
    }
  }

  /** `stopped` resolves when no worker has a job in hand any more, and none takes another. */
  async #start({ tasks, concurrency, lanes }: Crew): Promise<{
    readonly workers: WorkerPool
    readonly stopped: Promise<void>
    readonly stop: () => void
  }> {
    const events: WorkerEvents = new EventEmitter()
    const created: WorkerPool[] = []
    events.once('pool:create', ({ workerPool }) => created.push(workerPool))
    const stopped = new Promise<void>((resolve) => {
      for (const event of STOPPED) events.once(event, () => resolve())
    })
    const keptFailure = failureKept(events)
    wakeWorkers(events)
    const runner = await run({
      ...(lanes ? { forbiddenFlags: fullLanes(lanes, events) } : {}),
      ...{ concurrency, noHandleSignals: true, pollInterval: REST_MS, logger: loggerFor(this.#log), pgPool: this.#pool, events },
      ...{ taskList: taskList(tasks, lanes, this.#log), parsedCronItems: parseCronItems(schedules(tasks)) },
      // How a job went is said by the pool, which survives it when that fails.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const [workers] = created
    if (!workers) throw new Error('a runner of jobs has no workers')
    const stop = () => void runner.stop().catch(() => undefined)
    void keptFailure.then((err) => {
      this.#log.warn({ err }, 'the workers of jobs can look for none and begin again')
      stop()
    })
    return { workers, stopped, stop }
  }
}

/**
 * Resolves with an error that a look for jobs failed with twice, the very same object. The library keeps how the first look of its workers
 * failed, and fails every later one with that, for ever and in silence; any other failure is a new one each time.
 */
function failureKept(events: WorkerEvents): Promise<unknown> {
  return new Promise((resolve) => {
    let last: unknown = null
    events.on('worker:getJob:error', ({ error }) => {
      if (error === last) resolve(error)
      last = error
    })
  })
}

/** What a worker that looks for a job leaves out; called by the library before each look. */
function fullLanes(lanes: Lanes, events: WorkerEvents): () => Promise<string[]> {
  const turns = new LookingTurns()
  for (const end of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) events.on(end, () => turns.end())
  return async () => {
    await turns.begin()
    return lanes.full
  }
}

function taskList(tasks: Crew['tasks'], lanes: Lanes | undefined, log: JobLog): TaskList {
  const entries = Object.keys(tasks).flatMap((name) => (isTaskName(name) ? [[name, taskOf(name, tasks, lanes, log)] as const] : []))
  return Object.fromEntries(entries)
}

/** What the clock causes: in the database it is known which hour's is there, so that one of all processes adds it. */
function schedules(tasks: Crew['tasks']): CronItem[] {
  return Object.keys(tasks).flatMap((name): CronItem[] => {
    const kind: TaskKind | null = isTaskName(name) ? TASKS[name] : null
    if (kind?.schedule === undefined) return []
    // By its key the next one replaces one that waits, or was given up.
    return [
      { task: name, match: kind.schedule, identifier: name, options: { backfillPeriod: 0, maxAttempts: kind.maxAttempts, jobKey: name } },
    ]
  })
}

function taskOf<Name extends TaskName>(
  name: Name,
  tasks: { readonly [Each in Name]?: Work<Each> },
  lanes: Lanes | undefined,
  log: JobLog,
): Task {
  return async (payload, { job, abortSignal }) => {
    // Before anything is waited for: the next worker looks by it.
    const leave = lanes?.enter(Object.keys(job.flags ?? {}))
    try {
      if (!abortSignal) throw new Error('a job was handed out without a signal')
      const inHand = { id: job.id, attempt: job.attempts, isLast: job.attempts >= job.max_attempts, signal: abortSignal }
      const work = async () => tasks[name]?.(TASKS[name].payload.parse(payload) as Payload<Name>, inHand)
      const requestId = requestOf(payload)
      if (requestId === null) return await work()
      log.info({ requestId, task: name, jobId: job.id, attempt: job.attempts }, 'a job that a request caused is begun')
      await traced({ name, requestId, jobId: job.id, attempt: job.attempts }, () => forRequest(requestId, work))
    } finally {
      leave?.()
    }
  }
}

interface TracedJob {
  readonly name: TaskName
  readonly requestId: string
  readonly jobId: string
  readonly attempt: number
}

async function traced({ name, requestId, jobId, attempt }: TracedJob, work: () => Promise<void>): Promise<void> {
  const endSpan = beginSpan()
  let failed = true
  try {
    await work()
    failed = false
  } finally {
    const attributes = { 'sakha.task': name, 'sakha.job.id': jobId, 'sakha.job.attempt': attempt }
    endSpan?.({ name: `job ${name}`, requestId, kind: 'caused', attributes, failed })
  }
}

function requestOf(payload: unknown): string | null {
  const id = typeof payload === 'object' && payload !== null && 'causedBy' in payload ? payload.causedBy : null
  return typeof id === 'string' ? id : null
}

/** The library's own words where something went wrong, without the payload. */
function loggerFor(log: JobLog): Logger {
  return new Logger(() => (level, message, meta) => {
    // The first is of a pool with fewer connections than workers, which is meant: a job needs one for a moment only.
    if (meta?.['max'] !== undefined || meta?.['error'] instanceof TryAgain) return
    // With a stack, which the error's own log line would have as well.
    const [line = ''] = message.split('\n')
    if (level === 'error' || level === 'warning') log.warn({}, `jobs: ${line}`)
  })
}
