import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { SECOND } from './time.ts'

/** How often the watching thread looks before it ends the process. */
export const LOOKS = 30
const STILL_MS = 30 * SECOND

const TYPESCRIPT = import.meta.url.endsWith('.ts')

/** What the watching thread is started with. */
export interface WatchedLoop {
  /** Of the process, for its log. */
  readonly name: string
  /** Real milliseconds from one look to the next. */
  readonly lookMs: number
  /** The event loop's turns so far, and 1 while a debugger may hold it. */
  readonly shared: SharedArrayBuffer
}

/** Places in `shared`. */
export const [TURNS, DEBUGGED] = [0, 1]

/**
 * Ends this process by SIGKILL when its event loop has stood still for thirty seconds, and says so in its log: nothing else of it would
 * answer any more, not even a signal to stop. Whoever started it starts it again (`npm start`, systemd, Docker). The thread that watches
 * counts its own looks, not a clock: while the machine sleeps or the process is stopped, nobody looks. What a debugger holds is left alone.
 * It keeps no process running.
 *
 * @param warn gets the error when the watching thread itself has failed: the process goes on without it
 * @param stillMs real milliseconds; tests take fewer
 */
export function watchLoop(name: string, warn: (error: unknown) => void, stillMs: number = STILL_MS): void {
  const lookMs = stillMs / LOOKS
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const said = new Int32Array(shared)
  const say = () => {
    Atomics.add(said, TURNS, 1)
    Atomics.store(said, DEBUGGED, inspector.url() === undefined ? 0 : 1)
  }
  say()
  setInterval(say, lookMs).unref()
  const watcher = new Worker(new URL(TYPESCRIPT ? './loopWatcher.ts' : './loopWatcher.js', import.meta.url), {
    name: 'loop watcher',
    workerData: { name, lookMs, shared } satisfies WatchedLoop,
    // Run from source, it needs a loader; the process's own preloads are not for it.
    execArgv: TYPESCRIPT ? ['--import', '@oxc-node/core/register'] : [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  watcher.on('error', warn)
  watcher.unref()
}
