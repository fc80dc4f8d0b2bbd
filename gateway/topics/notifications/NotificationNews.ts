import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../prisma/client.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { Concerned } from './Concerned.ts'
import type { EngineWatch } from './EngineWatch.ts'
import type { NotificationFeed } from './NotificationFeed.ts'
import type { Outbox } from './Outbox.ts'

/** One signal opens the trades of many users: they are handled in one batch. */
const GATHER_MS = 50
/** How often the engine is checked. */
const WATCH_MS = 5 * SECOND

/** Routes bus events to the users to notify: on screens by the feed, outside by the outbox. */
export class NotificationNews {
  readonly #db: Database
  readonly #feed: NotificationFeed
  readonly #outbox: Outbox
  readonly #watch: EngineWatch
  readonly #log: FastifyBaseLogger
  readonly #timers: readonly NodeJS.Timeout[]
  #concerned: Set<string> | 'everyone' = new Set()
  #gathering: NodeJS.Timeout | null = null
  readonly #underWay = new Set<Promise<void>>()

  constructor(db: Database, { feed, outbox, watch, log }: NotificationParts) {
    this.#db = db
    this.#feed = feed
    this.#outbox = outbox
    this.#watch = watch
    this.#log = log
    this.#timers = [
      setInterval(() => this.#inBackground(() => this.#watch.look()), WATCH_MS),
      // What was published while no gateway listened.
      setInterval(() => this.catchUp(), MINUTE),
    ]
  }

  /** Events that may notify somebody. */
  get hears(): Hears {
    const itsUser = ({ userId }: { readonly userId: string }) => this.#gather([userId])
    const everyone = () => this.#gather('everyone')
    return {
      ...{ 'trade.opened': itsUser, 'trade.closed': itsUser, 'signal.denied': itsUser, 'day.lost': itsUser, 'account.changed': itsUser },
      ...{
        'fill.disputed': itsUser,
        'order.refused': itsUser,
        'proposal.made': itsUser,
        'firstOrder.asked': itsUser,
        'trade.letGo': itsUser,
      },
      'backtest.ended': ({ runId }) =>
        this.#inBackground(async () => {
          const run = await this.#db.backtestRun.findUnique({ where: { id: runId }, select: { userId: true } })
          if (run) itsUser(run)
        }),
      ...{ 'kill.changed': everyone, 'engine.incident': everyone, 'strategy.archived': everyone, 'strategy.versioned': everyone },
    }
  }

  /** Checks every user: events may have been missed. */
  catchUp(): void {
    this.#gather('everyone')
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#gathering) clearTimeout(this.#gathering)
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #gather(users: Concerned): void {
    if (users === 'everyone') this.#concerned = 'everyone'
    else if (this.#concerned !== 'everyone') for (const userId of users) this.#concerned.add(userId)
    this.#gathering ??= setTimeout(() => this.#inBackground(() => this.#tell()), GATHER_MS)
  }

  async #tell(): Promise<void> {
    const users = this.#concerned === 'everyone' ? 'everyone' : [...this.#concerned]
    this.#concerned = new Set()
    this.#gathering = null
    await Promise.all([this.#outbox.collect(users), this.#feed.tell(users)])
  }

  #inBackground(work: () => Promise<void>): void {
    const run: Promise<void> = work()
      .catch((error: unknown) => this.#log.error({ err: error }, 'notifications could not be published'))
      .finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
  }
}

export interface NotificationParts {
  readonly feed: NotificationFeed
  readonly outbox: Outbox
  readonly watch: EngineWatch
  readonly log: FastifyBaseLogger
}
