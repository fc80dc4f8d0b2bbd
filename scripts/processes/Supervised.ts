import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'

/** The wait before the next life: doubled for each in a row that has ended before it was ready. */
const SHORTEST_WAIT_MS = 100
const LONGEST_WAIT_MS = 30_000
const STOP_GRACE_MS = 15_000

export interface SupervisedOptions {
  /** Its event `name.ready` says that a start has succeeded. */
  readonly name: string
  /** Node's arguments: flags, file, the file's own arguments. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Every line of standard error: the process's log. */
  readonly onLog: (line: string) => void
  /** Every line of standard output that is a JSON object with an `event`. */
  readonly onEvent: (event: { readonly event: string } & Readonly<Record<string, unknown>>) => void
  /** It died unexpectedly and restarts after the delay. */
  readonly onDeath: (how: string, delayMs: number) => void
}

/**
 * One process of the product: started, restarted when it dies, stopped in order. Only starts that fail lengthen the wait for the
 * next: what was ready and is killed, however often, is back as soon as it can start.
 */
export class Supervised {
  private readonly options: SupervisedOptions
  private child: ChildProcess | null = null
  private timer: NodeJS.Timeout | null = null
  private stopping = false
  private failedStarts = 0

  constructor(options: SupervisedOptions) {
    this.options = options
  }

  /** Of the life that runs; null between two. */
  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    const { name, args, env, onLog, onEvent, onDeath } = this.options
    const preload = new URL('./exitWithParent.mjs', import.meta.url).href
    const child = spawn(process.execPath, ['--import', preload, ...args], {
      cwd: path.resolve('.'),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches the whole foreground group; the launcher decides the order, so its children stand apart.
      detached: true,
    })
    this.child = child
    this.failedStarts++
    readline.createInterface({ input: child.stderr! }).on('line', onLog)
    readline.createInterface({ input: child.stdout! }).on('line', (line) => {
      const event = parseEvent(line)
      if (event?.event === `${name}.ready`) this.failedStarts = 0
      if (event) onEvent(event)
      else onLog(line)
    })
    child.once('exit', (code, signal) => {
      this.child = null
      if (this.stopping) return
      const delayMs = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** this.failedStarts)
      onDeath(signal ?? `exit code ${code}`, delayMs)
      this.timer = setTimeout(() => this.start(), delayMs)
    })
  }

  /** Asks it to end and waits; kills it after the deadline. */
  async stop(): Promise<void> {
    this.stopping = true
    if (this.timer) clearTimeout(this.timer)
    const child = this.child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
    await exited
    clearTimeout(timer)
  }
}

function parseEvent(line: string): ({ event: string } & Record<string, unknown>) | null {
  if (!line.startsWith('{"event":')) return null
  try {
    return JSON.parse(line) as { event: string } & Record<string, unknown>
  } catch {
    return null
  }
}
