import type { Logger } from 'pino'
import { SECOND, type Instant } from '../../../schema/time.ts'
import {
  lacksSession,
  type BrokerFill,
  type BrokerOrder,
  type BrokerPosition,
  type ExecutionPort,
  type OrderUpdate,
} from '../../broker/port.ts'
import { missingUpdates, type KnownOrder } from '../orders/missingUpdates.ts'

/** Market milliseconds between two looks at an account. */
const LOOK_EVERY = 2 * SECOND
/** Market milliseconds without news after which an order that the book does not show is looked up like one whose answer was lost. */
const SILENT_FOR = 15 * SECOND

/** An account's books at the broker, each as it was when it was read, in this order. */
export interface AccountLook {
  readonly userId: string
  readonly orders: readonly BrokerOrder[]
  readonly positions: readonly BrokerPosition[]
  readonly fills: readonly BrokerFill[]
}

export interface AccountReconcilerParts {
  readonly broker: Pick<ExecutionPort, 'orders' | 'fills' | 'positions'>
  /** A user's live orders that the broker has taken, protective stops included, as they are now. */
  readonly ordersOf: (userId: string) => readonly KnownOrder[]
  /** Takes an update as one that the broker has reported. */
  readonly hear: (update: OrderUpdate) => void
  /** An order that the broker had is not in its book: it is to be looked up, and never sent again. */
  readonly lookUp: (clientOrderId: string) => void
  /** An account was looked at, at a market time, and what was missing was reported. */
  readonly onLook: (look: AccountLook, now: Instant) => void
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Holds our live orders against the broker's books, every two seconds and whenever it is told to: a report that was lost on its way, with a
 * connection, a process or a lease, is made good by the books' state. It reports only what differs, and what it repeats changes nothing.
 */
export class AccountReconciler {
  readonly #parts: AccountReconcilerParts
  /** By user: market time of the last look. */
  readonly #lookedAt = new Map<string, Instant>()
  readonly #looking = new Set<string>()
  /** Users to look at again once the look under way is over: it may have begun too early. */
  readonly #again = new Set<string>()
  /** Whose an order is, and market time of its latest news or first sight, by client order id. */
  readonly #heard = new Map<string, { readonly userId: string; at: Instant }>()
  /** Users whose books were not read last time. */
  readonly #unread = new Set<string>()
  #users: ReadonlySet<string> = new Set()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: AccountReconcilerParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Market time advanced. `users`: those with something live open or under way. */
  onTime(now: Instant, users: ReadonlySet<string>): void {
    this.#now = now
    this.#users = users
    for (const seen of [this.#lookedAt, this.#unread]) for (const userId of seen.keys()) if (!users.has(userId)) seen.delete(userId)
    for (const userId of users) {
      const lookedAt = this.#lookedAt.get(userId)
      if (lookedAt === undefined || Math.abs(now - lookedAt) >= LOOK_EVERY) this.#look(userId)
    }
    for (const [clientOrderId, { userId }] of this.#heard) if (!users.has(userId)) this.#heard.delete(clientOrderId)
  }

  /** What was reported may have been lost, of a user or of anybody: looks at once. */
  lookNow(userId: string | null): void {
    for (const each of this.#users) if (userId === null || userId === each) this.#look(each)
  }

  /** The broker has reported on an order. */
  heard({ clientOrderId }: OrderUpdate): void {
    const heard = this.#heard.get(clientOrderId)
    if (heard) heard.at = this.#now
  }

  #look(userId: string): void {
    if (this.#looking.has(userId)) {
      this.#again.add(userId)
      return
    }
    this.#lookedAt.set(userId, this.#now)
    this.#looking.add(userId)
    void this.#compare(userId).finally(() => {
      this.#looking.delete(userId)
      if (this.#again.delete(userId) && this.#users.has(userId)) this.#look(userId)
    })
  }

  async #compare(userId: string): Promise<void> {
    const { broker, ordersOf, hear, lookUp, onLook, log } = this.#parts
    const account = { userId, mode: 'LIVE' } as const
    // Before the books: what is sent meanwhile is not missing in them.
    const before = new Set(ordersOf(userId).map(({ clientOrderId }) => clientOrderId))
    try {
      const orders = await broker.orders(account)
      const positions = await broker.positions(account)
      const fills = await broker.fills(account)
      this.#unread.delete(userId)
      const shown = new Map(orders.map((order) => [order.clientOrderId, order]))
      const ours = ordersOf(userId)
      this.#keepHeard(userId, new Set(ours.map(({ clientOrderId }) => clientOrderId)))
      for (const known of ours) {
        const order = shown.get(known.clientOrderId)
        if (order) for (const update of missingUpdates(known, order, fills, this.#now)) hear(update)
        if (this.#isSilent(known.clientOrderId, userId, order !== undefined || !before.has(known.clientOrderId)))
          lookUp(known.clientOrderId)
      }
      onLook({ userId, orders, positions, fills }, this.#now)
    } catch (error) {
      // Without a session nobody can look, and its owner is told elsewhere.
      if (!lacksSession(error) && !this.#unread.has(userId))
        log.warn({ err: error, userId }, 'the broker’s books were not read: its orders are held against them again')
      this.#unread.add(userId)
    }
  }

  /** Whether nothing was heard of an order for long; `isNews`: it was, by now. */
  #isSilent(clientOrderId: string, userId: string, isNews: boolean): boolean {
    const heard = this.#heard.get(clientOrderId)
    if (isNews || !heard) this.#heard.set(clientOrderId, { userId, at: this.#now })
    return !isNews && heard !== undefined && Math.abs(this.#now - heard.at) >= SILENT_FOR
  }

  #keepHeard(owner: string, ours: ReadonlySet<string>): void {
    for (const [clientOrderId, { userId }] of this.#heard)
      if (userId === owner && !ours.has(clientOrderId)) this.#heard.delete(clientOrderId)
  }
}
