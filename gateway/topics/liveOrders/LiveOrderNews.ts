import type { Database } from '../../../prisma/client.ts'
import type { LiveOrders } from '../../../schema/graphql/liveOrders.ts'
import { describeLiveIncident } from '../../../schema/trading/liveIncidents.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { Closings } from './Closings.ts'
import type { FirstOrders } from './FirstOrders.ts'

const MOST_INCIDENTS = 50

/** What users' live orders wait for, now and whenever it changes; reads the database only for those who listen. */
export class LiveOrderNews {
  readonly #db: Database
  readonly #firstOrders: FirstOrders
  readonly #closings: Closings
  readonly #changes = new Broadcast<LiveOrders>()
  constructor(db: Database, firstOrders: FirstOrders, closings: Closings) {
    this.#db = db
    this.#closings = closings
    this.#firstOrders = firstOrders
  }

  async of(userId: string): Promise<LiveOrders> {
    const [unresolved, incidents, firstOrders] = await Promise.all([
      this.#db.unresolvedOrders.findUnique({ where: { userId } }),
      this.#db.liveIncident.findMany({ where: { userId }, orderBy: [{ since: 'asc' }, { subject: 'asc' }], take: MOST_INCIDENTS }),
      this.#firstOrders.waiting(userId),
    ])
    const over = incidents.flatMap(({ kind, subject }) => (kind === 'OVERFILLED' ? subject : []))
    const closings = await this.#closings.latest(userId, over)
    return {
      ...{ unresolved: unresolved?.orders ?? 0, unresolvedSince: unresolved?.since ?? null, firstOrders },
      incidents: incidents.map(({ kind, subject, option, units, tradeId, since }) => ({
        ...{ id: `${kind}:${subject}`, kind, option, units, tradeId, since },
        closing: kind === 'OVERFILLED' ? (closings.get(subject) ?? null) : null,
        text: describeLiveIncident({ kind, option, units }),
      })),
    }
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
    return {
      ...{
        'orders.unresolved': changed,
        'incidents.changed': changed,
        'firstOrder.asked': changed,
        'firstOrder.approved': changed,
        'firstOrder.ended': changed,
      },
    }
  }
}
