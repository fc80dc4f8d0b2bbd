import type { SchedulerStatus } from '../../../schema/graphql/performanceScheduler.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import { Coalesced } from '../../kit/Coalesced.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Hears } from '../../kit/Topic.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import type { PerformanceSchedulerService } from './service.ts'

const ADMINS = 'admins'

/** Streams how the scheduler stands to admins; reads it once for all of them, and only while one listens. */
export class SchedulerNews {
  readonly #background: Background
  readonly #statuses = new Broadcast<SchedulerStatus>()
  readonly #telling: Coalesced

  constructor(scheduler: PerformanceSchedulerService, background: Background) {
    this.#background = background
    this.#telling = new Coalesced(async () => this.#statuses.publish(ADMINS, await scheduler.read()))
  }

  get hears(): Hears {
    return {
      'performance.changed': () => {
        if (this.#statuses.hasListeners(ADMINS))
          this.#background.run('the performance scheduler could not be read', () => this.#telling.run())
      },
    }
  }

  /** Throws FORBIDDEN to anybody but an admin with two-factor sign-in. A change of the role ends the session, and the stream with it. */
  stream(caller: Principal): AsyncIterable<SchedulerStatus> {
    requireAdmin(caller)
    return this.#statuses.stream(ADMINS)
  }
}
