import type { Denial } from '../../../schema/graphql/denials.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { DenialService } from './service.ts'

/** Refused signals to those whose they are; read from the database only for those who listen. */
export class DenialNews {
  readonly #denials: DenialService
  readonly #background: Background
  readonly #refused = new Broadcast<Denial>()

  constructor(denials: DenialService, background: Background) {
    this.#denials = denials
    this.#background = background
  }

  get hears(): Hears {
    return {
      'signal.denied': ({ userId, denialId }) => {
        if (this.#refused.hasListeners(userId))
          this.#background.run('a refused signal could not be read', async () =>
            this.#refused.publish(userId, await this.#denials.one(userId, denialId)),
          )
      },
    }
  }

  /** A user's refused signals from now on. */
  stream(userId: string): AsyncIterable<Denial> {
    return this.#refused.stream(userId)
  }
}
