import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import readline from 'node:readline'
import { programOf } from './programOf.ts'

export interface EngineProcessSettings {
  readonly databaseUrl: string
  /** Data folder with the sandbox's account. */
  readonly home: string
  readonly sandboxPort: number
  /** Settings beside those above. */
  readonly environment?: Readonly<Record<string, string>>
  /** Of another copy of the project. */
  readonly root?: string
}

/** The engine as a process of its own, to be started, killed and started again. For tests only. */
export class EngineProcess {
  /** Everything it has logged, over all its lives. */
  readonly log: string[] = []
  readonly #settings: EngineProcessSettings
  #child: ChildProcess | null = null

  constructor(settings: EngineProcessSettings) {
    this.#settings = settings
  }

  /** Of the process that runs; null when none does. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Waits until it trades. Resolves with its health server's address; rejects when it ends before that. */
  async start(): Promise<string> {
    const child = this.#launch()
    const [line] = (await Promise.race([
      once(readline.createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`the engine ended with ${String(code)}`))),
    ])) as [string]
    const ready = JSON.parse(line) as { event: string; port: number }
    if (ready.event !== 'engine.ready') throw new Error(`the engine said ${line}`)
    return `http://127.0.0.1:${ready.port}`
  }

  /** Starts it with a failpoint (runtime/failpoint.ts) armed, and waits until that has ended it; rejects when it ends otherwise. */
  async dieAt(failpoint: string): Promise<void> {
    const [code, signal] = (await once(this.#launch({ FAILPOINT: failpoint }), 'exit')) as [number | null, NodeJS.Signals | null]
    this.#child = null
    if (signal !== 'SIGKILL') throw new Error(`the engine ended with ${String(code ?? signal)} and not at ${failpoint}`)
  }

  #launch(failpoint: NodeJS.ProcessEnv = {}) {
    const { databaseUrl, home, sandboxPort, environment, root } = this.#settings
    const own = { DATABASE_URL: databaseUrl, SAKHA_HOME: home, SANDBOX_PORT: String(sandboxPort), ENGINE_PORT: '0' }
    const child = spawn(process.execPath, programOf('engine/main.ts', root), {
      env: { ...process.env, ...own, ...environment, ...failpoint },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    readline.createInterface({ input: child.stderr }).on('line', (line) => this.log.push(line))
    return child
  }

  /** Waits until it has ended by itself; resolves with the exit code. */
  async ended(): Promise<number | null> {
    const child = this.#child
    if (!child) throw new Error('the engine does not run')
    const [code] = (await once(child, 'exit')) as [number | null]
    this.#child = null
    return code
  }

  /** Sends the signal and waits for the end. Resolves with the exit code; null when it was killed or does not run. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return child?.exitCode ?? null
    const exit = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exit)[0]
  }
}
