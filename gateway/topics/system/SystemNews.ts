import type { SystemStatus } from '../../../schema/graphql/systemStatus.ts'
import { SAMPLE_MS } from '../../../schema/systemKinds.ts'
import { SECOND } from '../../../schema/time.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import { Coalesced } from '../../kit/Coalesced.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Hears } from '../../kit/Topic.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import type { AlertWatch } from './AlertWatch.ts'
import type { SystemSampler } from './SystemSampler.ts'
import type { SystemService } from './service.ts'

const ADMINS = 'admins'
const WATCH_MS = 5 * SECOND

export interface SystemNewsParts {
  readonly system: SystemService
  readonly sampler: SystemSampler
  readonly watch: AlertWatch
  readonly background: Background
}

/** Measures the installation and watches over it; streams how it is to admins, read once for all of them and only while one listens. */
export class SystemNews {
  readonly #parts: SystemNewsParts
  readonly #statuses = new Broadcast<SystemStatus>()
  readonly #telling: Coalesced
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(parts: SystemNewsParts) {
    const { sampler, watch, background } = parts
    this.#parts = parts
    this.#telling = new Coalesced(async () => this.#statuses.publish(ADMINS, await parts.system.read()))
    this.#timers = [
      setInterval(() => background.run('the system could not be watched', () => watch.look()), WATCH_MS),
      setInterval(() => {
        background.run('the system could not be measured', () => sampler.sample())
        this.#publish()
      }, SAMPLE_MS),
    ]
  }

  get hears(): Hears {
    return { 'engine.incident': () => this.#publish() }
  }

  /** Throws FORBIDDEN to anybody but an admin with two-factor sign-in. A change of the role ends the session, and the stream with it. */
  stream(caller: Principal): AsyncIterable<SystemStatus> {
    requireAdmin(caller)
    return this.#statuses.stream(ADMINS)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#parts.background.idle()
  }

  #publish(): void {
    if (this.#statuses.hasListeners(ADMINS)) this.#parts.background.run('the system could not be read', () => this.#telling.run())
  }
}
