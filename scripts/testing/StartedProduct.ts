import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../processes/freePort.ts'

const READY = /Sakha is ready: {2}(http:\S+)/

export interface StartOptions {
  /** The program that runs it. */
  readonly node: string
  /** The copy of the project. */
  readonly root: string
  /** The data folder. */
  readonly home: string
  /** Whose right it has; this process's own when not given. */
  readonly uid?: number
}

/** What `npm start` runs, in a copy of the project, on free ports and with an environment that has a PATH and nothing else. For tests only. */
export class StartedProduct {
  readonly #child: ChildProcess
  #output = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
  }

  static async start({ node, root, home, uid }: StartOptions): Promise<StartedProduct> {
    const ports = { PORT: await freePort(), ENGINE_PORT: await freePort(), SANDBOX_PORT: await freePort(), DATABASE_PORT: await freePort() }
    const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
    const child = spawn(node, [path.join(root, 'scripts/run.mjs'), 'start'], {
      ...(uid === undefined ? {} : { uid, gid: uid }),
      env: { PATH: process.env['PATH'], SAKHA_HOME: home, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new StartedProduct(child)
  }

  /** Resolves with its address when it is ready; rejects with all that it has said when it ends before. */
  ready(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#child.stdout?.on('data', () => {
        const [, address] = READY.exec(this.#output) ?? []
        if (address) resolve(address)
      })
      this.#child.once('close', () => reject(new Error(this.#output)))
      this.#child.once('error', reject)
    })
  }

  /** Asks it to end; resolves with its exit code and all that it has said. */
  async stop(): Promise<{ readonly code: number | null; readonly output: string }> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const closed = once(this.#child, 'close')
      this.#child.kill('SIGINT')
      await closed
    }
    return { code: this.#child.exitCode, output: this.#output }
  }
}
