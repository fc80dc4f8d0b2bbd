import type { Database } from '../../../prisma/client.ts'
import type { LiveOrders } from '../../../schema/graphql/liveOrders.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'

/** What users' live orders wait for, now and whenever it changes; reads the database only for those who listen. */
export class LiveOrderNews {
  readonly #db: Database
  readonly #changes = new Broadcast<LiveOrders>()
  constructor(db: Database) {
    this.#db = db
  }

  async of(userId: string): Promise<LiveOrders> {
    const unresolved = await this.#db.unresolvedOrders.findUnique({ where: { userId } })
    return { unresolved: unresolved?.orders ?? 0, unresolvedSince: unresolved?.since ?? null }
  }

  /** After every change. */
  stream(userId: string): AsyncIterable<LiveOrders> {
    return this.#changes.stream(userId)
  }

  hears(background: Background): Hears {
    const changed = ({ userId }: { readonly userId: string }) => {
      if (this.#changes.hasListeners(userId))
        background.run('what live orders wait for could not be published', async () => this.#changes.publish(userId, await this.of(userId)))
    }
    return { 'orders.unresolved': changed }
  }
}
