import type { Denial } from '../../../schema/graphql/denials.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { DenialService } from './service.ts'

/** Streams denials to their users; reads the database only for those who subscribe. */
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

  /** A user's new denials. */
  stream(userId: string): AsyncIterable<Denial> {
    return this.#refused.stream(userId)
  }
}
