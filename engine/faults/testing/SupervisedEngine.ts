import { EventEmitter, once } from 'node:events'
import { Supervised } from '../../../scripts/processes/Supervised.ts'
import type { EngineProcessSettings } from '../../testing/EngineProcess.ts'
import { programOf } from '../../testing/programOf.ts'

/** The engine under the supervisor that `npm start` puts it under, which starts it again after every kill. For tests only. */
export class SupervisedEngine {
  readonly #events = new EventEmitter<{ ready: []; death: [delayMs: number] }>()
  readonly #supervised: Supervised

  /** `log`: takes every line that it logs. */
  constructor({ databaseUrl, home, sandboxPort, environment }: EngineProcessSettings, log: string[]) {
    this.#supervised = new Supervised({
      name: 'engine',
      args: programOf('engine/main.ts'),
      env: { DATABASE_URL: databaseUrl, SAKHA_HOME: home, SANDBOX_PORT: String(sandboxPort), ENGINE_PORT: '0', ...environment },
      onLog: (line) => log.push(line),
      onEvent: () => this.#events.emit('ready'),
      onDeath: (_how, delayMs) => this.#events.emit('death', delayMs),
    })
  }

  start(): void {
    this.#supervised.start()
  }

  /** Resolves when this life, or the next, trades. */
  async ready(): Promise<void> {
    await once(this.#events, 'ready')
  }

  /** Ends this life as a power cut would; resolves with the milliseconds until the next begins. */
  async kill(): Promise<number> {
    const { pid } = this.#supervised
    if (pid === null) throw new Error('the engine ended by itself')
    const death = once(this.#events, 'death') as Promise<[number]>
    process.kill(pid, 'SIGKILL')
    return (await death)[0]
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    await this.#supervised.stop()
  }
}
