import type { Logger } from 'pino'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import {
  lacksSession,
  type AccountKey,
  type BrokerOrder,
  type Doubt,
  type ExecutionPort,
  type OrderUpdate,
  type Placement,
} from '../../broker/port.ts'
import { updatesFromBook } from './updatesFromBook.ts'

/** Between two reads of an account's books: brokers answer once a second. */
const LOOK_EVERY = 2 * SECOND
/**
 * How many reads of the book an order must be missing in, and market milliseconds since it was sent. Orders have shown up a minute and a half
 * after a time-out; one that the broker has denied is not on its way.
 */
const GIVEN_UP: Readonly<Record<Doubt, { readonly looks: number; readonly after: number }>> = {
  unanswered: { looks: 3, after: 2 * MINUTE },
  denied: { looks: 2, after: 0 },
}

/** Why it is not known what became of an order. */
export type Unknown = Pick<Extract<Placement, { readonly kind: 'unknown' }>, 'doubt' | 'reason'>

/** Of an order that an earlier engine has sent. */
const UNANSWERED: Unknown = { doubt: 'unanswered', reason: 'it was sent by an earlier engine' }

interface Lost extends Unknown {
  readonly account: AccountKey
  readonly since: Instant
  /** How often the book was read without it. */
  looks: number
  /** The broker has reported it: it exists, whatever the book says. */
  isThere: boolean
}

/**
 * Orders that may or may not have reached the broker, after a lost answer or a restart. They are looked up by tag in the broker's books and
 * never resent. One absent for two minutes and at least three reads was never placed; one that the broker has denied, when two reads from
 * after its answer are without it.
 */
export class LostOrders {
  readonly #broker: ExecutionPort
  readonly #report: (update: OrderUpdate) => void
  readonly #log: Logger
  readonly #lost = new Map<string, Lost>()
  #looking = false
  #lookedAt: Instant = -Infinity

  constructor(broker: ExecutionPort, report: (update: OrderUpdate) => void, log: Logger) {
    this.#broker = broker
    this.#report = report
    this.#log = log
  }

  watch(clientOrderId: string, account: AccountKey, now: Instant, { doubt, reason }: Unknown = UNANSWERED): void {
    if (!this.#lost.has(clientOrderId)) this.#lost.set(clientOrderId, { account, doubt, reason, since: now, looks: 0, isThere: false })
  }

  /** The broker has reported an order. */
  heardOf(clientOrderId: string): void {
    const lost = this.#lost.get(clientOrderId)
    if (lost) lost.isThere = true
  }

  /** No more lookups for it. */
  forget(clientOrderId: string): void {
    this.#lost.delete(clientOrderId)
  }

  has(clientOrderId: string): boolean {
    return this.#lost.has(clientOrderId)
  }

  get size(): number {
    return this.#lost.size
  }

  /** In how many looks in a row one was missing, and since which market time it is looked for; null: it is not. */
  lookedFor(clientOrderId: string): { readonly looks: number; readonly since: Instant | null } {
    const { looks, since } = this.#lost.get(clientOrderId) ?? { looks: 0, since: null }
    return { looks, since }
  }

  /** Whether an account has any (`accountId`). */
  ofAccount(id: string): boolean {
    return [...this.#lost.values()].some(({ account }) => accountId(account) === id)
  }

  /** How many have been lost since a market time or longer, by user. */
  countsAt(since: Instant): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { account, since: lostAt } of this.#lost.values())
      if (lostAt <= since) counts.set(account.userId, (counts.get(account.userId) ?? 0) + 1)
    return counts
  }

  /** Looks them up when due; resolves with those found, as the book has them. Never rejects. */
  async onTime(now: Instant): Promise<readonly BrokerOrder[]> {
    if (now < this.#lookedAt) this.#lookedAt = now
    if (this.#lost.size === 0 || this.#looking || now - this.#lookedAt < LOOK_EVERY) return []
    this.#looking = true
    this.#lookedAt = now
    const accounts = new Map([...this.#lost.values()].map(({ account }) => [accountId(account), account]))
    const found = await Promise.all([...accounts.values()].map((account) => this.#look(account, now)))
    this.#looking = false
    return found.flat()
  }

  async #look(account: AccountKey, now: Instant): Promise<BrokerOrder[]> {
    const asked = [...this.#lost].filter(([, lost]) => accountId(lost.account) === accountId(account))
    try {
      const orders = await this.#broker.orders(account)
      const fills = await this.#broker.fills(account)
      const found: BrokerOrder[] = []
      for (const [clientOrderId, lost] of asked) {
        // Forgotten meanwhile: these may be the books of another account, which has taken its place.
        if (this.#lost.get(clientOrderId) !== lost) continue
        const order = orders.find((each) => each.clientOrderId === clientOrderId)
        if (order) {
          this.#lost.delete(clientOrderId)
          found.push(order)
          for (const update of updatesFromBook(order, fills, now)) this.#report(update)
        } else this.#missed(clientOrderId, lost, now)
      }
      return found
    } catch (error) {
      // Without a session nobody can look, and its owner is told elsewhere: each look would only repeat it.
      if (!lacksSession(error))
        this.#log.warn({ err: error, userId: account.userId }, 'the broker’s books were not read: its lost orders are looked for again')
      return []
    }
  }

  #missed(clientOrderId: string, lost: Lost, now: Instant): void {
    lost.looks++
    const { doubt, reason, looks, isThere, since } = lost
    const { looks: enough, after } = GIVEN_UP[doubt]
    if (isThere || looks < enough || now - since < after) return
    this.#lost.delete(clientOrderId)
    const isDenied = doubt === 'denied'
    if (isDenied) this.#log.warn({ clientOrderId, reason }, 'an order was refused in words that are not known, and is in no book')
    else this.#log.error({ clientOrderId, looks }, 'an order whose answer was lost never reached the broker')
    this.#report({ type: 'rejected', clientOrderId, at: now, reason: isDenied ? reason : 'it never reached the broker' })
  }
}
