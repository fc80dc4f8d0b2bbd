import { Piscina, type TaskQueue } from 'piscina'
import type { Logger } from 'pino'

const TYPESCRIPT = import.meta.url.endsWith('.ts')

/** For the newest objects, most of which die at once: by default a thread lets forty-eight megabytes of them pile up. */
const YOUNG_MB = 8

export interface ThreadParts {
  /** The worker file without its ending: from source the threads load the TypeScript file, compiled the JavaScript one. */
  readonly file: URL
  readonly threads: number
  /** As many when tasks wait, those beyond `threads` for as long as they have work; `threads` unless given. */
  readonly most?: number
  readonly log: Logger
  /** Megabytes each thread may keep on its heap; one that needs more is ended. */
  readonly heapMb?: number
  /** The order of tasks that wait for a thread, if not first come, first served. */
  readonly queue?: TaskQueue
}

/** Starts so many threads that run a file of this project, until the pool is closed. */
export function startThreads<Task, Answer>({ file, threads, most = threads, log, heapMb, queue }: ThreadParts): Piscina<Task, Answer> {
  const piscina = new Piscina<Task, Answer>({
    filename: `${file.href}${TYPESCRIPT ? '.ts' : '.js'}`,
    // Run from source, a thread needs the same loader as this one.
    execArgv: TYPESCRIPT ? ['--import', '#typescript'] : [],
    minThreads: threads,
    maxThreads: most,
    ...(queue === undefined ? {} : { taskQueue: queue }),
    ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB } }),
  })
  // One that ends while idle loses no task, and the pool replaces it.
  piscina.on('error', (error: unknown) => log.error({ err: error }, 'an idle worker ended'))
  return piscina
}
