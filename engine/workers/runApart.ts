import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Told } from './answerParent.ts'
import { processUse } from './processUse.ts'

const LOOK_MS = 50
/** Of what the process writes to its standard error, the end is kept for the log. */
const LAST_WORDS = 4_096
/** Settings a database connection may need; everything else of the environment stays here. */
const INHERITED = /^(PG[A-Z]+|NODE_EXTRA_CA_CERTS|TZ|SystemRoot)$/

export interface ApartParts {
  /** What Node.js is to run: a program that calls answerParent(). */
  readonly program: readonly string[]
  /** Plain JSON. */
  readonly task: object
  /** Megabytes of JavaScript objects, and of memory in all, at which it is ended. */
  readonly limitMb: { readonly heap: number; readonly resident: number }
  /** Milliseconds at which it is ended: of processor time, which a busy machine makes no longer, and of the clock, for one that stands still. */
  readonly limitMs: { readonly cpu: number; readonly clock: number }
  readonly onProgress: (share: number) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** The process took up more memory than it may, and was ended. */
export class OutOfMemory extends Error {}
/** The process took longer than it may, and was ended: it computed for so long, or did not end for so long. */
export class TooLong extends Error {
  readonly by: 'cpu' | 'clock'
  constructor(by: 'cpu' | 'clock') {
    super()
    this.by = by
  }
}
/** Somebody else has ended the process, with the signal of an orderly end. */
export class Interrupted extends Error {}

/**
 * Runs a task in a process of its own, of lower priority than this one, and resolves when it is done and the process is gone, with all
 * its resources freed. Rejects with the signal's reason, OutOfMemory, TooLong, Interrupted, or an Error that says how the process failed.
 */
export async function runApart({ program, task, limitMb, limitMs, onProgress, signal }: ApartParts): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [`--max-old-space-size=${limitMb.heap}`, ...program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name))),
  })
  let told: Told | null = null
  let lastWords = ''
  let ended: Error | null = null
  const kill = () => void child.kill('SIGKILL')
  child.on('message', (message: Told) => {
    if (message.kind === 'progress') onProgress(message.share)
    else told = message
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-LAST_WORDS)))
  // It may be gone before its task reaches it: its end shows why.
  child.send(task, () => undefined)
  yieldToOthers(child)
  const end = (reason: Error) => {
    ended ??= reason
    kill()
  }
  const looking = setInterval(() => {
    void processUse(child.pid ?? 0).then((use) => {
      if (use === null) return
      if (use.megabytes > limitMb.resident) end(new OutOfMemory())
      else if (use.cpuMs > limitMs.cpu) end(new TooLong('cpu'))
    })
  }, LOOK_MS)
  const clock = setTimeout(() => end(new TooLong('clock')), limitMs.clock)
  signal.addEventListener('abort', kill, { once: true })
  try {
    const [code, endedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    const outcome = told as Told | null
    if (outcome?.kind === 'done') return
    signal.throwIfAborted()
    if (outcome?.kind === 'failed') throw new Error(outcome.reason)
    if (ended) throw ended as Error
    // V8 aborts when the heap is full; a system that is short of memory kills the largest process.
    if (endedBy === 'SIGKILL' || lastWords.includes('heap out of memory')) throw new OutOfMemory()
    if (endedBy === 'SIGTERM' || endedBy === 'SIGINT') throw new Interrupted()
    throw new Error(`the process ended with ${endedBy ?? code}: ${lastWords}`)
  } finally {
    clearInterval(looking)
    clearTimeout(clock)
    signal.removeEventListener('abort', kill)
  }
}

/** Lowest priority for processor and memory, as far as the system allows it: correctness does not need it. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It runs as one among others.
  }
  // When the system runs out of memory, Linux ends this one first.
  if (process.platform === 'linux') void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)
}
