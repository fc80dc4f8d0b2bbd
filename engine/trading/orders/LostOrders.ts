import type { Logger } from 'pino'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { accountId } from '../../broker/accountId.ts'
import type { AccountKey, BrokerOrder, Doubt, OrderUpdate, Placement } from '../../broker/port.ts'
import { isAnotherLook, type AccountLook } from './AccountLook.ts'
import { updatesFromBook } from './updatesFromBook.ts'

/**
 * How many looks an order must be missing in, and market milliseconds since it was sent. Orders have shown up a minute and a half after a
 * time-out; one that the broker has denied is not on its way.
 */
const GIVEN_UP: Readonly<Record<Doubt, { readonly looks: number; readonly after: number }>> = {
  unanswered: { looks: 3, after: 2 * MINUTE },
  denied: { looks: 2, after: 0 },
}

/** Why it is not known what became of an order. */
export type Unknown = Pick<Extract<Placement, { readonly kind: 'unknown' }>, 'doubt' | 'reason'>

/** Of an order that an earlier engine has sent. */
const UNANSWERED: Unknown = { doubt: 'unanswered', reason: 'it was sent by an earlier engine' }

export interface LostOrdersParts {
  /** Takes an update as one that the broker has reported. */
  readonly hear: (update: OrderUpdate) => void
  /** Asks for a look at a user's accounts. */
  readonly lookNow: (userId: string) => void
  readonly log: Pick<Logger, 'warn' | 'error'>
}

interface Lost extends Unknown {
  readonly account: AccountKey
  readonly since: Instant
  /** In how many looks it was missing. */
  looks: number
  /** Market time at which the last of them began. */
  lookedAt: Instant
  /** The broker has reported it: it exists, whatever the book says. */
  isThere: boolean
}

/**
 * Orders that may or may not have reached the broker, after a lost answer or a restart, protective stops included. They are looked up by tag
 * in the broker's books and never resent. One absent for two minutes and at least three looks was never placed; one that the broker has
 * denied, when two looks from after its answer are without it.
 */
export class LostOrders {
  readonly #parts: LostOrdersParts
  readonly #lost = new Map<string, Lost>()

  constructor(parts: LostOrdersParts) {
    this.#parts = parts
  }

  /** `now`: market time. */
  watch(clientOrderId: string, account: AccountKey, now: Instant, { doubt, reason }: Unknown = UNANSWERED): void {
    if (this.#lost.has(clientOrderId)) return
    this.#lost.set(clientOrderId, { account, doubt, reason, since: now, looks: 0, lookedAt: -Infinity, isThere: false })
    this.#parts.lookNow(account.userId)
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

  /** The accounts that have any, each once or more often. */
  get accounts(): readonly AccountKey[] {
    return [...this.#lost.values()].map(({ account }) => account)
  }

  /** In how many looks one was missing, and since which market time it is looked for; null: it is not. */
  lookedFor(clientOrderId: string): { readonly looks: number; readonly since: Instant | null } {
    const { looks, since } = this.#lost.get(clientOrderId) ?? { looks: 0, since: null }
    return { looks, since }
  }

  /** Those of an account, by tag. */
  of(account: AccountKey): ReadonlySet<string> {
    const id = accountId(account)
    return new Set([...this.#lost].flatMap(([clientOrderId, lost]) => (accountId(lost.account) === id ? clientOrderId : [])))
  }

  /** How many have been lost since a market time or longer, by user. */
  countsAt(since: Instant): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { account, since: lostAt } of this.#lost.values())
      if (lostAt <= since) counts.set(account.userId, (counts.get(account.userId) ?? 0) + 1)
    return counts
  }

  /** An account was looked at. Returns those found, as the book has them, once all that it says of them is heard. */
  onLook(look: AccountLook): readonly BrokerOrder[] {
    const found: BrokerOrder[] = []
    for (const clientOrderId of look.lost) {
      const lost = this.#lost.get(clientOrderId)
      // Forgotten meanwhile: these may be the books of another account, which has taken its place.
      if (!lost) continue
      const order = look.orders.find((each) => each.clientOrderId === clientOrderId)
      if (order) {
        this.#lost.delete(clientOrderId)
        found.push(order)
        for (const update of updatesFromBook(order, look.fills, look.at)) this.#parts.hear(update)
      } else if (isAnotherLook(look, lost.lookedAt)) this.#missed(clientOrderId, lost, look.at)
    }
    return found
  }

  #missed(clientOrderId: string, lost: Lost, now: Instant): void {
    const { hear, log } = this.#parts
    lost.looks++
    lost.lookedAt = now
    const { doubt, reason, looks, isThere, since } = lost
    const { looks: enough, after } = GIVEN_UP[doubt]
    if (isThere || looks < enough || now - since < after) return
    this.#lost.delete(clientOrderId)
    const isDenied = doubt === 'denied'
    if (isDenied) log.warn({ clientOrderId, reason }, 'an order was refused in words that are not known, and is in no book')
    else log.error({ clientOrderId, looks }, 'an order whose answer was lost never reached the broker')
    hear({ type: 'rejected', clientOrderId, at: now, reason: isDenied ? reason : 'it never reached the broker' })
  }
}
