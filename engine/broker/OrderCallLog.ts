import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { SECOND, type Instant } from '../../schema/time.ts'
import { ORDER_BUDGET, type OrderCallKind } from '../../schema/trading/orderBudget.ts'

/** A call to the broker that counts against the order budget of its account. */
export interface OrderCall {
  readonly id: string
  readonly userId: string
  /** Real time at which it was sent. */
  readonly at: Instant
  readonly kind: OrderCallKind
}

export interface OrderCallLogParts {
  /** Stores calls; each is stored once, however often it comes. */
  readonly save: (calls: readonly OrderCall[]) => Promise<void>
  /** A user's stored calls since a real time. */
  readonly read: (userId: string, since: Instant) => Promise<readonly OrderCall[]>
  /** Real time. */
  readonly now: () => Instant
  readonly log: Pick<Logger, 'warn'>
}

/** Real milliseconds between a call and the write that stores it, or between two writes. */
const SAVE_AFTER = SECOND
/** Calls kept while the database does not answer: an hour's, of a hundred accounts. */
const MOST_WAITING = 90_000

/**
 * Keeps the calls on live orders: they count against the order budget of their account, whichever process or connection made them. No order
 * waits for that: calls are stored together, a second later. A killed engine loses its last second's calls; their orders are in the books
 * anyway.
 */
export class OrderCallLog {
  readonly #parts: OrderCallLogParts
  #waiting: OrderCall[] = []
  #timer: NodeJS.Timeout | null = null
  #saving: Promise<void> | null = null

  constructor(parts: OrderCallLogParts) {
    this.#parts = parts
  }

  /** A call is being sent. */
  add(userId: string, kind: OrderCallKind): void {
    this.#waiting.push({ id: uuid(), userId, at: this.#parts.now(), kind })
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift()
    this.#saveLater()
  }

  /** How many real milliseconds ago the calls of a user were made that still count, oldest first. Rejects when they cannot be read. */
  async agesOf(userId: string): Promise<number[]> {
    const now = this.#parts.now()
    // Before stored ones are read: calls stored meanwhile are in both.
    const waiting = this.#waiting.filter((call) => call.userId === userId)
    const stored = await this.#parts.read(userId, now - ORDER_BUDGET.HOUR.ms)
    const ages = new Map([...stored, ...waiting].map(({ id, at }) => [id, now - at]))
    return [...ages.values()].toSorted((one, other) => other - one)
  }

  /** Stores what there is. Never rejects. */
  async close(): Promise<void> {
    await this.#saving
    await this.#save()
    if (this.#timer) clearTimeout(this.#timer)
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#saving = this.#save().finally(() => (this.#saving = null))
    }, SAVE_AFTER)
  }

  async #save(): Promise<void> {
    const calls = [...this.#waiting]
    if (calls.length === 0) return
    try {
      await this.#parts.save(calls)
      const stored = new Set(calls)
      this.#waiting = this.#waiting.filter((call) => !stored.has(call))
    } catch (error) {
      this.#parts.log.warn({ err: error, calls: calls.length }, 'calls on live orders not stored: they are stored with the next')
      this.#saveLater()
    }
  }
}
