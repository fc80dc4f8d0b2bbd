import type { Logger } from 'pino'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import { lacksSession, type AccountKey, type ExecutionPort, type OrderUpdate } from '../../broker/port.ts'
import { LOOK_EVERY, type AccountLook } from '../orders/AccountLook.ts'
import { missingUpdates, type KnownOrder } from '../orders/missingUpdates.ts'

/** Market milliseconds without news after which an order that the book does not show is looked up like one whose answer was lost. */
const SILENT_FOR = 15 * SECOND

export interface AccountReconcilerParts {
  readonly broker: Pick<ExecutionPort, 'orders' | 'fills' | 'positions'>
  /** An account's live orders that the broker has taken, protective stops included, as they are now. */
  readonly ordersOf: (account: AccountKey) => readonly KnownOrder[]
  /** Tags of an account's orders that may or may not have reached the broker. */
  readonly lostOf: (account: AccountKey) => ReadonlySet<string>
  /** Takes an update as one that the broker has reported. */
  readonly hear: (update: OrderUpdate) => void
  /** An order that the broker had is not in its book: it is to be looked up, and never sent again. */
  readonly lookUp: (clientOrderId: string) => void
  /** An account was looked at, and what was missing was reported. */
  readonly onLook: (look: AccountLook) => void
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Reads the books of accounts at the broker, for all that follows from them: every two seconds, and whenever it is told to. Holds our live
 * orders against them: a report that was lost on its way, with a connection, a process or a lease, is made good by the books' state. It reports
 * only what differs, and what it repeats changes nothing.
 */
export class AccountReconciler {
  readonly #parts: AccountReconcilerParts
  /** Those with something to look for. By accountId(), as are all of these. */
  #accounts: ReadonlyMap<string, AccountKey> = new Map()
  /** Market time of the last look. */
  readonly #lookedAt = new Map<string, Instant>()
  readonly #looking = new Set<string>()
  /** To look at again once the look under way is over: it may have begun too early. */
  readonly #again = new Set<string>()
  /** Why the books were not read last time. */
  readonly #unread = new Map<string, 'failure' | 'no session'>()
  /** Whose an order is, and market time of its latest news or first sight, by client order id. */
  readonly #heard = new Map<string, { readonly id: string; at: Instant }>()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: AccountReconcilerParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Market time advanced. `accounts`: those with something live open or under way, or with lost orders. */
  onTime(now: Instant, accounts: readonly AccountKey[]): void {
    this.#now = now
    this.#accounts = new Map(accounts.map((account) => [accountId(account), account]))
    for (const seen of [this.#lookedAt, this.#unread]) for (const id of seen.keys()) if (!this.#accounts.has(id)) seen.delete(id)
    for (const [id, account] of this.#accounts) {
      const lookedAt = this.#lookedAt.get(id)
      if (lookedAt === undefined || Math.abs(now - lookedAt) >= LOOK_EVERY) this.#look(id, account)
    }
    for (const [clientOrderId, { id }] of this.#heard) if (!this.#accounts.has(id)) this.#heard.delete(clientOrderId)
  }

  /** What was reported, of a user or of anybody, may have been lost or needs its books: looks at once. */
  lookNow(userId: string | null): void {
    for (const [id, account] of this.#accounts) if (userId === null || userId === account.userId) this.#look(id, account)
  }

  /** The broker has reported on an order. */
  heard({ clientOrderId }: OrderUpdate): void {
    const heard = this.#heard.get(clientOrderId)
    if (heard) heard.at = this.#now
  }

  #look(id: string, account: AccountKey): void {
    if (this.#looking.has(id)) {
      this.#again.add(id)
      return
    }
    this.#lookedAt.set(id, this.#now)
    this.#looking.add(id)
    void this.#compare(id, account).finally(() => {
      this.#looking.delete(id)
      if (this.#again.delete(id) && this.#accounts.has(id)) this.#look(id, account)
    })
  }

  async #compare(id: string, account: AccountKey): Promise<void> {
    const { broker, ordersOf, lostOf, hear, lookUp, onLook } = this.#parts
    // Before the books: what is sent or lost meanwhile is not missing in them.
    const [at, lost, before] = [this.#now, lostOf(account), new Set(ordersOf(account).map(({ clientOrderId }) => clientOrderId))]
    try {
      const orders = await broker.orders(account)
      const positions = await broker.positions(account)
      const fills = await broker.fills(account)
      this.#unread.delete(id)
      const shown = new Map(orders.map((order) => [order.clientOrderId, order]))
      const ours = ordersOf(account)
      this.#keepHeard(id, new Set(ours.map(({ clientOrderId }) => clientOrderId)))
      for (const known of ours) {
        const order = shown.get(known.clientOrderId)
        if (order) for (const update of missingUpdates(known, order, fills, this.#now)) hear(update)
        if (this.#isSilent(known.clientOrderId, id, order !== undefined || !before.has(known.clientOrderId))) lookUp(known.clientOrderId)
      }
      onLook({ ...account, at, lost, orders, positions, fills })
    } catch (error) {
      this.#tellUnread(id, account, error)
    }
  }

  /** Once, until they are read again: without a session that lasts until its owner does something about it. */
  #tellUnread(id: string, { userId }: AccountKey, error: unknown): void {
    const { log } = this.#parts
    const why = lacksSession(error) ? 'no session' : 'failure'
    if (this.#unread.get(id) === why) return
    this.#unread.set(id, why)
    if (why === 'failure') log.warn({ err: error, userId }, 'the broker’s books were not read: its orders are held against them again')
    else log.warn({ userId }, 'a live account has something open and no session: its owner must connect it at the broker again')
  }

  /** Whether nothing was heard of an order for long; `isNews`: it was, by now. */
  #isSilent(clientOrderId: string, id: string, isNews: boolean): boolean {
    const heard = this.#heard.get(clientOrderId)
    if (isNews || !heard) this.#heard.set(clientOrderId, { id, at: this.#now })
    return !isNews && heard !== undefined && Math.abs(this.#now - heard.at) >= SILENT_FOR
  }

  #keepHeard(owner: string, ours: ReadonlySet<string>): void {
    for (const [clientOrderId, { id }] of this.#heard) if (id === owner && !ours.has(clientOrderId)) this.#heard.delete(clientOrderId)
  }
}
